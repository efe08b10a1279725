/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: the time of a function is its part of the samples of a launch, times the time of the
 * verdict. Samples of one launch depend on each other, so the interval is Student's over the
 * differences of the rounds, and includes that of the verdict.
 */
#include "driver/explain/explanation_time.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/stats/distribution.h"
#include "compare/stats/multiple.h"

/* Iterations at a time, ns. */
#define BATCH_NS 1e6
#define LEVEL    0.95

static double part(const struct explanation *x, const struct explained *item, int b, unsigned r)
{
	return (double)item->samples[b][r] / (double)x->samples[b][r];
}

/* p that the time of the item changed. */
static double set_time(const struct explanation *x, struct explained *item)
{
	const struct metric_change *time = &x->row->time;
	double n = x->rounds, sum = 0, squares = 0, parts[2] = { 0, 0 }, change, variance;
	double unsure = time->old * (time->high - time->low) / (2 * normal_quantile(0.975));

	for (unsigned r = 0; r < x->rounds; r++) {
		double old = part(x, item, 0, r), new = part(x, item, 1, r);
		double difference = x->time[1] * new - x->time[0] * old;

		parts[0] += old / n;
		parts[1] += new / n;
		sum += difference;
		squares += difference * difference;
	}
	change = sum / n;
	variance = fmax(0, squares - sum * change) / (n - 1) / n;
	variance += unsure * unsure * parts[1] * parts[1];
	for (int b = 0; b < 2; b++)
		item->time[b] = parts[b] * x->time[b];
	item->change.low = change - student_quantile((1 + LEVEL) / 2, n - 1) * sqrt(variance);
	item->change.high = 2 * change - item->change.low;
	return parts[0] + parts[1] > 0 ? student_two_sided(change / sqrt(variance), n - 1)
				       : NAN;
}

static int judge_samples(struct explanation *x)
{
	AUTO_FREE double *p = memory_zeroed(x->count + 1, sizeof(*p));

	for (int b = 0; b < 2; b++)
		for (unsigned r = 0; r < x->rounds; r++)
			if (!x->samples[b][r])
				return bd_err(&x->no_time, "a launch has no samples; does the "
							   "benchmark use SIGPROF?");
	for (size_t i = 0; i < x->count; i++)
		p[i] = set_time(x, &x->items[i]);
	adjust_bh(p, p, x->count);
	for (size_t i = 0; i < x->count; i++)
		x->items[i].q = p[i];
	return 0;
}

static void add_samples(void *ctx, int build, unsigned round, const char *source,
	const char *name, unsigned samples)
{
	struct explanation *x = ctx;
	struct explained *item = explanation_item(x, name);

	(void)source;
	item->code = true;
	item->ran = true;
	item->samples[build][round] += samples;
	x->samples[build][round] += samples;
}

int explanation_measure_time(struct explanation *x, const struct suite *suites[2])
{
	const struct metric_change *time = &x->row->time;
	double n = fmax(1, floor(BATCH_NS / fmax(time->old, time->new)));
	int rc;

	x->time[0] = time->old;
	x->time[1] = time->old * time->ratio;
	if (!isfinite(n) || !isfinite(x->time[1])) {
		bd_err(&x->no_time, "the time of an iteration is not known");
		return 0;
	}
	x->outside = profile_is_outside(suites);
	rc = profile_take(suites, x->row->name, (int64_t)n, &x->rounds, x->time_deadline_ns,
		add_samples, x, &x->others, &x->no_time);
	if (!rc)
		judge_samples(x);
	return rc > 0 ? rc : 0;
}
