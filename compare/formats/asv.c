/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/iso_time.h"
#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/formats/foreign.h"
#include "harness/base/hash.h"

#include <math.h>
#include <string.h>
#include <strings.h>

/*
 * A result file of asv, of one commit in one environment, which is the suite. Version 2:
 * {"result_columns": ["result", "params", ...], "results": {NAME: [VALUE, ...]}}; version 1:
 * {"results": {NAME: {"result": [...], "params": [...]} or a number}, "benchmark_version": {}}.
 * A benchmark has a result for each combination of its parameters, in seconds: the median of
 * "samples", which are mostly left out. The date is that of the commit.
 */
struct asv {
	struct foreign foreign;
	const struct node *document, *columns; /* columns NULL: version 1 */
	size_t untimed;
};

static const struct node *at(const struct node *list, size_t k)
{
	const struct node *node =
		list && list->kind == NODE_ARRAY && k < list->count ? list->as.first : NULL;

	while (node && k--)
		node = node->next;
	return node;
}

/* What a benchmark has of that name; NULL: nothing. */
static const struct node *field(
	const struct asv *a, const struct node *benchmark, const char *name)
{
	size_t k = 0;

	if (!a->columns)
		return node_get(benchmark, name);
	for (const struct node *c = a->columns->as.first; c; c = c->next, k++)
		if (c->kind == NODE_TEXT && !strcmp(c->as.text, name))
			return at(benchmark, k);
	return NULL;
}

/* The last part of a dotted name is the function; its first word says what it counts. */
static bool is_timed(const char *name)
{
	const char *dot = strrchr(name, '.');

	return !strncasecmp(dot ? dot + 1 : name, "time", 4);
}

/* Without a result for each, so many are not believed. */
#define COMBINATIONS_MOST 1000000

static size_t combinations(const struct node *params)
{
	size_t n = 1;

	for (const struct node *p = at(params, 0); p; p = p->next)
		n *= p->kind == NODE_ARRAY && n < COMBINATIONS_MOST ? p->count : 1;
	return n;
}

/* "NAME(a, b)": the last parameter varies first. The caller frees it. */
static char *name_of(const char *name, const struct node *params, size_t k)
{
	size_t left = combinations(params);
	struct string_list words = { 0 };
	AUTO_FREE char *joined = NULL;
	char number[NUMBER_TEXT_MAX];

	if (!at(params, 0))
		return memory_text(name);
	for (const struct node *p = at(params, 0); p && left; p = p->next) {
		const struct node *value;
		const char *text;

		left /= p->kind == NODE_ARRAY && p->count ? p->count : 1;
		value = left ? at(p, k / left) : NULL;
		text = value ? variant_value(value, number) : NULL;
		string_list_add(&words, text ? text : "?");
		k = left ? k % left : 0;
	}
	joined = string_list_finish(&words, ", ");
	return memory_format("%s(%s)", name, joined);
}

static int64_t count_at(const struct node *list, size_t k)
{
	const struct node *node = at(list, k);

	return node && node->kind == NODE_NUMBER ? foreign_count(node->as.number) : -1;
}

/* Another version is another benchmark, as one that computes something else. */
static void put_version(const struct asv *a, const struct node *benchmark, struct log_row *row)
{
	const char *version =
		node_text(node_get(a->document, "benchmark_version"), benchmark->key);
	const struct node *column = a->columns ? field(a, benchmark, "version") : NULL;

	if (column && column->kind == NODE_TEXT)
		version = column->as.text;
	row->evidence.result.has_checksum = version != NULL;
	if (version)
		row->evidence.result.checksum = bd_fnv1a(version, strlen(version), 0);
}

/* One combination: without a number it failed, and NaN is one that was skipped. */
static void parse_result(struct asv *a, const struct node *benchmark, struct log_row *row,
	const struct node *result, size_t k)
{
	struct foreign *f = &a->foreign;
	double ns = result && result->kind == NODE_NUMBER ? result->as.number * 1e9 : NAN;
	int64_t repeat = count_at(field(a, benchmark, "stats_repeat"), k);

	row->launch.iterations = count_at(field(a, benchmark, "stats_number"), k);
	if (!result || result->kind != NODE_NUMBER)
		row->launch.status = OUTCOME_VERIFY;
	else if (isnan(ns))
		row->launch.status = OUTCOME_SKIPPED;
	else if (!(ns >= 0 && ns <= LOG_NS_MAX)) {
		foreign_left_out(f, benchmark->line, "its result is no time");
		return;
	} else if (!foreign_values(f, at(field(a, benchmark, "samples"), k), 1e9)) {
		row->samples_behind = repeat > 0 && repeat < UINT32_MAX ? (uint32_t)repeat : 0;
		foreign_median(f, row, ns, benchmark->line);
		return;
	}
	foreign_launch(f, row, benchmark->line);
}

static void parse_benchmark(struct asv *a, const struct node *benchmark, const char *suite)
{
	const struct node *result = field(a, benchmark, "result");
	const struct node *params = field(a, benchmark, "params");
	size_t n = combinations(params);

	if (!is_timed(benchmark->key)) {
		a->untimed++;
		return;
	}
	if (!a->columns && benchmark->kind == NODE_NUMBER)
		result = benchmark;
	if (result && result->kind == NODE_ARRAY ? result->count != n
						 : n >= COMBINATIONS_MOST) {
		foreign_left_out(&a->foreign, benchmark->line,
			"it does not have a result for each combination of its parameters");
		return;
	}
	for (size_t k = 0; k < n; k++) {
		AUTO_FREE char *name = name_of(benchmark->key, params, k);
		struct log_row row;

		if (!foreign_row(&a->foreign, &row, suite, name, benchmark, NULL))
			return;
		put_version(a, benchmark, &row);
		parse_result(a, benchmark, &row,
			result && result->kind == NODE_ARRAY ? at(result, k) : result, k);
	}
}

static void put_head(struct foreign *f, const struct node *document)
{
	const struct node *machine = node_get(document, "params");
	double ms = node_number(document, "date", NAN);
	char text[ISO_TEXT_SIZE];

	foreign_meta(f, "revision", node_text(document, "commit_hash"));
	foreign_same(f, "commit_hash", node_text(document, "commit_hash"));
	foreign_same(f, "machine", node_text(machine, "machine"));
	foreign_meta(f, "host", node_text(machine, "machine"));
	foreign_meta(f, "cpu_model", node_text(machine, "cpu"));
	foreign_meta(f, "cores", node_text(machine, "num_cpu"));
	foreign_meta(f, "kernel", node_text(machine, "os"));
	if (ms >= 0 && ms < 1e15) {
		iso_text(text, (int64_t)(ms / 1000));
		foreign_meta(f, "started", text);
	}
}

static void parse_document(void *ctx, const struct node *document)
{
	struct asv *a = ctx;
	const struct node *results = node_of_kind(document, "results", NODE_OBJECT);
	const char *suite = node_text(document, "env_name");

	if (!node_get(document, "commit_hash")) {
		foreign_left_out(&a->foreign, document->line,
			"it has no commit_hash, so asv did not write it");
		return;
	}
	a->document = document;
	a->columns = node_list(document, "result_columns");
	put_head(&a->foreign, document);
	for (const struct node *b = results ? results->as.first : NULL; b; b = b->next)
		parse_benchmark(a, b, suite && *suite ? suite : "asv");
}

static void end(void *ctx)
{
	struct asv *a = ctx;

	if (a->untimed)
		log_warn(a->foreign.log,
			"%s: %zu benchmark%s no time (mem_, peakmem_, track_): left out",
			a->foreign.log->path, a->untimed,
			a->untimed == 1 ? " counts" : "s count");
}

const struct reader reader_asv = {
	.name = "asv",
	.source = { .per_iteration = true, .random_layout = true, .versions = true },
	.heads = { { '{', { "\"commit_hash\"", "\"env_name\"" } },
		{ '{', { "\"results\": {" } } },
	.size = sizeof(struct asv),
	.document = parse_document,
	.end = end,
};
