/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/show/regress.h"

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/stats/regression_bootstrap.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RESAMPLES 1000
/* Large batches differ from small ones by more than this share: the work changes. */
#define CURVED 0.25

static const char *const names[BATCH_VALUES] = { [BATCH_ITERATIONS] = "iterations",
	[BATCH_NS] = "",
	[BATCH_MINOR_FAULTS] = "minor_faults",
	[BATCH_MAJOR_FAULTS] = "major_faults",
	[BATCH_VOLUNTARY_SWITCHES] = "voluntary_switches",
	[BATCH_INVOLUNTARY_SWITCHES] = "involuntary_switches",
	[BATCH_ALLOCATIONS] = "allocations" };

enum batch_value show_predictor(const char *word)
{
	int value = 0;

	while (value < BATCH_VALUES && (value == BATCH_NS || strcmp(word, names[value]) != 0))
		value++;
	return (enum batch_value)value;
}

/* All rows of a benchmark; a launch is a group. */
struct points {
	double *values[BATCH_VALUES];
	size_t capacity[BATCH_VALUES];
	size_t count;
	bool counted[BATCH_VALUES]; /* by all launches */
	size_t *ends;
	size_t groups;
};

static void put(struct points *points, enum batch_value value, double number)
{
	points->values[value] = memory_grow(points->values[value], &points->capacity[value],
		points->count + 1, sizeof(double));
	points->values[value][points->count] = number;
}

static void add_batches(struct points *points, const struct batches *batches)
{
	for (size_t i = 0; i < batches->count; i++) {
		for (int k = 0; k < BATCH_VALUES; k++)
			put(points, (enum batch_value)k,
				batches->values[k] ? batches->values[k][i] : 0);
		points->count++;
	}
	for (int k = 0; k < BATCH_VALUES; k++)
		points->counted[k] = points->counted[k] && batches->values[k];
}

static void add_samples(
	struct points *points, const struct launch *launch, const struct digest *digest)
{
	double n = (double)launch->iterations;

	for (size_t i = 0; i < digest->kept_count; i++) {
		for (int k = 0; k < BATCH_VALUES; k++)
			put(points, (enum batch_value)k, 0);
		points->values[BATCH_ITERATIONS][points->count] = n;
		points->values[BATCH_NS][points->count++] = digest->samples[i] * n;
	}
	for (int k = BATCH_NS + 1; k < BATCH_VALUES; k++)
		points->counted[k] = false;
}

static void add_launch(
	struct points *points, const struct launch *launch, const struct digest *digest)
{
	size_t before = points->count;

	if (!launch->counts || launch->status != OUTCOME_OK || !digest)
		return;
	if (digest->batches)
		add_batches(points, digest->batches);
	else if (launch->iterations > 0 && digest->samples)
		add_samples(points, launch, digest);
	if (points->count > before)
		points->ends[points->groups++] = points->count;
}

static struct points points_of(
	const struct log_benchmark *benchmark, const struct digests *digests, size_t place)
{
	struct points points = { .ends = memory_zeroed(
					 benchmark->launch_count + 1, sizeof(size_t)) };

	for (int k = 0; k < BATCH_VALUES; k++)
		points.counted[k] = true;
	for (size_t i = 0; i < benchmark->launch_count; i++)
		add_launch(&points, &benchmark->launches[i], digests_get(digests, place, i));
	return points;
}

static void points_release(struct points *points)
{
	for (int k = 0; k < BATCH_VALUES; k++)
		free(points->values[k]);
	free(points->ends);
}

/* Those in the fit: iterations first. */
struct chosen {
	enum batch_value values[BATCH_VALUES];
	const double *x[BATCH_VALUES];
	const char *name[BATCH_VALUES];
	size_t count;
};

static void choose(struct chosen *chosen, const struct points *points, enum batch_value value)
{
	chosen->values[chosen->count] = value;
	chosen->x[chosen->count] = points->values[value];
	chosen->name[chosen->count++] = names[value];
}

static struct chosen choose_predictors(
	const struct points *points, unsigned predictors, struct string_list *notes)
{
	struct chosen chosen = { .count = 0 };

	choose(&chosen, points, BATCH_ITERATIONS);
	for (int k = BATCH_NS + 1; k < BATCH_VALUES; k++) {
		size_t nonzero = regression_nonzero(points->values[k], points->count);

		if (!(predictors & 1U << k))
			continue;
		if (!points->counted[k])
			string_list_addf(notes, "%s left out: not counted%s", names[k],
				k == BATCH_ALLOCATIONS
					? " (link the suite with bdriver::bdallocations)"
					: "");
		else if (nonzero < REGRESSION_NONZERO_MIN)
			string_list_addf(notes, "%s left out: %zu of %zu batches have any",
				names[k], nonzero, points->count);
		else
			choose(&chosen, points, (enum batch_value)k);
	}
	return chosen;
}

/* The best time of an iteration in batches of more than `low` and at most `high`. */
static double best_between(const struct points *points, double low, double high)
{
	double best = INFINITY;

	for (size_t i = 0; i < points->count; i++) {
		double n = points->values[BATCH_ITERATIONS][i];

		if (n > low && n <= high)
			best = fmin(best, points->values[BATCH_NS][i] / n);
	}
	return best;
}

/* As the doctor's check `linearity` would put it. Best times, as it is noise that bends most
 * lines. */
static const char *why_no_line(const struct points *points)
{
	double most = 0, ratio;

	for (size_t i = 0; i < points->count; i++)
		most = fmax(most, points->values[BATCH_ITERATIONS][i]);
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
		.y = points->values[BATCH_NS],
		.x = chosen->x,
		.name = chosen->name,
		.group_end = points->ends,
		.groups = points->groups };
	struct interval terms[1 + BATCH_VALUES], r2;
	struct regression fitted;
	struct prng prng;
	struct err e;

	/* A fixed seed: the same log always gives the same table. */
	prng_seed(&prng, points->count);
	if (regression_fit(&fitted, &data, &e) ||
		regression_bootstrap(&data, RESAMPLES, 0.95, &prng, terms, &r2, NULL, &e)) {
		r->failed = true;
		string_list_add(notes, e.text);
		return;
	}
	r->constant = (struct show_cost){ fitted.coefficient[0], terms[0].low, terms[0].high };
	for (size_t k = 0; k < chosen->count; k++)
		r->costs[chosen->values[k]] = (struct show_cost){ fitted.coefficient[1 + k],
			terms[1 + k].low, terms[1 + k].high };
	r->r2 = fitted.r2;
	r->r2_low = r2.low;
	r->r2_high = r2.high;
	regression_release(&fitted);
	if (r->r2 < SHOW_GOOD_R2)
		string_list_add(notes, why_no_line(points));
}

static bool sizes_differ(const struct points *points)
{
	for (size_t i = 1; i < points->count; i++)
		if (points->values[BATCH_ITERATIONS][i] != points->values[BATCH_ITERATIONS][0])
			return true;
	return false;
}

struct show_regression show_regress(const struct log_benchmark *benchmark,
	const struct digests *digests, size_t place, unsigned predictors)
{
	static const struct show_cost none = { NAN, NAN, NAN };
	struct show_regression r = {
		.constant = none, .r2 = NAN, .r2_low = NAN, .r2_high = NAN
	};
	AUTO(points_release) struct points points = points_of(benchmark, digests, place);
	AUTO(string_list_release) struct string_list notes = { 0 };
	struct chosen chosen;

	for (int k = 0; k < BATCH_VALUES; k++)
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
