/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/machine/advice.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/units.h"

static void add_advice(
	struct machine_advices *findings, const char *what, char *value, const char *advice)
{
	*ARRAY_ADD(findings->items, findings->count, findings->capacity) =
		(struct machine_advice){ .what = what, .value = value, .advice = advice };
}

static const char *unless(int fine, const char *advice)
{
	return fine ? NULL : advice;
}

static void judge_cores(struct machine_advices *findings, const struct machine *m)
{
	/* A virtual machine does not show the siblings of its threads. */
	bool hidden = !strcmp(m->smt, "notsupported") && strcmp(m->virtualisation, "none") != 0;

	add_advice(findings, "cores",
		memory_format("%d core%s, %d thread%s", m->cores, PLURAL(m->cores), m->threads,
			PLURAL(m->threads)),
		unless(m->cores > 1,
			"only one core: any other program disturbs the measurement; use paired "
			"runs (bdriver run --old DIR --new DIR)"));
	add_advice(findings, "smt", memory_text(m->smt),
		hidden ? "it is not visible whether another guest runs on the same core: "
			 "bdriver tells how many launches a neighbour slowed"
		       : unless(m->threads <= m->cores,
				 "two threads share a core: bdriver gives each worker its own "
				 "core, but other programs on the siblings still disturb it "
				 "(echo off > /sys/devices/system/cpu/smt/control)"));
}

static void judge_frequency(struct machine_advices *findings, const struct machine *m)
{
	bool hidden = strcmp(m->governor, "none") == 0;

	add_advice(findings, "governor", memory_text(m->governor),
		hidden ? "frequency control is not visible (virtual machine or firmware): "
			 "compare within one session only, best with paired runs"
		       : unless(strcmp(m->governor, "performance") == 0,
				 "the clock rate follows the load: cpupower frequency-set -g "
				 "performance"));
	add_advice(findings, "turbo", memory_text(m->turbo),
		strcmp(m->turbo, "unknown") == 0
			? "it is not visible whether the clock rate rises while the CPU is cool"
			: unless(strcmp(m->turbo, "off") == 0,
				  "the clock rate rises while the CPU is cool: switch that off "
				  "(echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo, or "
				  "echo 0 > /sys/devices/system/cpu/cpufreq/boost)"));
}

static void judge_others(struct machine_advices *findings, const struct machine *m)
{
	double busy = m->threads > 0 ? m->load / m->threads : m->load;

	add_advice(findings, "load",
		m->load < 0 ? memory_text("unknown")
			    : memory_format("%.2f on %d thread%s", m->load, m->threads,
				      PLURAL(m->threads)),
		unless(m->load < 0 || busy < 0.25,
			"other programs are running: end them (see top), or wait"));
	add_advice(findings, "virtualisation", memory_text(m->virtualisation),
		unless(strcmp(m->virtualisation, "none") == 0,
			"other guests may share this machine and slow it without a trace: use "
			"paired runs and watch the steal"));
	add_advice(findings, "steal",
		m->steal < 0 ? memory_text("unknown")
			     : memory_format("%.2f%% since boot", m->steal * 100),
		unless(m->steal < 0.001, "the hypervisor gave CPU time to other guests: "
					 "measure when they are quiet, or on another machine"));
	add_advice(findings, "cpu limit",
		m->cpu_limit < 0 ? memory_text("none")
				 : memory_format("%.2f CPUs", m->cpu_limit),
		unless(m->cpu_limit < 0 || m->cpu_limit >= m->threads,
			"a cgroup quota stops programs for milliseconds once it is used up: "
			"raise it, or use fewer workers than it allows"));
	add_advice(findings, "memory limit",
		m->memory_limit_kib < 0
			? memory_text("none")
			: memory_format("%.1f GiB", (double)m->memory_limit_kib / 1048576),
		unless(m->memory_limit_kib < 0 || m->memory_limit_kib >= 1048576,
			"the cgroup has less than 1 GiB: benchmarks may be killed"));
}

void machine_judge(struct machine_advices *findings, const struct machine *m)
{
	add_advice(findings, "cpu", memory_text(m->cpu_model), NULL);
	add_advice(findings, "microcode", memory_text(m->microcode), NULL);
	judge_cores(findings, m);
	judge_frequency(findings, m);
	add_advice(findings, "aslr", memory_text(m->aslr),
		unless(strcmp(m->aslr, "full") == 0,
			"all launches have the same memory layout, which hides how much layout "
			"matters: echo 2 > /proc/sys/kernel/randomize_va_space (the doctor "
			"switches randomisation off for its own launches)"));
	add_advice(findings, "clock", memory_text(m->clock_source),
		unless(strcmp(m->clock_source, "tsc") == 0 ||
				strcmp(m->clock_source, "kvm-clock") == 0 ||
				strcmp(m->clock_source, "arch_sys_counter") == 0,
			"reading this clock may need a system call: boot with clocksource=tsc "
			"if the machine allows it"));
	judge_others(findings, m);
	add_advice(findings, "kernel", memory_text(m->kernel), NULL);
}

void machine_advices_release(struct machine_advices *findings)
{
	for (size_t i = 0; i < findings->count; i++)
		free(findings->items[i].value);
	free(findings->items);
	*findings = (struct machine_advices){ 0 };
}
