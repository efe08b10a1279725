/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/formats/foreign.h"
#include "compare/print/format.h"

#include <math.h>
#include <string.h>

/*
 * The JSON of JMH (-rf json): [{"benchmark", "mode", "params", "primaryMetric": {"scoreUnit",
 * "rawData": [[...], ...]}}]. A fork is a process: each list in rawData is a launch, its
 * numbers are the samples. Throughputs (ops/s) become times. In the mode `sample` there is
 * rawDataHistogram instead, of each iteration [[value, count], ...]; their means are the
 * samples.
 */
static const struct variant_field told_apart[] = { { "mode", VARIANT_FIELD },
	{ "threads", VARIANT_FIELD }, { "measurementBatchSize", VARIANT_FIELD },
	{ "jdkVersion", VARIANT_SETTING }, { "vmName", VARIANT_SETTING },
	{ "vmVersion", VARIANT_SETTING }, { "jvmArgs", VARIANT_SETTING }, { NULL } };

/* ns of a time unit as JMH writes it; NAN for any other. */
static double unit_ns(const char *unit)
{
	if (strcmp(unit, "min") == 0)
		return 60e9;
	if (strcmp(unit, "hr") == 0)
		return 3600e9;
	return strcmp(unit, "day") == 0 ? 86400e9 : time_unit_ns(unit);
}

/* What a score has to be multiplied with, or, `inverse`, what it divides, to be ns. */
static double factor_of(const char *unit, bool *inverse)
{
	size_t n = unit ? strlen(unit) : 0;
	char time[8];

	*inverse = n > 4 && memcmp(unit, "ops/", 4) == 0;
	if (*inverse)
		return unit_ns(unit + 4);
	if (n < 4 || n > 3 + sizeof(time) - 1 || strcmp(unit + n - 3, "/op") != 0)
		return NAN;
	memcpy(time, unit, n - 3);
	time[n - 3] = '\0';
	return unit_ns(time);
}

/* The mean of [[value, count], ...]; NAN where it has none. */
static double histogram_mean(const struct node *histogram)
{
	double sum = 0, count = 0;

	if (histogram->kind != NODE_ARRAY)
		return NAN;
	for (const struct node *pair = histogram->as.first; pair; pair = pair->next) {
		const struct node *value = pair->kind == NODE_ARRAY ? pair->as.first : NULL;
		const struct node *times = value ? value->next : NULL;

		if (!times || value->kind != NODE_NUMBER || times->kind != NODE_NUMBER)
			return NAN;
		sum += value->as.number * times->as.number;
		count += times->as.number;
	}
	return count > 0 ? sum / count : NAN;
}

static bool parse_fork(
	struct foreign *f, const struct node *fork, bool histogram, double factor, bool inverse)
{
	f->count = 0;
	if (fork->kind != NODE_ARRAY)
		return false;
	for (const struct node *node = fork->as.first; node; node = node->next) {
		double score = histogram                   ? histogram_mean(node)
			       : node->kind == NODE_NUMBER ? node->as.number
							   : NAN;

		if (!foreign_value(f, inverse ? 1 / score : score, factor))
			return false;
	}
	return f->count > 0;
}

/* "org.sample.Sort.run", with parameters "org.sample.Sort.run:kind=list,size=10". */
static char *name_of(const struct node *result, const char *benchmark)
{
	const struct node *params = node_get(result, "params");
	struct string_list parts = { 0 };
	AUTO_FREE char *list = NULL;
	char number[NUMBER_TEXT_MAX];

	if (params && params->kind == NODE_OBJECT)
		for (const struct node *p = params->as.first; p; p = p->next) {
			const char *value = variant_value(p, number);

			if (value)
				string_list_addf(&parts, "%s=%s", p->key, value);
		}
	string_list_sort(&parts);
	list = string_list_finish(&parts, ",");
	return memory_format("%s%s%s", benchmark, *list ? ":" : "", list);
}

static void parse_forks(struct foreign *f, const struct node *result, const char *name)
{
	const struct node *metric = node_get(result, "primaryMetric");
	const struct node *forks = node_list(metric, "rawData");
	bool histogram = !forks, inverse;
	double factor = factor_of(node_text(metric, "scoreUnit"), &inverse);
	struct log_row row;

	if (histogram)
		forks = node_list(metric, "rawDataHistogram");
	if (isnan(factor)) {
		foreign_left_out(
			f, result->line, "its scoreUnit is neither TIME/op nor ops/TIME");
		return;
	}
	if (!forks || !forks->count) {
		foreign_left_out(f, result->line, "it has no rawData");
		return;
	}
	if (!foreign_row(f, &row, "JMH", name, result, told_apart))
		return;
	for (const struct node *fork = forks->as.first; fork; fork = fork->next) {
		if (parse_fork(f, fork, histogram, factor, inverse))
			foreign_launch(f, &row, fork->line);
		else
			foreign_left_out(f, fork->line,
				"a score in its rawData is no time, or it has none");
	}
}

static void parse_result(void *ctx, const struct node *result)
{
	const char *benchmark = node_text(result, "benchmark");
	AUTO_FREE char *name = benchmark && *benchmark ? name_of(result, benchmark) : NULL;

	parse_forks(ctx, result, name);
}

const struct reader reader_jmh = {
	.name = "jmh",
	.source = { .per_iteration = true, .random_layout = true },
	.heads = { { '[', { "\"benchmark\"", "\"primaryMetric\"" } } },
	.element = parse_result,
};
