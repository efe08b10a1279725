/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/attempts/attempt.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/verdict/comparison.h"
#include "driver/attempts/decide.h"
#include "driver/base/file_hash.h"
#include "driver/base/message.h"
#include "driver/cli/selection.h"
#include "driver/config/read.h"
#include "driver/logs/compare.h"
#include "driver/run/changed.h"
#include "driver/run/interim.h"
#include "driver/run/logs.h"
#include "driver/run/phase.h"
#include "driver/run/repeats.h"
#include "driver/run/steps.h"

#define BUDGET_NS    60000000000LL
#define FINAL_ROUNDS 40
/* What may still have a gain of the threshold needs an interval of this part of it, to be told
 * from half of it at a small level. */
#define NARROW 0.2
/* So many times the launches of a look are worth the next one. */
#define LOOK_GROWTH 1.5

static bool asks(const void *ctx, const char *benchmark)
{
	const struct attempt *a = ctx;

	return selection_takes(a->goals, "", benchmark, &a->options->goals.tags);
}

static int set_goal(struct attempt *a, struct err *e)
{
	const struct suites *suites = &a->run.builds.items[0].suites;

	if (!(a->goals = selection_new(&a->options->goals, NULL, 0, e)))
		return -1;
	for (size_t i = 0; i < suites->count; i++)
		for (size_t k = 0; k < suites->items[i].benchmark_count; k++)
			a->asked +=
				(suites->items[i].benchmarks[k].selected || a->row.reason) &&
				asks(a, suites->items[i].benchmarks[k].name);
	return a->asked ? 0 : bd_err(e, "-f matches no benchmark; see bdriver list");
}

/* Of the code of all its benchmarks: the same build elsewhere may be another file. */
static char *hash_of(const struct build *build)
{
	struct string_list all = { 0 };
	char hash[FILE_HASH_SIZE];
	AUTO_FREE char *text = NULL;
	struct err none;

	for (size_t i = 0; i < build->suites.count; i++) {
		const struct suite *suite = &build->suites.items[i];

		string_list_add(&all, suite->name);
		for (size_t k = 0; k < suite->benchmark_count; k++) {
			const struct suite_benchmark *b = &suite->benchmarks[k];
			bool known = b->code && *b->code;

			/* One says it for the file. */
			if (!known && !k && !file_hash(suite->path, NULL, hash, &none))
				string_list_add(&all, hash);
			string_list_addf(&all, "%s %s", b->name, known ? b->code : "");
		}
	}
	text = string_list_finish(&all, "\n");
	file_hash_text(text, strlen(text), hash);
	return memory_text(hash);
}

static int add_base(struct attempt *a, struct err *e)
{
	struct attempt_row row = attempt_none;

	row.decision = DECISION_BASE;
	row.idea = memory_text("");
	row.reason = string_list_join(&a->options->goals.filters, "|");
	row.base = memory_text(a->row.base);
	row.build = memory_text(a->row.base);
	return series_add(&a->series, row, e);
}

/* Is it of this goal and this base? */
static int check_series(const struct attempt *a, struct err *e)
{
	const struct series *series = &a->series;
	const struct attempt_row *first = series->rows;
	AUTO_FREE char *asked = string_list_join(&a->options->goals.filters, "|");

	if (strcmp(first->reason, asked) != 0)
		return bd_err(e,
			"%s: its attempts ask for -f '%s': give the same, or another file",
			series->path, first->reason);
	if (a->options->final && strcmp(first->build, a->row.base) != 0)
		return bd_err(e,
			"%s: with --final --base is the build that the series began with",
			series->path);
	if (!series_has_base(series, a->row.base))
		return bd_err(e,
			"%s: --base is neither the build that the series began with nor one "
			"that it kept: give one of these, or another file",
			series->path);
	return 0;
}

/* As a smoke run, which measures only what changed, but without its fixed rounds. */
static void set_run(struct run_settings *s, bool final)
{
	s->log.force = true;
	s->part.changed = true;
	s->part.controls = 0;
	s->shared.quiet |= !s->shared.verbose;
	if (final)
		s->rounds = FINAL_ROUNDS;
	else
		s->profile = "smoke";
	if (s->budget_ns < 0 && !final)
		s->budget_ns = BUDGET_NS;
}

static double narrow(const struct run *run, size_t subject)
{
	const struct interim *i = &run->phase.interims[subject];

	return asks(run->ctx, run->subjects.items[subject].name) &&
			       !(i->effect - i->half_width > -i->threshold)
		       ? NARROW
		       : 1;
}

/* A benchmark of which a build has no launch yet, or whose launches were cut; NULL: none. */
static const char *unmeasured(const struct run *run)
{
	for (size_t i = 0; i < run->summary.count; i++)
		if (run_is_unmeasured(run, i))
			return run->subjects.items[i / run->builds.count].name;
	return NULL;
}

static int judge(struct attempt *a, bool last, struct err *e)
{
	struct log logs[MEASURE_BUILDS_MAX] = { 0 };
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;
	const struct repeat_counts *counts = &a->run.policy->counts;
	AUTO(comparison_release) struct comparison comparison = { 0 };
	struct look look = { .comparison = &comparison,
		.asks = asks,
		.ctx = a,
		.asked = a->asked,
		.unmeasured = unmeasured(&a->run),
		.last = last,
		.final = a->options->final,
		.busy = counts->disturbed > counts->launches / 2 ||
			counts->shared > counts->launches / 2 };
	int rc = run_logs_read(&a->run.builds, logs, LOG_KEEP_SUMMARIES, e);

	compare_configure(&options, &a->run.config);
	options.rule = RULE_PAIRED;
	options.strict = true;
	rc = rc ? rc : comparison_make(&comparison, &logs[0], &logs[1], &options, e);
	/* Without a row of each build there is no comparison: it has no rows. */
	if (!rc || look.unmeasured)
		decide(&look, &a->row);
	run_logs_release(&a->run.builds, logs);
	return look.unmeasured ? 0 : rc;
}

static int plan_next(struct run *run, struct err *e)
{
	struct attempt *a = run->ctx;
	double launches = (double)run->ledger.launches_done;

	/* The first phase is too short to show anything. */
	if (run->phase.number > 1 && !a->options->final && a->looks < LOOKS - 1 &&
		launches >= LOOK_GROWTH * (double)a->looked) {
		a->looks++;
		a->looked = run->ledger.launches_done;
		if (judge(a, false, e))
			return -1;
	}
	return a->row.decision == DECISION_MORE ? run_phase_plan(run, e) : 0;
}

/* A suite of the idea that does not answer, where the base has suites; NULL: none. */
static char *why_silent(const struct run *run)
{
	const struct suites *base = &run->builds.items[0].suites;
	const struct suites *idea = &run->builds.items[1].suites;

	return base->count && !idea->count && idea->broken.count
		       ? memory_text(idea->broken_why.items[0])
		       : NULL;
}

static int prepare(struct attempt *a, char **words, int count, struct err *e)
{
	static const struct run_kind kind = {
		.tunes = true, .plan = plan_next, .narrow = narrow
	};
	struct run *run = &a->run;
	struct run_settings *s = &a->options->run;

	run->kind = &kind;
	run->ctx = a;
	run_clock_begin(&run->clock);
	set_run(s, a->options->final);
	if (config_read(&run->config, &s->shared, e) ||
		builds_name(&run->builds, &s->builds, false, e) ||
		(run_find(run, &s->shared, words, count, e) &&
			!(a->row.reason = why_silent(run))) ||
		set_goal(a, e) || run_settings_make(&run->settings, s, &run->config, 2, e) ||
		(a->row.reason ? changed_read_code(&run->builds, &run->config, e)
			       : run_prepare(run, NULL, e)))
		return -1;
	run_repeats_init(run);
	a->row.base = hash_of(&run->builds.items[0]);
	a->row.build = hash_of(&run->builds.items[1]);
	return a->series.count ? check_series(a, e) : add_base(a, e);
}

/* 0, or an exit code. */
static int measure(struct attempt *a)
{
	struct err e;
	int code;

	if (a->row.reason) {
		a->row.decision = DECISION_DROP;
		return 0;
	}
	if (!a->run.subjects.count) {
		a->row.decision = DECISION_SAME;
		a->row.speed = a->row.low = a->row.high = 1;
		a->row.reason = memory_text("");
		return 0;
	}
	a->row.decision = DECISION_MORE;
	code = run_measure(&a->run);
	code = code ? code : run_finish(&a->run);
	if (!code && a->row.decision == DECISION_MORE && judge(a, true, &e))
		code = message_error(EXIT_USAGE, "%s", e.text);
	return code;
}

int attempt_make(struct attempt *a, char **words, int count)
{
	struct attempt_options *options = a->options;
	AUTO_FREE char *logs =
		memory_format("%s.last", options->series ? options->series : "bdriver-try");
	struct err e;
	int code;

	a->row = attempt_none;
	a->row.level = series_level(&a->series);
	a->row.idea = memory_text(options->note ? options->note : options->run.builds.new);
	a->row.reason = a->row.base = a->row.build = NULL;
	options->run.log.output = logs;
	code = prepare(a, words, count, &e) ? message_error(EXIT_USAGE, "%s", e.text)
					    : measure(a);
	a->row.seconds = run_clock_ns(&a->run.clock) / 1e9;
	if (code || options->final)
		return code;
	if (series_add(&a->series, a->row, &e))
		code = message_error(EXIT_WRITE, "%s", e.text);
	a->row.number = a->series.count - 1;
	if (options->series && a->row.decision == DECISION_KEEP) {
		AUTO_FREE char *kept = memory_format("%s.%zu", options->series, a->row.number);

		if (rename(logs, kept))
			message_warning(
				"%s: %s; the logs are in %s", kept, strerror(errno), logs);
	}
	return code;
}

void attempt_release(struct attempt *a)
{
	selection_free(a->goals);
	if (!a->row.number)
		attempt_row_release(&a->row);
	run_release(&a->run);
	series_release(&a->series);
}
