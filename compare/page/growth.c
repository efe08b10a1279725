/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/page/growth.h"

#include "compare/base/memory.h"
#include "compare/print/json.h"
#include "compare/stats/regression.h"

#include <math.h>
#include <stdlib.h>

#define POINTS_MAX 2000
/* Numbers of iterations that differ less say nothing of T(n). */
#define GROWTH_FROM 4

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

json_t *page_growth_of(const struct log_benchmark *benchmark)
{
	size_t count = 0, launches = benchmark ? benchmark->launch_count : 0;
	AUTO_FREE double *n = memory_array(launches, sizeof(*n));
	AUTO_FREE double *time_ns = memory_array(launches, sizeof(*time_ns));
	double least = INFINITY, most = 0;
	struct fitted_line line;

	for (size_t i = 0; i < launches; i++) {
		const struct launch *l = &benchmark->launches[i];

		if (!l->counts || l->status != OUTCOME_OK || l->iterations < 1)
			continue;
		n[count] = (double)l->iterations;
		least = fmin(least, n[count]);
		most = fmax(most, n[count]);
		time_ns[count] = l->time.min * n[count];
		count++;
	}
	if (most < GROWTH_FROM * least)
		return NULL;
	line = line_fit(n, time_ns, count);
	return page_growth(n, time_ns, count, line.intercept, line.slope, line.r2);
}
