/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/show/show.h"

#include "compare/base/memory.h"
#include "compare/log/log.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void add_launch(
	struct show_line *line, const struct launch *launch, const struct digest *digest)
{
	line->launches++;
	line->disturbed += launch->disturbed;
	line->samples += launch->sample_count;
	line->outliers += digest->outliers;
	line->min_ns = fmin(line->min_ns, launch->time.min);
	line->max_ns = fmax(line->max_ns, launch->time.max);
	if (line->launches == 1)
		line->iterations = launch->iterations;
	else if (line->iterations != launch->iterations)
		line->iterations = -1;
}

/* One value of each launch that counts and is ok. */
struct column_values {
	const struct show *show;
	const struct log_benchmark *benchmark;
	double *values; /* room for all launches */
	size_t count;
};

static bool is_measured(const struct launch *launch)
{
	return launch->counts && launch->status == OUTCOME_OK;
}

static double median_over(struct column_values *v,
	double (*value)(const struct launch *launch, const struct digest *digest, size_t i),
	size_t i)
{
	size_t benchmark = (size_t)(v->benchmark - v->show->log->benchmarks);

	v->count = 0;
	for (size_t k = 0; k < v->benchmark->launch_count; k++)
		if (is_measured(&v->benchmark->launches[k]))
			v->values[v->count++] = value(&v->benchmark->launches[k],
				digests_get(v->show->digests, benchmark, k), i);
	return quantile_median_of(v->values, v->count);
}

static double median_of_launch(
	const struct launch *launch, const struct digest *digest, size_t i)
{
	(void)digest;
	(void)i;
	return launch->time.median;
}

static double count_of_launch(
	const struct launch *launch, const struct digest *digest, size_t i)
{
	(void)digest;
	return launch_counted(launch, (unsigned)i);
}

static double time_of_digest(const struct launch *launch, const struct digest *digest, size_t i)
{
	(void)launch;
	return *(const double *)((const char *)digest + i);
}

static double quantile_of_digest(
	const struct launch *launch, const struct digest *digest, size_t i)
{
	(void)launch;
	return digest->quantiles ? digest->quantiles[i] : NAN;
}

static void set_medians(struct show_line *line, struct column_values *v)
{
	line->q1_ns = median_over(v, time_of_digest, offsetof(struct digest, q1_ns));
	line->q3_ns = median_over(v, time_of_digest, offsetof(struct digest, q3_ns));
	line->mean_ns = median_over(v, time_of_digest, offsetof(struct digest, mean_ns));
	line->sd_ns = median_over(v, time_of_digest, offsetof(struct digest, sd_ns));
	line->mad_ns = median_over(v, time_of_digest, offsetof(struct digest, mad_ns));
	for (size_t m = METRIC_TIME + 1; m < METRICS; m++)
		line->counted[m] = median_over(v, count_of_launch, m);
	for (size_t i = 0; i < SUMMARY_QUANTILES; i++)
		line->quantiles[i] = v->show->digests->everything
					     ? median_over(v, quantile_of_digest, i)
					     : NAN;
	line->median_ns = median_over(v, median_of_launch, 0);
	if (v->count > 1)
		line->between_sd_ns = moments_of(v->values, v->count).sd;
}

static void make_line(
	struct show_line *line, const struct show *show, const struct log_benchmark *b)
{
	struct column_values v = { .show = show, .benchmark = b };
	size_t place = (size_t)(b - show->log->benchmarks);

	*line = (struct show_line){ .benchmark = b,
		.iterations = -1,
		.min_ns = NAN,
		.max_ns = NAN,
		.between_sd_ns = NAN };
	for (size_t i = 0; i < b->launch_count; i++) {
		if (is_measured(&b->launches[i]))
			add_launch(line, &b->launches[i], digests_get(show->digests, place, i));
		else if (b->launches[i].counts && b->launches[i].status == OUTCOME_SKIPPED)
			line->skipped++;
		else if (b->launches[i].counts)
			line->failed++;
	}
	line->all_cpus = log_on_all_cpus(show->log, b);
	v.values = memory_zeroed(line->launches, sizeof(*v.values));
	set_medians(line, &v);
	free(v.values);
	line->regression = show_regress(show->log, show->digests, place, show->predictors);
}

/* Rows of a log come in the order of its run, which is shuffled. */
static int by_shown_name(const void *a, const void *b)
{
	const struct log_benchmark *x = ((const struct show_line *)a)->benchmark;
	const struct log_benchmark *y = ((const struct show_line *)b)->benchmark;
	int order = strverscmp(x->suite, y->suite);

	if (!order)
		order = strverscmp(x->name, y->name);
	return order ? order : (x > y) - (x < y);
}

void show_make(struct show *show, const struct log *log, const struct digests *digests,
	bool (*wanted)(const char *suite, const char *name, void *ctx), void *ctx)
{
	show->log = log;
	show->digests = digests;
	show->count = 0;
	show->lines = memory_zeroed(log->benchmark_count, sizeof(*show->lines));
	for (size_t i = 0; i < log->benchmark_count; i++) {
		const struct log_benchmark *b = &log->benchmarks[i];

		if (!wanted || wanted(b->suite, b->name, ctx))
			make_line(&show->lines[show->count++], show, b);
	}
	if (show->count)
		qsort(show->lines, show->count, sizeof(*show->lines), by_shown_name);
}

bool show_failed(const struct show *show)
{
	for (size_t i = 0; i < show->count; i++)
		if (show->lines[i].regression.failed)
			return true;
	return false;
}

void show_release(struct show *show)
{
	for (size_t i = 0; i < show->count; i++)
		show_regression_release(&show->lines[i].regression);
	free(show->lines);
	memset(show, 0, sizeof(*show));
}

/* A fitted time may be negative. */
static char *signed_time(char *out, double ns)
{
	char text[FORMAT_SIZE];

	snprintf(out, FORMAT_SIZE, "%s%.*s", ns < 0 ? "-" : "", FORMAT_SIZE - 2,
		format_time(text, fabs(ns)));
	return out;
}

static char *plain(char *out, double value)
{
	snprintf(out, FORMAT_SIZE, "%.4f", value);
	return out;
}

/* "suite/name" or "suite/name (build)". */
static void put_names(struct cells *cells, const struct show_line *line)
{
	const struct log_benchmark *b = line->benchmark;
	AUTO_FREE char *name = memory_format("%s%s%s%s%s%s", b->suite, b->suite[0] ? "/" : "",
		b->name, b->build[0] ? " (" : "", b->build, b->build[0] ? ")" : "");

	cell_text(cells, NULL, "suite", b->suite);
	cell_text(cells, NULL, "benchmark", b->name);
	cell_text(cells, NULL, "build", b->build);
	cell_shown(
		cells, "benchmark", ALIGN_LEFT, line->launches ? STYLE_PLAIN : STYLE_BAD, name);
}

/* "2 failed, 1 disturbed", or "". */
static void put_notes(struct cells *cells, const struct show_line *line)
{
	const struct {
		size_t count;
		const char *word;
	} parts[] = { { line->failed, "failed" }, { line->skipped, "skipped" },
		{ line->disturbed, "disturbed" } };
	char text[128] = "";
	size_t n = 0;

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		if (parts[i].count > 0)
			n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%zu %s",
				n ? ", " : "", parts[i].count, parts[i].word);
	if (line->all_cpus)
		snprintf(text + n, sizeof(text) - n, "%son all CPUs", n ? ", " : "");
	cell_shown(cells, "notes", ALIGN_LEFT, STYLE_WARN, text);
}

/* The interval is one column in text, and two elsewhere. */
static void put_range(struct cells *cells, const char *key, double low, double high,
	char *(*format)(char *out, double value))
{
	char from[FORMAT_SIZE], to[FORMAT_SIZE], name[64];
	AUTO_FREE char *text =
		isfinite(low) ? memory_format("%s..%s", format(from, low), format(to, high))
			      : memory_text("");

	cell_shown(cells, "95 % interval", ALIGN_RIGHT, STYLE_PLAIN, text);
	snprintf(name, sizeof(name), "%s_low%s", key, format == plain ? "" : "_ns");
	cell_number(cells, NULL, name, low, format);
	snprintf(name, sizeof(name), "%s_high%s", key, format == plain ? "" : "_ns");
	cell_number(cells, NULL, name, high, format);
}

static void put_cost(
	struct cells *cells, const char *title, const char *key, const struct show_cost *cost)
{
	AUTO_FREE char *of_cost = memory_format("%s_ns", key);

	cell_number(cells, title, of_cost, cost->ns, signed_time);
	put_range(cells, key, cost->low_ns, cost->high_ns, signed_time);
}

static void put_fitted(struct cells *cells, const void *row, const void *of)
{
	const struct show_regression *r = &((const struct show_line *)row)->regression;
	const struct show_cost *costs = r->costs;

	(void)of;
	cell_number(cells, "samples", "rows", (double)r->rows, NULL);
	put_cost(cells, "per iteration", "slope", &costs[PREDICTOR_ITERATIONS]);
	put_cost(cells, "constant", "intercept", &r->constant);
	put_cost(cells, "per minor fault", "minor_fault", &costs[PREDICTOR_MINOR_FAULTS]);
	put_cost(cells, "per major fault", "major_fault", &costs[PREDICTOR_MAJOR_FAULTS]);
	put_cost(cells, "per voluntary switch", "voluntary_switch",
		&costs[PREDICTOR_VOLUNTARY_SWITCHES]);
	put_cost(cells, "per involuntary switch", "involuntary_switch",
		&costs[PREDICTOR_INVOLUNTARY_SWITCHES]);
	put_cost(cells, "per allocation", "allocation", &costs[PREDICTOR_ALLOCATIONS]);
	cell_number(cells, "R^2", "r_squared", r->r2, plain);
	put_range(cells, "r_squared", r->r2_low, r->r2_high, plain);
}

static void put_regress(struct cells *cells, const void *row, const void *of)
{
	const struct show_line *line = row;

	put_names(cells, line);
	put_fitted(cells, line, of);
	cell_shown(cells, "notes", ALIGN_LEFT, STYLE_WARN,
		line->regression.notes ? line->regression.notes : "");
}

/* Of a terminal that has room for all columns beside a short name. */
#define WIDE 96

/* The other parts, as members. */
static void put_parts(struct cells *cells, const struct show_line *line)
{
	struct columns fitted = { .put = put_fitted };
	json_t *quantiles = json_array();

	for (size_t i = 0; i < SUMMARY_QUANTILES; i++)
		json_append(quantiles, json_number(line->quantiles[i]));
	cell_json(cells, "quantiles_ns", quantiles);
	cell_json(cells, "regression",
		line->regression.rows ? columns_json(&fitted, line) : json_null());
}

/* narrow: NULL, or there is no room for the counted values. */
static void put_summary(struct cells *cells, const void *row, const void *narrow)
{
	const struct show_line *line = row;

	put_names(cells, line);
	cell_number(cells, "launches", "launches", (double)line->launches, NULL);
	cell_number(cells, "samples", "samples", (double)line->samples, NULL);
	cell_number(cells, NULL, "iterations",
		line->iterations < 0 ? NAN : (double)line->iterations, NULL);
	cell_number(cells, "min", "min_ns", line->min_ns, signed_time);
	cell_number(cells, NULL, "q1_ns", line->q1_ns, signed_time);
	cell_number(cells, "median", "median_ns", line->median_ns, signed_time);
	cell_number(cells, NULL, "q3_ns", line->q3_ns, signed_time);
	cell_number(cells, "max", "max_ns", line->max_ns, signed_time);
	cell_number(cells, NULL, "mean_ns", line->mean_ns, signed_time);
	cell_number(cells, "SD", "sd_ns", line->sd_ns, signed_time);
	cell_number(cells, NULL, "mad_ns", line->mad_ns, signed_time);
	cell_number(cells, "between", "between_sd_ns", line->between_sd_ns, signed_time);
	cell_number(cells, NULL, "outliers", (double)line->outliers, NULL);
	for (unsigned m = METRIC_TIME + 1; m < METRICS; m++)
		cell_number(cells, narrow ? NULL : metrics[m].key,
			log_columns[metrics[m].column].name, line->counted[m],
			metrics[m].format);
	cell_number(cells, NULL, "failed", (double)line->failed, NULL);
	cell_number(cells, NULL, "skipped", (double)line->skipped, NULL);
	cell_number(cells, NULL, "disturbed", (double)line->disturbed, NULL);
	put_notes(cells, line);
	if (cells_are(cells, CELLS_JSON))
		put_parts(cells, line);
}

static const struct log_benchmark no_benchmark = { .suite = "", .name = "", .build = "" };
static const struct show_line empty = { .benchmark = &no_benchmark };

static const char nothing_to_fit[] = "No benchmark has samples at two or more numbers of "
				     "iterations, so there is nothing to fit.";

/* What stands before the benchmarks, and is followed by them. */
static void print_head(const struct log *log, FILE *out)
{
	json_auto_t *head = json_object();

	json_put(head, "schema", json_string("bdriver-show-1"));
	json_put(head, "log", json_text(log->path));
	json_put(head, "format", json_text(log->format));
	json_put(head, "complete", json_boolean(log->complete));
	fputc('{', out);
	json_print(out, head, JSON_EMBED);
	fputs(", \"benchmarks\": [", out);
}

void show_print(const struct show *show, bool fit, enum cells_for format, FILE *out,
	const struct layout_size *size)
{
	bool json = format == CELLS_JSON, fits = fit && !json;
	const struct columns columns = { .put = fits ? put_regress : put_summary,
		.of = format == CELLS_TEXT && size->width && size->width < WIDE ? show : NULL,
		.empty = &empty,
		.none = "",
		.left = " :--- ",
		.right = " ---: ",
		.sparse = true,
		.exact = true,
		.spreadsheet = show->spreadsheet,
		.digits = 15,
		.indented = true };
	AUTO_FREE const void **rows = memory_array(show->count + 1, sizeof(*rows));
	size_t count = 0;

	/* What cannot be fitted is no row. */
	for (size_t i = 0; i < show->count; i++)
		if (!fits || show->lines[i].regression.rows)
			rows[count++] = &show->lines[i];
	if (json)
		print_head(show->log, out);
	if (!fits || count || format != CELLS_MARKDOWN)
		columns_print(&columns, format, rows, count, out, size);
	if (json)
		fputs("\n]}\n", out);
	else if (fits && !count && format != CELLS_CSV)
		fprintf(out, "%s\n", nothing_to_fit);
}
