/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/calibrate.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/stats/quantile.h"
#include "compare/verdict/comparison.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/logs/compare.h"
#include "driver/run/logs.h"
#include "driver/run/run.h"

#define FEW_ROUNDS  8
#define MANY_ROUNDS 20

static int compare_rounds(const struct run *run, struct log *logs, uint32_t rounds,
	struct comparison *comparison, struct err *e)
{
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;

	compare_configure(&options, &run->config);
	options.rule = RULE_PAIRED;
	options.judge_same_code = true;
	for (size_t b = 0; b < 2 && run->settings.rounds > rounds; b++)
		log_leave_out(&logs[b], rounds, LOG_ANY_STAGE);
	return comparison_make(comparison, &logs[0], &logs[1], &options, e);
}

static bool is_measured(const struct row *row)
{
	return row->old.launches && row->new.launches;
}

static double noise_of(const struct row *row)
{
	return row->paired.sd;
}

static double smallest_of(const struct row *row)
{
	return row->time.smallest;
}

/* "LABEL  half of the benchmarks X %, nine of ten Y %" */
static void print_spread(const struct comparison *comparison, const char *label,
	double (*of)(const struct row *))
{
	AUTO_FREE double *values = memory_zeroed(comparison->row_count, sizeof(*values));
	char half[FORMAT_SIZE], most[FORMAT_SIZE], worst[FORMAT_SIZE];
	size_t n = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];

		if (is_measured(row) && !isnan(of(row)))
			values[n++] = of(row);
	}
	quantile_sort(values, n);
	if (n)
		printf("%-36s half of the benchmarks %s, nine of ten %s, worst %s\n", label,
			format_percent(half, values[n / 2]),
			format_percent(most, values[n * 9 / 10]),
			format_percent(worst, values[n - 1]));
}

static bool is_called(const struct row *row)
{
	return is_measured(row) && (row->time.verdict == VERDICT_REGRESSED ||
					   row->time.verdict == VERDICT_IMPROVED);
}

static void print_changed(const struct comparison *comparison, unsigned workers)
{
	size_t n = 0, changed = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		n += is_measured(&comparison->rows[i]);
		changed += is_called(&comparison->rows[i]);
	}
	printf("%zu benchmark%s, the same build on both sides, %u worker%s: %zu falsely called "
	       "changed\n",
		n, PLURAL(n), workers, PLURAL(workers), changed);
	for (size_t i = 0; i < comparison->row_count; i++) {
		AUTO_FREE char *name = terminal_clean(comparison->rows[i].name);

		if (is_called(&comparison->rows[i]))
			printf("  %s\n", name);
	}
	printf(changed * 100 > n ? "More than 1 %%: do not trust this machine as it is; see "
				   "bdriver env.\n"
				 : "At most 1 %%, as it should be.\n");
}

static int report(const struct run *run, struct log *logs, struct err *e)
{
	AUTO(comparison_release) struct comparison many = { 0 };
	AUTO(comparison_release) struct comparison few = { 0 };

	if (compare_rounds(run, logs, MANY_ROUNDS, &many, e) ||
		compare_rounds(run, logs, FEW_ROUNDS, &few, e))
		return -1;
	print_changed(&many, run->cpus.workers);
	print_spread(&many, "Noise between rounds:", noise_of);
	if (run->settings.rounds >= FEW_ROUNDS)
		print_spread(&few, "Smallest change seen in 8 rounds:", smallest_of);
	if (run->settings.rounds >= MANY_ROUNDS)
		print_spread(&many, "Smallest change seen in 20 rounds:", smallest_of);
	fflush(stdout); /* printed before the logs have their names */
	return 0;
}

int calibrate_finish(const struct run *run, struct err *e)
{
	struct log logs[MEASURE_BUILDS_MAX] = { 0 };
	int rc = run_logs_read(&run->builds, logs, LOG_KEEP_SUMMARIES, e);

	if (!rc)
		rc = report(run, logs, e);
	run_logs_release(&run->builds, logs);
	return rc;
}
