/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/report.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/stats/quantile.h"
#include "compare/verdict/comparison.h"
#include "compare/verdict/whole.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/logs/compare.h"
#include "driver/logs/show.h"
#include "driver/run/changed.h"
#include "driver/run/cpus.h"
#include "driver/run/logs.h"
#include "driver/run/repeats.h"
#include "driver/run/run.h"

#define DEFAULT_WIDTH 120
/* A shorter wait for the CPUs is not mentioned. */
#define WAIT_SHOWN_NS 1e9

/* A run without a budget measures all. Controls end early with and without one. */
static size_t unmeasured(const struct run *run)
{
	size_t count = 0;

	for (size_t i = 0; run->settings.budget_ns && i < run->summary.count; i++)
		count += run_is_unmeasured(run, i) &&
			 !ledger_is_spent(&run->ledger, i / run->builds.count);
	return count;
}

/* With several builds each has an item of its own in the summary. */
static void print_count(size_t count, size_t subjects, bool paired, FILE *out)
{
	if (!paired)
		fprintf(out, "%zu of %zu benchmark%s", count, subjects, PLURAL(subjects));
	else
		fprintf(out, "%zu benchmark%s (counted in each build)", count, PLURAL(count));
}

/* How many report an error in each build: nothing was lost by that. */
static size_t without_result(const struct run *run)
{
	size_t builds = run->builds.count, count = 0;

	for (size_t i = 0; builds > 1 && i < run->subjects.count; i++) {
		bool all = true;

		for (size_t b = 0; b < builds; b++) {
			const struct subject_build *build = &run->subjects.items[i].builds[b];
			const struct run_item *item =
				&run->summary.items[run_item_of(run, i, b)];

			all &= build->path && build->adapter->errors_skip &&
			       run_item_failed(item) && item->status == OUTCOME_VERIFY;
		}
		count += all;
	}
	return count;
}

/* Returns whether there are any. */
static bool print_failures(const struct run *run, FILE *out)
{
	size_t empty = unmeasured(run), without = without_result(run);
	size_t failed = run_summary_failed(&run->summary) - run->builds.count * without;
	bool said = error_file_exists(&run->errors);

	if (failed) {
		print_count(failed, run->subjects.count, run->builds.count > 1, out);
		message_line(out, " could not be measured; %s %s%s",
			said ? "see" : "the log says why, as", run->errors.path,
			said ? "" : " could not be written");
	}
	if (without)
		fprintf(out,
			"%zu benchmark%s report%s an error in each build, so there is "
			"nothing to compare\n",
			without, PLURAL(without), without == 1 ? "s" : "");
	if (empty) {
		print_count(empty, run->subjects.count, run->builds.count > 1, out);
		fputs(" had no time; a larger --budget gives more\n", out);
	}
	return failed || empty;
}

void run_report_left_out(const struct string_list *all, FILE *out)
{
	fflush(stdout);
	if (all->count)
		fprintf(out, "%zu suite%s left out, so not all was measured:\n", all->count,
			all->count == 1 ? " was" : "s were");
	for (size_t i = 0; i < all->count; i++)
		message_line(out, "  %s", all->items[i]);
	fflush(out);
}

int run_report_failures(const struct run *run, FILE *out)
{
	bool any = print_failures(run, out);

	fflush(out);
	return any || run->builds.left_out.count ? EXIT_UNMEASURED : EXIT_FINE;
}

/* Of a framework that calls a benchmark anew, with its set-up, for each sample. */
static void print_costly(
	const struct subjects *subjects, const struct ledger *ledger, FILE *out)
{
	double spent = 0;
	size_t count = 0;

	for (size_t i = 0; i < ledger->count; i++)
		if (subjects->items[i].set_up.costly && isfinite(ledger->of[i].spent_ns)) {
			spent += ledger->of[i].spent_ns;
			count++;
		}
	if (count)
		fprintf(out, "%zu of %zu benchmark%s prepare%s for long: %.0f %% of the time\n",
			count, ledger->count, PLURAL(ledger->count), count == 1 ? "s" : "",
			100 * spent / ledger->took_ns);
}

static void print_length(const struct run *run, FILE *out)
{
	size_t launches = run->policy->counts.launches + run_summary_bad(&run->summary);
	size_t all = run->subjects.count + run->changed.same - run->changed.controls;
	size_t deferred = 0;
	char time[16], waited[16], wait[48] = "", of_all[32] = "";

	duration_text(run_clock_ns(&run->clock), time, sizeof(time));
	if (run->clock.waited_ns >= WAIT_SHOWN_NS) {
		duration_text(run->clock.waited_ns, waited, sizeof(waited));
		snprintf(wait, sizeof(wait), ", after waiting %s for the CPUs", waited);
	}
	if (all > run->subjects.count)
		snprintf(of_all, sizeof(of_all), " of %zu", all);
	fprintf(out, "Took %s%s: %zu%s benchmark%s, %zu launch%s\n", time, wait,
		run->subjects.count, of_all, PLURAL(all), launches, PLURAL_ES(launches));
	print_costly(&run->subjects, &run->ledger, out);
	if (run->changed.controls_ended)
		fprintf(out, "%zu of %zu controls ended early: their launches take long\n",
			run->changed.controls_ended, run->changed.controls);
	for (size_t i = 0; i < run->subjects.count; i++)
		deferred += run->ledger.of[i].deferred;
	if (deferred)
		fprintf(out, "%zu of %zu benchmarks came last: their launches take long\n",
			deferred, run->subjects.count);
	if (run->phase.ended_early && run->phase.saved >= 0.01)
		fprintf(out,
			"Stopped early (interval narrow enough): %zu benchmark%s, %.0f %% less "
			"time than %lld rounds\n",
			run->phase.ended_early, PLURAL(run->phase.ended_early),
			100 * run->phase.saved, (long long)run->changed.rounds);
}

/* In its folder. */
static bool has_other_log(const char *path)
{
	AUTO_FREE char *folder = path_folder(path), *pattern = path_pattern(folder, "/*.log");
	const char *name = path_name(path);
	glob_t found = { 0 };
	bool other = false;

	glob(pattern, 0, NULL, &found);
	for (size_t i = 0; i < found.gl_pathc; i++)
		other |= strcmp(path_name(found.gl_pathv[i]), name) != 0;
	globfree(&found);
	return other;
}

/* With several builds standard output is the table's. */
int run_report(struct run *run)
{
	const struct run_settings *s = &run->settings;
	bool paired = run->builds.count > 1;
	FILE *out = paired ? stderr : stdout;
	bool color = terminal_color(s->shared.color, out);
	const struct show_job table = {
		.shared = { .format = "text", .quiet = true, .color = s->shared.color }
	};
	int code;

	if (!s->shared.quiet) {
		if (!paired)
			show_log(&table, run->logs.path);
		run_summary_print_failures(&run->summary, out, color);
		if (!paired)
			run_summary_print_no_work(&run->summary, out);
	}
	if (!s->shared.quiet && run->policy) {
		print_length(run, out);
		run_repeats_print(run->policy, out);
		all_cpus_report(&run->subjects, out);
	}
	code = run_report_failures(run, out);
	if (!s->shared.quiet && !paired) {
		AUTO_FREE char *word = terminal_word(run->logs.path);
		bool older = has_other_log(run->logs.path);

		message_line(out, "Log: %s", run->logs.path);
		if (run_summary_failed(&run->summary) < run->summary.count)
			message_line(out, "Next: bdriver report %s%s%s", word,
				older ? ", or bdriver compare OLDER.log " : "",
				older ? word : "");
	}
	fflush(out);
	return code;
}

/* Where `compare FOLDER` finds both logs. */
static void print_next(const struct builds *all)
{
	const struct build *builds = all->items;
	AUTO_FREE char *folder = NULL, *word = NULL;

	if (all->count != 2 || !access(builds[0].part, F_OK) ||
		strcmp(builds[0].name, "old") != 0 || strcmp(builds[1].name, "new") != 0)
		return;
	folder = path_folder(builds[0].log);
	word = terminal_word(folder);
	fflush(stdout);
	fprintf(stderr, "Next: bdriver compare %s -v, or bdriver report %s\n", word, word);
}

/* All had the same code: one line, if the controls agree. */
static int write_same(const struct comparison *comparison, const struct compare_job *job)
{
	const struct run *run = job->ctx;
	size_t all = run->changed.same, suites = run->builds.items[0].suites.count;
	struct compare_job whole = *job;

	whole.write = NULL;
	if (!comparison_is_quiet(comparison))
		return compare_read(comparison->old, comparison->new, &whole);
	printf("Nothing changed: %zu benchmark%s of %zu suite%s, %s; of %zu measured none "
	       "moved\n",
		all, PLURAL(all), suites, PLURAL(suites), changed_none(&run->changed),
		run->subjects.count);
	return EXIT_FINE;
}

static bool has_rows(const struct run_summary *summary, size_t builds, size_t build)
{
	for (size_t i = build; i < summary->count; i += builds)
		if (!run_item_is_empty(&summary->items[i]))
			return true;
	return false;
}

/* The run has said what it could not measure; else nothing was to be. */
static int nothing_measured(const struct run *run, size_t build)
{
	if (unmeasured(run) || run->builds.left_out.count)
		return EXIT_UNMEASURED;
	return message_error(EXIT_BLIND,
		"nothing was compared: the build %s has none of the selected benchmarks",
		run->builds.items[build].name);
}

int run_report_compare(const struct run *run)
{
	const struct run_settings *s = &run->settings;
	const struct build *builds = run->builds.items;
	size_t last = run->builds.count - 1;
	int code = EXIT_FINE;

	for (size_t b = 1; b < run->builds.count; b++) {
		bool night = build_is_beside(&builds[0]);
		size_t old = night ? b - 1 : 0, new = night ? last : b;
		struct compare_job job = compare_job_default(
			run_log_now(&builds[old]), run_log_now(&builds[new]));
		int one;

		compare_configure(&job.options, &run->config);
		job.report.width = (size_t)terminal_width(stdout, DEFAULT_WIDTH);
		job.report.color = terminal_color(s->shared.color, stdout);
		job.report.quiet = s->shared.quiet;
		job.report.verbose = s->shared.verbose;
		if (run->settings.part.changed && !run->changed.changed) {
			job.write = write_same;
			job.ctx = (void *)run;
		}
		if (b > 1)
			putchar('\n');
		one = !has_rows(&run->summary, run->builds.count, old)
			      ? nothing_measured(run, old)
		      : !has_rows(&run->summary, run->builds.count, new)
			      ? nothing_measured(run, new)
			      : compare_logs(&job);
		if (one > EXIT_FOUND && one != EXIT_UNMEASURED)
			return one;
		if (one == EXIT_FOUND || code == EXIT_FINE)
			code = one;
	}
	if (!s->shared.quiet)
		print_next(&run->builds);
	return code;
}

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

		if (row_is_compared(row) && !isnan(of(row)))
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
	return row->time.verdict <= VERDICT_IMPROVED;
}

static void print_changed(const struct comparison *comparison, unsigned workers)
{
	size_t n = 0, changed = 0;

	for (size_t i = 0; i < comparison->row_count; i++) {
		n += row_is_compared(&comparison->rows[i]);
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

static int report_spreads(const struct run *run, struct log *logs, struct err *e)
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

int run_report_calibration(const struct run *run, struct err *e)
{
	struct log logs[MEASURE_BUILDS_MAX] = { 0 };
	int rc = run_logs_read(&run->builds, logs, LOG_KEEP_SUMMARIES, e);

	if (!rc)
		rc = report_spreads(run, logs, e);
	run_logs_release(&run->builds, logs);
	return rc;
}
