/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/show/regress.h"

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/log/metric.h"
#include "compare/stats/regression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RESAMPLES 1000
/* Large samples differ from small ones by more than this share: the work changes. */
#define CURVED 0.25

static const char *const names[PREDICTORS] = { "iterations", "minor_faults", "major_faults",
	"voluntary_switches", "involuntary_switches", "allocations" };

enum predictor show_predictor(const char *word)
{
	int i = 0;

	while (i < PREDICTORS && strcmp(word, names[i]) != 0)
		i++;
	return (enum predictor)i;
}

/* All samples of a benchmark; a round is a group. */
struct points {
	double *x[PREDICTORS], *time_ns;
	size_t count;
	bool counted[PREDICTORS]; /* by all launches */
	size_t *ends;
	size_t groups;
};

/* allocations: of an iteration. */
static void add_launch(struct points *points, const struct launch *launch,
	const struct digest *digest, double allocations)
{
	double n = (double)launch->iterations;
	const double values[PREDICTORS] = { n, digest->minor_faults, digest->major_faults,
		digest->voluntary_switches, digest->involuntary_switches, allocations * n };

	for (size_t i = 0; i < digest->kept_count; i++) {
		for (size_t k = 0; k < PREDICTORS; k++)
			points->x[k][points->count] = isfinite(values[k]) ? values[k] : 0;
		points->time_ns[points->count++] = digest->samples[i] * n;
	}
	for (size_t k = 0; k < PREDICTORS; k++)
		points->counted[k] = points->counted[k] && isfinite(values[k]);
}

static unsigned allocations_of(const struct log *log)
{
	size_t i = 0;

	while (i < log->counters.count && strcmp(log->counters.items[i], "allocations") != 0)
		i++;
	return METRICS + (unsigned)i;
}

/* NULL: the launch has no samples for the fit. */
static const struct digest *samples_of(
	const struct log *log, const struct digests *digests, size_t place, size_t i)
{
	const struct launch *l = &log->benchmarks[place].launches[i];
	bool fits = l->counts && l->status == OUTCOME_OK && l->iterations > 0;

	return fits ? digests_get(digests, place, i) : NULL;
}

static struct points points_of(
	const struct log *log, const struct digests *digests, size_t place)
{
	const struct log_benchmark *b = &log->benchmarks[place];
	struct points points = { .ends = memory_zeroed(b->launch_count + 1, sizeof(size_t)) };
	const unsigned allocations = allocations_of(log);
	const struct launch *last = NULL;
	const struct digest *digest;
	size_t samples = 0;

	for (size_t i = 0; i < b->launch_count; i++)
		if ((digest = samples_of(log, digests, place, i)))
			samples += digest->kept_count;
	for (size_t k = 0; k < PREDICTORS; k++) {
		points.x[k] = memory_array(samples, sizeof(double));
		points.counted[k] = true;
	}
	points.time_ns = memory_array(samples, sizeof(double));
	for (size_t i = 0; i < b->launch_count; i++) {
		const struct launch *l = &b->launches[i];

		digest = samples_of(log, digests, place, i);
		if (!digest || !digest->kept_count)
			continue;
		add_launch(&points, l, digest, launch_counted(l, allocations));
		points.groups += !last || launch_compare_rounds(last, l);
		points.ends[points.groups - 1] = points.count;
		last = l;
	}
	return points;
}

static void points_release(struct points *points)
{
	for (size_t i = 0; i < PREDICTORS; i++)
		free(points->x[i]);
	free(points->time_ns);
	free(points->ends);
}

/* Those in the fit: iterations first. */
struct chosen {
	enum predictor values[PREDICTORS];
	const double *x[PREDICTORS];
	const char *name[PREDICTORS];
	size_t count;
};

static void choose(struct chosen *chosen, const struct points *points, enum predictor value)
{
	chosen->values[chosen->count] = value;
	chosen->x[chosen->count] = points->x[value];
	chosen->name[chosen->count++] = names[value];
}

static struct chosen choose_predictors(
	const struct points *points, unsigned predictors, struct string_list *notes)
{
	struct chosen chosen = { .count = 0 };

	choose(&chosen, points, PREDICTOR_ITERATIONS);
	for (int k = PREDICTOR_ITERATIONS + 1; k < PREDICTORS; k++) {
		size_t nonzero = regression_nonzero(points->x[k], points->count);

		if (!(predictors & 1U << k))
			continue;
		if (!points->counted[k])
			string_list_addf(notes, "%s left out: not counted%s", names[k],
				k == PREDICTOR_ALLOCATIONS
					? " (link the suite with bdriver::bdallocations)"
					: "");
		else if (nonzero < REGRESSION_NONZERO_MIN)
			string_list_addf(notes, "%s left out: %zu of %zu samples have any",
				names[k], nonzero, points->count);
		else
			choose(&chosen, points, (enum predictor)k);
	}
	return chosen;
}

/* The best time of an iteration in samples of more than `low` and at most `high`. */
static double best_between(const struct points *points, double low, double high)
{
	double best = INFINITY;

	for (size_t i = 0; i < points->count; i++) {
		double n = points->x[PREDICTOR_ITERATIONS][i];

		if (n > low && n <= high)
			best = fmin(best, points->time_ns[i] / n);
	}
	return best;
}

/* As the doctor's check `linearity` would put it. Best times, as it is noise that bends most
 * lines. */
static const char *why_no_line(const struct points *points)
{
	double most = 0, ratio;

	for (size_t i = 0; i < points->count; i++)
		most = fmax(most, points->x[PREDICTOR_ITERATIONS][i]);
	ratio = best_between(points, most / 2, most) / best_between(points, most / 8, most / 4);
	if (ratio > 1 + CURVED)
		return "later iterations do more work than earlier ones: reset the state that "
		       "grows (bdriver doctor --check linearity)";
	if (ratio < 1 - CURVED)
		return "later iterations do less work than earlier ones: restore the input "
		       "each time (bdriver doctor --check linearity)";
	return "the times scatter around the line: measure on a quieter machine, or for longer";
}

static void fit(struct show_regression *r, const struct points *points,
	const struct chosen *chosen, struct string_list *notes)
{
	struct regression_data data = { .rows = points->count,
		.predictors = chosen->count,
		.y = points->time_ns,
		.x = chosen->x,
		.name = chosen->name,
		.group_end = points->ends,
		.groups = points->groups };
	struct interval terms[1 + PREDICTORS];
	struct regression_intervals intervals = { .terms = terms };
	struct regression fitted;
	struct prng prng;
	struct err e;

	/* A fixed seed: the same log always gives the same table. */
	prng_seed(&prng, points->count);
	if (regression_fit(&fitted, &data, &e) ||
		regression_bootstrap(&data, RESAMPLES, &prng, &intervals, &e)) {
		r->failed = true;
		string_list_add(notes, e.text);
		return;
	}
	r->constant = (struct show_cost){ fitted.coefficient[0], terms[0].low, terms[0].high };
	for (size_t k = 0; k < chosen->count; k++)
		r->costs[chosen->values[k]] = (struct show_cost){ fitted.coefficient[1 + k],
			terms[1 + k].low, terms[1 + k].high };
	r->r2 = fitted.r2;
	r->r2_low = intervals.r2.low;
	r->r2_high = intervals.r2.high;
	regression_release(&fitted);
	if (r->r2 < SHOW_GOOD_R2)
		string_list_add(notes, why_no_line(points));
}

static bool sizes_differ(const struct points *points)
{
	for (size_t i = 1; i < points->count; i++)
		if (points->x[PREDICTOR_ITERATIONS][i] != points->x[PREDICTOR_ITERATIONS][0])
			return true;
	return false;
}

struct show_regression show_regress(
	const struct log *log, const struct digests *digests, size_t place, unsigned predictors)
{
	static const struct show_cost none = { NAN, NAN, NAN };
	struct show_regression r = {
		.constant = none, .r2 = NAN, .r2_low = NAN, .r2_high = NAN
	};
	AUTO(points_release) struct points points = points_of(log, digests, place);
	AUTO(string_list_release) struct string_list notes = { 0 };
	struct chosen chosen;

	for (int k = 0; k < PREDICTORS; k++)
		r.costs[k] = none;
	if (points.count > 2 && sizes_differ(&points)) {
		r.rows = points.count;
		chosen = choose_predictors(&points, predictors, &notes);
		fit(&r, &points, &chosen, &notes);
	}
	if (notes.count)
		r.notes = string_list_join(&notes, "; ");
	return r;
}

void show_regression_release(struct show_regression *regression)
{
	free(regression->notes);
}
