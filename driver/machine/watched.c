/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/watched.h"

const struct watched_info watched_infos[WATCHED_COUNT] = {
	[WATCHED_CLOCK_STEP] = { "clock step", "ns",
		"a coarse clock hides small differences: boot with clocksource=tsc if the "
		"machine allows it",
		2000 },
	[WATCHED_WAKE_UP] = { "wake-up jitter", "us",
		"programs wake late, because CPUs are busy or in deep sleep: end other "
		"programs, or limit idle states (cpupower idle-set -D 10)",
		1000 },
	[WATCHED_STEAL] = { "steal", "%",
		"the hypervisor gives CPU time to other guests: measure when they are quiet, "
		"or on another machine",
		2 },
	[WATCHED_OTHERS] = { "other programs", "%",
		"other programs use the CPUs: end them (see top), or wait", 10 },
	[WATCHED_INTERRUPTS] = { "interrupts", "/s",
		"one CPU handles many interrupts: keep them off the CPUs of the workers "
		"(/proc/irq/*/smp_affinity), or stop their source",
		20000 },
	[WATCHED_FREQUENCY] = { "frequency range", "%",
		"the clock rate follows load and heat: cpupower frequency-set -g performance, "
		"and turbo off",
		10 },
	[WATCHED_CORE] = { "core shared", "%",
		"another guest or program uses the sibling hyperthread: bdriver marks and "
		"repeats such launches; use paired runs, or a machine of your own",
		20 },
	[WATCHED_REFERENCE] = { "reference work", "%",
		"the same work sometimes takes longer: something shares core, cache or memory; "
		"use paired runs",
		15 },
};

bool watched_disturbs(enum watched what, double value)
{
	return value > watched_infos[what].limit;
}
