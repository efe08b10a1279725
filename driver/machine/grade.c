/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/grade.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

const struct watched_info watched_infos[WATCHED_COUNT] = {
	[WATCHED_CLOCK_STEP] = { "clock step", "ns",
		"a coarse clock hides small differences: boot with clocksource=tsc if the "
		"machine allows it",
		{ 100, 500, 2000, 20000 } },
	[WATCHED_WAKE_UP] = { "wake-up jitter", "us",
		"programs wake late, because CPUs are busy or in deep sleep: end other "
		"programs, or limit idle states (cpupower idle-set -D 10)",
		{ 100, 300, 1000, 4000 } },
	[WATCHED_STEAL] = { "steal", "%",
		"the hypervisor gives CPU time to other guests: measure when they are quiet, "
		"or on another machine",
		{ 0.1, 0.5, 2, 5 } },
	[WATCHED_OTHERS] = { "other programs", "%",
		"other programs use the CPUs: end them (see top), or wait", { 1, 3, 10, 25 } },
	[WATCHED_INTERRUPTS] = { "interrupts", "/s",
		"one CPU handles many interrupts: keep them off the CPUs of the workers "
		"(/proc/irq/*/smp_affinity), or stop their source",
		{ 2000, 5000, 20000, 50000 } },
	[WATCHED_FREQUENCY] = { "frequency range", "%",
		"the clock rate follows load and heat: cpupower frequency-set -g performance, "
		"and turbo off",
		{ 1, 3, 10, 25 } },
	[WATCHED_CORE] = { "core shared", "%",
		"another guest or program uses the sibling hyperthread: bdriver marks and "
		"repeats such launches; use paired runs, or a machine of your own",
		{ 1, 5, 20, 60 } },
	[WATCHED_REFERENCE] = { "reference work", "%",
		"the same work sometimes takes longer: something shares core, cache or memory; "
		"use paired runs",
		{ 2, 5, 15, 40 } },
};

enum grade grade_of(enum watched what, double value)
{
	if (isnan(value))
		return GRADE_UNKNOWN;
	for (int g = GRADE_A; g < GRADE_F; g++)
		if (value <= watched_infos[what].limits[g])
			return (enum grade)g;
	return GRADE_F;
}

enum grade grade_worst(const double values[WATCHED_COUNT])
{
	enum grade worst = GRADE_UNKNOWN;

	for (int i = 0; i < WATCHED_COUNT; i++) {
		enum grade one = grade_of((enum watched)i, values[i]);

		if (one != GRADE_UNKNOWN && (worst == GRADE_UNKNOWN || one > worst))
			worst = one;
	}
	return worst;
}

const char *grade_meaning(enum grade grade)
{
	static const char *const meanings[] = { "very good", "good",
		"some launches will be disturbed", "use paired runs only",
		"do not measure here now", "nothing could be measured" };

	return meanings[grade];
}

char grade_letter(enum grade grade)
{
	return "ABCDF?"[grade];
}

enum grade grade_parse(const char *text)
{
	static const char letters[] = "ABCDF";
	const char *at =
		*text && !text[1] ? strchr(letters, toupper((unsigned char)*text)) : NULL;

	return at ? (enum grade)(at - letters) : GRADE_UNKNOWN;
}
