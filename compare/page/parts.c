/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/page/parts.h"

#include "compare/base/memory.h"
#include "compare/page/launches.h"
#include "compare/print/json.h"
#include "compare/stats/quantile.h"
#include "compare/stats/regression.h"
#include "compare/stats/summary.h"
#include "compare/verdict/row_side.h"

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

json_t *page_log(const struct log *log)
{
	json_t *json = json_object(), *meta = json_array();

	for (size_t i = 0; i < log->meta_count; i++) {
		json_append(meta, json_array_of(json_text(log->meta[i].key),
					  json_text(log->meta[i].value)));
	}
	json_put(json, "path", json_text(log->path));
	json_put(json, "format", json_text(log->format));
	json_put(json, "complete", json_boolean(log->complete));
	json_put(json, "summaries_only", json_boolean(log->summaries_only));
	json_put(json, "meta", meta);
	return json;
}

json_t *page_head(const char *kind, const char *title)
{
	json_t *json = json_object();

	json_put(json, "schema", json_text("bdriver-page-1"));
	json_put(json, "version", json_text(BD_VERSION));
	json_put(json, "kind", json_text(kind));
	json_put(json, "title", json_text(title));
	json_put(json, "sample_step", json_count(1));
	json_put(json, "launch_columns", page_launch_columns());
	return json;
}

json_t *page_row(const char *suite, const char *name, const struct log_benchmark *benchmark)
{
	json_t *json = json_object();

	json_put(json, "suite", json_text(suite));
	json_put(json, "name", json_text(name));
	if (benchmark && *benchmark->file)
		json_put(json, "file",
			json_text_owned(
				memory_format("%s:%u", benchmark->file, benchmark->line)));
	return json;
}

double page_noise(const struct row_side *side)
{
	AUTO_FREE double *values = memory_zeroed(side->launches + 1, sizeof(*values));
	size_t count = row_side_values(side, ESTIMATOR_MEDIAN, values);
	struct moments moments = moments_of(values, count);

	return count > 1 ? moments.sd / moments.mean : NAN;
}

double page_peak(const struct row_side *side)
{
	AUTO_FREE double *values = memory_zeroed(side->launches + 1, sizeof(*values));
	size_t count = row_side_counted(side, METRIC_MEMORY, values);

	return quantile_median_of(values, count);
}
