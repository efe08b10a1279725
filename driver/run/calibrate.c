/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/stats/quantile.h"
#include "compare/verdict/comparison.h"
#include "driver/base/path.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/logs/calibration.h"
#include "driver/logs/compare.h"
#include "driver/run/calibrate.h"
#include "driver/run/logs.h"
#include "driver/run/run.h"

#define FEW_ROUNDS  8
#define MANY_ROUNDS 20
#define SHOWN       5

/* Which calibration an entry is of. */
struct origin {
	char run[sizeof(((struct calibration_entry *)NULL)->run)];
	char when[sizeof(((struct calibration_entry *)NULL)->when)];
};

static void add_row(struct calibration *c, const struct row *row, uint32_t rounds,
	const struct origin *origin)
{
	const struct calibration_entry *known = calibration_find(c, row->suite, row->name);
	struct calibration_entry entry = { .suite = (char *)row->suite,
		.benchmark = (char *)row->name,
		.rounds = rounds,
		.noise = row->paired.sd,
		.smallest_8 = NAN,
		.smallest_20 = NAN };

	if (!row->old.launches || !row->new.launches)
		return;
	memcpy(entry.run, origin->run, sizeof(entry.run));
	memcpy(entry.when, origin->when, sizeof(entry.when));
	entry.changed =
		row->time.verdict == VERDICT_REGRESSED || row->time.verdict == VERDICT_IMPROVED;
	/* The second pass, over the first rounds of the same run. */
	if (known && strcmp(known->run, origin->run) == 0) {
		entry = *known;
		entry.smallest_8 = row->time.smallest;
	} else if (rounds == FEW_ROUNDS) {
		entry.smallest_8 = row->time.smallest;
	} else if (rounds >= MANY_ROUNDS) {
		entry.smallest_20 = row->time.smallest;
	}
	calibration_set(c, &entry);
}

static int add_logs(const struct run *run, struct calibration *c, const struct log *logs,
	uint32_t rounds, const struct origin *origin, struct err *e)
{
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;
	AUTO(comparison_release) struct comparison comparison = { 0 };
	int rc;

	compare_configure(&options, &run->config);
	options.rule = RULE_PAIRED;
	options.judge_same_code = true;
	rc = comparison_make(&comparison, &logs[0], &logs[1], &options, e);
	for (size_t i = 0; !rc && i < comparison.row_count; i++)
		add_row(c, &comparison.rows[i], rounds, origin);
	return rc;
}

static int learn(
	const struct run *run, struct calibration *c, struct origin *origin, struct err *e)
{
	struct log logs[MEASURE_BUILDS_MAX] = { 0 };
	uint32_t rounds = run->settings.rounds;
	int rc = run_logs_read(run, logs, LOG_KEEP_SUMMARIES, e);

	if (!rc) {
		const char *started = log_meta(&logs[0], "started");

		snprintf(origin->run, sizeof(origin->run), "%s", run->logs.session);
		snprintf(origin->when, sizeof(origin->when), "%s", started ? started : "");
		if (rounds > MANY_ROUNDS)
			for (size_t b = 0; b < 2; b++)
				log_leave_out_after(&logs[b], MANY_ROUNDS);
		rc = add_logs(run, c, logs, rounds, origin, e);
	}
	if (!rc && rounds > FEW_ROUNDS) {
		for (size_t b = 0; b < 2; b++)
			log_leave_out_after(&logs[b], FEW_ROUNDS);
		rc = add_logs(run, c, logs, FEW_ROUNDS, origin, e);
	}
	run_logs_release(run, logs);
	return rc;
}

/* "LABEL  half of the benchmarks X %, nine of ten Y %" of one member of this run's entries. */
static void print_spread(
	const struct calibration *c, const char *run, const char *label, size_t offset)
{
	AUTO_FREE double *values = memory_zeroed(c->count, sizeof(*values));
	char half[FORMAT_SIZE], most[FORMAT_SIZE], worst[FORMAT_SIZE];
	size_t n = 0;

	for (size_t i = 0; i < c->count; i++) {
		double value;

		memcpy(&value, (const char *)&c->entries[i] + offset, sizeof(value));
		if (strcmp(c->entries[i].run, run) == 0 && !isnan(value))
			values[n++] = value;
	}
	quantile_sort(values, n);
	if (n)
		printf("%-36s half of the benchmarks %s, nine of ten %s, worst %s\n", label,
			format_percent(half, values[n / 2]),
			format_percent(most, values[n * 9 / 10]),
			format_percent(worst, values[n - 1]));
}

static void print_changed(const struct calibration *c, const char *run)
{
	size_t n = 0, changed = 0;

	for (size_t i = 0; i < c->count; i++) {
		if (strcmp(c->entries[i].run, run) != 0)
			continue;
		n++;
		changed += c->entries[i].changed;
	}
	printf("%zu benchmark%s, the same build on both sides, %u worker%s: %zu falsely called "
	       "changed\n",
		n, PLURAL(n), c->workers, PLURAL(c->workers), changed);
	for (size_t i = 0; i < c->count; i++) {
		AUTO_FREE char *name = NULL;

		if (strcmp(c->entries[i].run, run) != 0 || !c->entries[i].changed)
			continue;
		name = terminal_clean(c->entries[i].benchmark);
		printf("  %s\n", name);
	}
	printf(changed * 100 > n ? "More than 1 %%: do not trust this machine as it is; see "
				   "bdriver env.\n"
				 : "At most 1 %%, as it should be.\n");
}

/* The noisiest benchmarks, and what can be seen of them. */
static void print_noisiest(const struct calibration *c, const char *run)
{
	AUTO_FREE bool *shown = memory_zeroed(c->count, sizeof(*shown));

	for (unsigned k = 0; k < SHOWN; k++) {
		const struct calibration_entry *worst = NULL;
		AUTO_FREE char *name = NULL;
		char noise[FORMAT_SIZE];

		for (size_t i = 0; i < c->count; i++) {
			const struct calibration_entry *one = &c->entries[i];

			if (shown[i] || strcmp(one->run, run) != 0 || isnan(one->noise))
				continue;
			if (!worst || one->noise > worst->noise)
				worst = one;
		}
		if (!worst)
			break;
		if (!k)
			puts("Noisiest");
		shown[worst - c->entries] = true;
		name = terminal_clean(worst->benchmark);
		printf("  %-48s noise %s\n", name, format_percent(noise, worst->noise));
	}
}

int calibrate_finish(const struct run *run, struct err *e)
{
	AUTO_FREE char *folder = path_folder(run->tuned.path);
	AUTO(calibration_release) struct calibration c = { 0 };
	struct origin origin;
	int rc;

	calibration_open(&c, folder, run->machine.cpu_model, run->cpus.workers);
	rc = learn(run, &c, &origin, e);
	if (!rc) {
		print_changed(&c, origin.run);
		print_spread(&c, origin.run,
			"Noise between rounds:", offsetof(struct calibration_entry, noise));
		print_spread(&c, origin.run, "Smallest change seen in 8 rounds:",
			offsetof(struct calibration_entry, smallest_8));
		print_spread(&c, origin.run, "Smallest change seen in 20 rounds:",
			offsetof(struct calibration_entry, smallest_20));
		print_noisiest(&c, origin.run);
		rc = calibration_save(&c, e);
	}
	if (!rc)
		printf("Calibration: %s\n", c.path);
	fflush(stdout); /* printed before the logs have their names */
	return rc;
}
