/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/page/growth.h"

#include "compare/base/memory.h"
#include "compare/print/json.h"
#include "compare/stats/regression.h"

#include <stdlib.h>

#define POINTS_MAX 2000

json_t *page_growth(const double *n, const double *time_ns, size_t count, double once_ns,
	double each_ns, double r2)
{
	json_t *json = json_object(), *points = json_array();
	size_t step = count / POINTS_MAX + 1;

	for (size_t i = 0; i < count; i += step) {
		json_append(points, json_number(n[i]));
		json_append(points, json_number(time_ns[i]));
	}
	json_put(json, "points", points);
	json_put(json, "once", json_number(once_ns));
	json_put(json, "each", json_number(each_ns));
	json_put(json, "r2", json_number(r2));
	return json;
}

struct points {
	double *n, *time_ns;
	size_t count, n_capacity, time_capacity;
};

static void add_batches(struct points *points, const struct batches *batches)
{
	for (size_t i = 0; i < batches->count; i++) {
		size_t need = points->count + 1;

		points->n = memory_grow(points->n, &points->n_capacity, need, sizeof(double));
		points->time_ns = memory_grow(
			points->time_ns, &points->time_capacity, need, sizeof(double));
		points->n[points->count] = batches->values[BATCH_ITERATIONS][i];
		points->time_ns[points->count++] = batches->values[BATCH_NS][i];
	}
}

json_t *page_growth_of(const struct log_benchmark *benchmark)
{
	struct points points = { 0 };
	struct fitted_line line;
	json_t *json;

	for (size_t i = 0; benchmark && i < benchmark->launch_count; i++) {
		const struct launch *l = &benchmark->launches[i];

		if (l->counts && l->status == OUTCOME_OK && l->evidence && l->evidence->batches)
			add_batches(&points, l->evidence->batches);
	}
	line = line_fit(points.n, points.time_ns, points.count);
	json = points.count ? page_growth(points.n, points.time_ns, points.count,
				      line.intercept, line.slope, line.r2)
			    : NULL;
	free(points.n);
	free(points.time_ns);
	return json;
}
