/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/verdict/comparison.h"
#include "compare/verdict/row_side.h"
#include "driver/logs/compare.h"
#include "driver/plan/brief.h"
#include "driver/run/interim.h"
#include "driver/run/logs.h"
#include "driver/run/run.h"

/* The last round before the first one that is not there: with several workers a later one may
 * have ended before a crash. */
static uint32_t whole_rounds(const struct log_benchmark *benchmark, unsigned stage)
{
	size_t count = benchmark->launch_count;
	AUTO_FREE bool *there = memory_zeroed(count + 2, sizeof(*there));
	uint32_t last = 0;

	for (size_t k = 0; k < count; k++) {
		const struct launch *launch = &benchmark->launches[k];

		if (launch->stage == stage && launch->round <= count)
			there[launch->round] = true;
	}
	while (there[last + 1])
		last++;
	return last;
}

static uint32_t rounds_of(
	const struct builds *builds, struct log *logs, const struct subject *s, unsigned stage)
{
	uint32_t rounds = UINT32_MAX;

	for (size_t b = 0; b < builds->count; b++) {
		const struct log_benchmark *benchmark = run_logs_find(builds, logs, s, b);
		uint32_t last = benchmark ? whole_rounds(benchmark, stage) : 0;

		if (s->builds[b].path && last < rounds)
			rounds = last;
	}
	return rounds;
}

static const struct launch *launch_at(const struct log_benchmark *b, const struct launch *like)
{
	for (size_t i = 0; i < b->launch_count; i++)
		if (b->launches[i].counts && !launch_compare_rounds(&b->launches[i], like))
			return &b->launches[i];
	return NULL;
}

/* From the rounds whose launches were not brief. */
static void take_brief(struct interim *interim, const struct log_benchmark *old,
	const struct log_benchmark *new, unsigned turns)
{
	AUTO_FREE struct brief_round *rounds =
		memory_zeroed(old->launch_count + 1, sizeof(*rounds));
	size_t n = 0, cold = 0;

	for (size_t i = 0; i < old->launch_count; i++) {
		const struct launch *a = &old->launches[i], *b;

		if (!a->counts || a->turn_count <= turns || !(b = launch_at(new, a)))
			continue;
		cold += a->cold || b->cold;
		rounds[n++] = (struct brief_round){ turns_change(a, b, SIZE_MAX),
			turns_change(a, b, turns) };
	}
	interim->whole_rounds = (uint32_t)n;
	/* Single ones were slowed down by something else. */
	if (2 * cold <= n)
		interim->brief_variance = brief_variance(rounds, n, interim->threshold);
}

static void take_row(struct interim *interim, const struct row *row)
{
	interim->threshold = log1p(row->time.threshold);
	if (isfinite(row->paired.width) && !(row->paired.width <= interim->half_width))
		interim->half_width = row->paired.width;
	if (!(log1p(row->time.smallest) <= interim->smallest))
		interim->smallest = log1p(row->time.smallest);
	/* The same code is never a suspect. */
	if (isfinite(row->paired.first_p) && !row_is_proven(row) &&
		!(row->paired.first_p >= interim->p)) {
		interim->p = row->paired.first_p;
		interim->effect = log(row->time.ratio);
	}
}

/* The first build against another one. That nothing can be compared yet is no error. */
static void compare_with_first(const struct config *config, struct interim *interims,
	const struct table *index, const struct log *old, const struct log *new)
{
	struct compare_options options = COMPARE_OPTIONS_DEFAULT;
	AUTO(comparison_release) struct comparison comparison = { 0 };
	struct err e;

	compare_configure(&options, config);
	options.rule = RULE_PAIRED;
	if (comparison_make(&comparison, old, new, &options, &e) == 0) {
		for (size_t i = 0; i < comparison.row_count; i++) {
			const struct row *row = &comparison.rows[i];
			size_t *subject =
				table_find_benchmark(index, row->suite, row->name, NULL);

			if (subject && row_is_compared(row))
				take_row(&interims[*subject], row);
		}
	}
}

void interim_analyse(struct run *run, struct log *logs, unsigned stage)
{
	AUTO_TABLE struct table *index = table_new();

	for (size_t b = 0; b < run->builds.count; b++)
		log_leave_out(&logs[b], UINT32_MAX, stage);
	for (size_t s = 0; s < run->subjects.count; s++) {
		const struct subject *subject = &run->subjects.items[s];

		table_add_benchmark(index, subject->suite, subject->name, NULL, s, NULL);
		run->phase.interims[s] = (struct interim){ .half_width = NAN,
			.threshold = NAN,
			.smallest = NAN,
			.p = NAN,
			.effect = NAN,
			.brief_variance = NAN };
		run->phase.interims[s].rounds = rounds_of(&run->builds, logs, subject, stage);
	}
	for (size_t b = 1; b < run->builds.count; b++)
		compare_with_first(
			&run->config, run->phase.interims, index, &logs[0], &logs[b]);
	for (size_t s = 0; run->builds.count == 2 && s < run->subjects.count; s++) {
		const struct subject *subject = &run->subjects.items[s];
		const struct log_benchmark *old = run_logs_find(&run->builds, logs, subject, 0);
		const struct log_benchmark *new = run_logs_find(&run->builds, logs, subject, 1);

		if (old && new)
			take_brief(&run->phase.interims[s], old, new,
				brief_turns(subject->length.slice_ns));
	}
}
