/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/counted.h"

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/multiple.h"
#include "compare/stats/quantile.h"
#include "compare/stats/summary.h"
#include "compare/verdict/row_side.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double ratio_of(double old, double new)
{
	if (old == new)
		return 1;
	return old > 0 && new > 0 ? new / old : NAN;
}

/* The change as ln that matters: that of the threshold, and that of the least difference. */
static double floor_of(const struct metric_change *change, double least)
{
	double less = fmin(change->old, change->new);

	return fmax(log1p(change->threshold), less > 0 ? log1p(least / less) : 0);
}

static void compare_exactly(struct metric_change *change, double least)
{
	double less = fmin(fabs(change->old), fabs(change->new));
	double size = fabs(change->new - change->old);

	change->low = change->high = change->ratio;
	change->verdict = size == 0 || size < least || size < change->threshold * less
				  ? VERDICT_UNCHANGED
			  : change->new > change->old ? VERDICT_REGRESSED
						      : VERDICT_IMPROVED;
}

static struct moments logs_of(const double *values, size_t n)
{
	AUTO_FREE double *logs = memory_zeroed(n, sizeof(*logs));

	for (size_t i = 0; i < n; i++)
		logs[i] = log(values[i]);
	return moments_of(logs, n);
}

/* Welch 1947: standard error of the difference, and the degrees of freedom of its test. */
static double welch(const struct moments *a, const struct moments *b, double *df)
{
	double x = a->sd * a->sd / (double)a->n, y = b->sd * b->sd / (double)b->n;

	*df = (x + y) * (x + y) / (x * x / ((double)a->n - 1) + y * y / ((double)b->n - 1));
	return sqrt(x + y);
}

/* At least one side varies, so the error is above 0. */
static void test_logs(
	struct metric_change *change, const struct counted_sides *sides, double least)
{
	struct moments old = logs_of(sides->old, sides->old_count);
	struct moments new = logs_of(sides->new, sides->new_count);
	double df, error = welch(&old, &new, &df), size = new.mean - old.mean;
	double half = student_quantile(0.975, df) * error;

	change->old = exp(old.mean);
	change->new = exp(new.mean);
	change->ratio = exp(size);
	change->low = exp(size - half);
	change->high = exp(size + half);
	change->p =
		fabs(size) < floor_of(change, least) ? 1 : student_two_sided(size / error, df);
	if (fabs(size) + student_quantile(0.95, df) * error < floor_of(change, least))
		change->verdict = VERDICT_UNCHANGED;
}

void counted_compare(
	struct metric_change *change, const struct counted_sides *sides, double least)
{
	size_t n = sides->old_count, m = sides->new_count;
	bool exact;

	quantile_sort(sides->old, n);
	quantile_sort(sides->new, m);
	if (n)
		change->old = quantile_median(sides->old, n);
	if (m)
		change->new = quantile_median(sides->new, m);
	if (!n || !m)
		return;
	change->ratio = ratio_of(change->old, change->new);
	if (n < COUNTED_LAUNCHES || m < COUNTED_LAUNCHES)
		return;
	exact = sides->old[0] == sides->old[n - 1] && sides->new[0] == sides->new[m - 1];
	if (exact)
		compare_exactly(change, least);
	else if (sides->old[0] > 0 && sides->new[0] > 0)
		test_logs(change, sides, least);
}

void counted_judge(struct metric_change *changes, size_t n, size_t step, double fdr)
{
	AUTO_FREE double *q = memory_zeroed(n, sizeof(*q));

	for (size_t i = 0; i < n; i++)
		q[i] = changes[i * step].p;
	adjust_bh(q, q, n);
	for (size_t i = 0; i < n; i++) {
		struct metric_change *change = &changes[i * step];

		change->q = q[i];
		if (q[i] <= fdr)
			change->verdict =
				change->ratio > 1 ? VERDICT_REGRESSED : VERDICT_IMPROVED;
	}
}

/* The number of a counter in a log, or one that no launch has. */
static unsigned number_of(const struct log *log, const char *name)
{
	for (size_t i = 0; i < log->counters.count; i++)
		if (strcmp(log->counters.items[i], name) == 0)
			return METRICS + (unsigned)i;
	return METRIC_TIME;
}

static double threshold_of(const struct compare_options *options, const struct metric *metric)
{
	const struct threshold_list *list = &options->metric_thresholds;

	for (size_t i = list->count; i-- > 0;)
		if (strcmp(list->items[i].of, metric->key) == 0)
			return list->items[i].threshold;
	return metric->threshold;
}

static void add_metric(
	struct comparison *c, const struct metric *metric, unsigned old, unsigned new)
{
	const struct string_list *fail_on = c->options.fail_on_metrics;

	c->metrics[c->metric_count++] = (struct compared_metric){ .about = *metric,
		.old = old,
		.new = new,
		.threshold = threshold_of(&c->options, metric),
		.fails = fail_on &&string_list_has(fail_on, metric->key) };
}

static enum metric_better better_of(
	const struct compare_options *options, const char *key, const char *name)
{
	const struct string_list *list = options->better;

	for (size_t i = list ? list->count : 0; i > 0; i -= 2)
		if (!strcmp(list->items[i - 2], key))
			return strcmp(list->items[i - 1], "more") ? BETTER_LESS : BETTER_MORE;
	return counter_better(name);
}

static void add_counter(struct comparison *c, const char *name)
{
	struct metric metric = metric_counter;

	metric.key = memory_format(COUNTER_KEY "%s", name);
	metric.better = better_of(&c->options, metric.key, name);
	metric.title = memory_format("%s%s", metric.key,
		metric.better == BETTER_UNKNOWN ? " (less or more is better?)" : "");
	add_metric(c, &metric, number_of(c->old, name), number_of(c->new, name));
}

static bool has_metric(const struct comparison *c, const char *key)
{
	for (size_t m = 0; m < c->metric_count; m++)
		if (strcmp(c->metrics[m].about.key, key) == 0)
			return true;
	return false;
}

/* A gate that cannot fail would be no gate. */
static int check_fail_on(const struct comparison *c, struct err *e)
{
	const struct string_list *words = c->options.fail_on_metrics;

	for (size_t i = 0; words && i < words->count; i++)
		if (metric_is_counted(words->items[i]) && !has_metric(c, words->items[i]))
			return bd_err(e, "--fail-on %s: neither %s nor %s has this metric",
				words->items[i], c->old->path, c->new->path);
	return 0;
}

int metrics_find(struct comparison *c, struct err *e)
{
	const struct string_list *old = &c->old->counters, *new = &c->new->counters;

	c->metrics = memory_zeroed(METRICS + old->count + new->count, sizeof(*c->metrics));
	for (unsigned m = METRIC_TIME + 1; m < METRICS; m++)
		add_metric(c, &metrics[m], m, m);
	for (size_t i = 0; i < new->count; i++)
		add_counter(c, new->items[i]);
	for (size_t i = 0; i < old->count; i++)
		if (!string_list_has(new, old->items[i]))
			add_counter(c, old->items[i]);
	return check_fail_on(c, e);
}

/* `values`: room for one of each launch. */
static void compare_row(const struct row *row, const struct compared_metric *metric,
	double *values, struct metric_change *change)
{
	struct counted_sides sides = { .old = values, .new = values + row->old.launches };

	*change = (struct metric_change)CHANGE_UNKNOWN;
	change->threshold = metric->threshold;
	sides.old_count = row_side_counted(&row->old, metric->old, sides.old);
	sides.new_count = row_side_counted(&row->new, metric->new, sides.new);
	counted_compare(change, &sides, metric->about.least);
}

/* Counted once a run, as each launch would count the same. */
static void compare_executable(struct comparison *c, const struct row *row)
{
	const struct compared_metric *metric = &c->metrics[METRIC_SIZE - 1];
	double old[COUNTED_LAUNCHES], new[COUNTED_LAUNCHES];
	struct counted_sides sides = { old, new, COUNTED_LAUNCHES, COUNTED_LAUNCHES };
	struct executable *x;

	for (size_t i = 0; i < COUNTED_LAUNCHES; i++) {
		old[i] = log_loaded_bytes(c->old, row->old.benchmark->suite);
		new[i] = log_loaded_bytes(c->new, row->suite);
	}
	if (isnan(*old) || isnan(*new))
		return;
	x = ARRAY_ADD(c->executables, c->executable_count, c->executable_capacity);
	*x = (struct executable){ .suite = row->suite, .size = CHANGE_UNKNOWN };
	x->size.threshold = metric->threshold;
	counted_compare(&x->size, &sides, metric->about.least);
	x->fails = metric->fails && x->size.verdict == VERDICT_REGRESSED;
}

static void compare_executables(struct comparison *c)
{
	const char *before = NULL;

	for (size_t i = 0; i < c->row_count; i++) {
		const struct row *row = &c->rows[i];

		if (!row->old.benchmark || !row->new.benchmark ||
			(before && !strcmp(before, row->suite)))
			continue;
		before = row->suite;
		compare_executable(c, row);
	}
}

static bool has_counted(const struct log_benchmark *benchmark)
{
	for (size_t i = 0; benchmark && i < benchmark->launch_count; i++)
		if (benchmark->launches[i].counted_count)
			return true;
	return false;
}

void metrics_compare(struct comparison *c)
{
	size_t step = c->metric_count, capacity = 0, used = 1;
	AUTO_FREE double *values = memory_grow(NULL, &capacity, 1, sizeof(*values));
	static const struct row none;

	c->counted = memory_array((c->row_count + 1) * step + 1, sizeof(*c->counted));
	/* The first changes are of all rows that have none: large foreign logs are such. */
	for (size_t m = 0; m < step; m++)
		compare_row(&none, &c->metrics[m], values, &c->counted[m]);
	for (size_t i = 0; i < c->row_count; i++) {
		struct row *row = &c->rows[i];

		row->counted = c->counted;
		if (!has_counted(row->old.benchmark) && !has_counted(row->new.benchmark))
			continue;
		values = memory_grow(values, &capacity,
			row->old.launches + row->new.launches + 1, sizeof(*values));
		row->counted = &c->counted[used++ * step];
		for (size_t m = 0; m < step; m++)
			compare_row(row, &c->metrics[m], values, &row->counted[m]);
	}
	for (size_t m = 0; m < step; m++) {
		struct compared_metric *metric = &c->metrics[m];

		counted_judge(&c->counted[m], used, step, c->options.fdr);
		for (size_t i = 0; i < c->row_count; i++) {
			enum verdict *verdict = &c->rows[i].counted[m].verdict;

			/* So far more was worse. */
			if (metric->about.better == BETTER_MORE && *verdict <= VERDICT_IMPROVED)
				*verdict = *verdict == VERDICT_REGRESSED ? VERDICT_IMPROVED
									 : VERDICT_REGRESSED;
			metric->changed += *verdict <= VERDICT_IMPROVED;
			c->rows[i].counted_fails |=
				metric->fails && *verdict == VERDICT_REGRESSED;
		}
		c->summary.counted_changes += metric->changed;
	}
	compare_executables(c);
}

void metrics_release(struct comparison *c)
{
	for (size_t m = METRICS - 1; c->metrics && m < c->metric_count; m++) {
		free((char *)c->metrics[m].about.title);
		free((char *)c->metrics[m].about.key);
	}
	free(c->metrics);
	free(c->counted);
	free(c->executables);
}
