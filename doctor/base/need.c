/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/need.h"

static unsigned launch_offers(const struct launch *launch)
{
	const struct evidence *evidence = launch->evidence;
	unsigned offers = NEED_TIMES;

	if (!evidence)
		return offers;
	if (evidence->peak_kib >= 0)
		offers |= NEED_MEMORY;
	if (evidence->samples && launch->sample_count)
		offers |= evidence->samples_sorted ? NEED_SAMPLES : NEED_SAMPLES | NEED_ORDER;
	if (evidence->cpu_ns >= 0 && evidence->wall_ns > 0)
		offers |= NEED_CPU_TIME;
	if (evidence->setup_ns >= 0)
		offers |= NEED_SETUP_TIME;
	if (evidence->verified >= 0)
		offers |= NEED_VERIFIED;
	return offers;
}

static bool any_quiet(const struct series *series)
{
	for (size_t i = 0; i < series->count; i++)
		if (launch_is_quiet(series->launches[i]))
			return true;
	return false;
}

/* Some samples of this length are never interrupted, even on a busy machine. */
#define STEADY_NS 1e6

unsigned bench_data_offers(const struct bench_data *bench)
{
	unsigned offers = bench->series_count ? NEED_STEADY : 0;
	const struct series *main_series = bench_data_main_series(bench);

	for (size_t s = 0; s < bench->series_count; s++) {
		const struct series *series = &bench->series[s];

		if (series->count >= 3)
			offers |= NEED_LAUNCHES;
		for (size_t i = 0; i < series->count; i++)
			offers |= launch_offers(series->launches[i]);
		if (series == main_series && any_quiet(series))
			offers |= NEED_QUIET;
		if (!any_quiet(series) && series->time_ns >= STEADY_NS &&
			series->iterations <= 8)
			offers &= ~(unsigned)NEED_STEADY;
	}
	if (bench->log && !bench->log->source.random_layout)
		offers |= NEED_FIXED_LAYOUT;
	if (bench->series_count >= 2)
		offers |= NEED_TWO_COUNTS;
	if (bench_data_series(bench, 1) && bench_data_series(bench, 2) &&
		bench_data_series(bench, 4) && bench_data_series(bench, 8))
		offers |= NEED_FOUR_COUNTS;
	if (bench->log && log_suite_meta(bench->log, bench->suite, "flags"))
		offers |= NEED_BUILD;
	if (bench->log && (log_suite_meta(bench->log, bench->suite, "alignment") ||
				  log_suite_meta(bench->log, bench->suite, "placement")))
		offers |= NEED_PLACEMENT;
	if (bench->log && log_fact(bench->log, LOG_INSTRUCTIONS, bench->suite, bench->name))
		offers |= NEED_COUNTED;
	return offers;
}

const char *need_text(enum need need)
{
	switch (need) {
	case NEED_TIMES:
		return "a successful launch";
	case NEED_TWO_COUNTS:
		return "launches at two iteration counts";
	case NEED_FOUR_COUNTS:
		return "launches at 1, 2, 4 and 8 iterations";
	case NEED_MEMORY:
		return "peak memory (peak_kib)";
	case NEED_SAMPLES:
		return "samples";
	case NEED_ORDER:
		return "samples in the order of measurement";
	case NEED_ENOUGH:
		return "enough undisturbed launches (three for noise) or samples in them (ten; "
		       "twenty for dependence)";
	case NEED_LAUNCHES:
		return "three launches at one iteration count";
	case NEED_CPU_TIME:
		return "CPU and wall time (cpu_ns, wall_ns)";
	case NEED_SETUP_TIME:
		return "time of the set-up function (setup_ns)";
	case NEED_QUIET:
		return "a launch during which nothing else ran on its core";
	case NEED_STEADY:
		return "a launch at each iteration count during which nothing else ran on its "
		       "core, or samples under 1 ms";
	case NEED_FIXED_LAYOUT:
		return "launches without address space randomisation, as the doctor runs them";
	case NEED_BUILD:
		return "the suite's build flags (suite.NAME.flags)";
	case NEED_PLACEMENT:
		return "how the suite's code is aligned (suite.NAME.alignment or "
		       "suite.NAME.placement)";
	case NEED_VERIFIED:
		return "whether the benchmark has a verify function (verified)";
	case NEED_COUNTED:
		return "instructions that valgrind counted, as --check counts does";
	default:
		return "nothing";
	}
}
