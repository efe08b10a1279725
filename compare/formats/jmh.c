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

static bool parse_fork(struct foreign *f, const struct node *fork, const char *unit)
{
	f->count = 0;
	if (fork->kind != NODE_ARRAY)
		return false;
	for (const struct node *node = fork->as.first; node; node = node->next) {
		double score =
			node->kind == NODE_NUMBER ? node->as.number : histogram_mean(node);

		if (!foreign_value(f, foreign_ns(score, unit), 1))
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

static void parse_result(void *ctx, const struct node *result)
{
	struct foreign *f = ctx;
	const char *benchmark = node_text(result, "benchmark");
	AUTO_FREE char *name = benchmark && *benchmark ? name_of(result, benchmark) : NULL;
	const struct node *metric = node_get(result, "primaryMetric");
	const struct node *forks =
		node_list(metric, "rawData") ?: node_list(metric, "rawDataHistogram");
	const char *unit = node_text(metric, "scoreUnit") ?: "";
	struct log_row row;

	if (isnan(foreign_ns(1, unit))) {
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
		if (parse_fork(f, fork, unit))
			foreign_launch(f, &row, fork->line);
		else
			foreign_left_out(f, fork->line,
				"a score in its rawData is no time, or it has none");
	}
}

const struct reader reader_jmh = {
	.name = "jmh",
	.source = { .per_iteration = true, .random_layout = true },
	.heads = { { '[', { "\"benchmark\"", "\"primaryMetric\"" } } },
	.element = parse_result,
};
