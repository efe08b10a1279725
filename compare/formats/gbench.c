/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/formats/foreign.h"
#include "compare/formats/gbench_row.h"
#include "compare/print/format.h"
#include "compare/stats/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/*
 * The JSON of Google Benchmark: {"context": {...}, "benchmarks": [...]}, a row a repetition.
 * One document is one process, so the repetitions of a benchmark are the samples of one launch;
 * several documents in one file are several launches. Rows of aggregates are used only where
 * their repetitions are not in the file (--benchmark_report_aggregates_only).
 */
struct gbench {
	struct foreign foreign;
	char *suite;          /* of this document, owned; NULL: not known */
	struct table *copies; /* of this document: name and numbers -> which one of the name */
	bool warned;          /* of rows that nothing tells apart */
	size_t derived;       /* launches of aggregates only */
};

static const struct variant_field told_apart[] = { { "threads", VARIANT_FIELD }, { NULL } };

static const char *type_of(const struct node *row)
{
	const char *type = node_text(row, "run_type");

	return type ? type : node_text(row, "aggregate_name") ? "aggregate" : "iteration";
}

/* Of several threads nobody knows what a rate is of. */
static void set_rates(struct gathered *item, const struct node *row)
{
	if (node_number(row, "threads", 1) != 1)
		return;
	item->row.items = gbench_amount(row, "items_per_second", item->row.benchmark);
	item->row.bytes = gbench_amount(row, "bytes_per_second", item->row.benchmark);
}

/* Of the last repetition. */
static void set_counters(struct gbench *g, struct gathered *item, const struct node *row)
{
	AUTO_FREE char *text = gbench_counters(row);

	if (text)
		item->row.evidence.counters = gathering_text(&g->foreign, text);
}

/* Total times of all samples. */
static void add_times(struct gathered *item, double real_ns, double cpu_ns, double iterations)
{
	double wall = real_ns * iterations, cpu = cpu_ns * iterations;
	struct evidence *evidence = &item->row.evidence;

	if (!(wall <= LOG_NS_MAX && cpu >= 0 && cpu <= LOG_NS_MAX))
		return;
	evidence->wall_ns = item->count > 1 ? evidence->wall_ns + wall : wall;
	evidence->cpu_ns = item->count > 1 ? evidence->cpu_ns + cpu : cpu;
}

/* Repetitions have different numbers or, in early versions, none, but follow each other. */
static void check_repetition(
	struct gbench *g, const struct gathered *item, const struct node *row)
{
	double repetition = node_number(row, "repetition_index", -1);
	const char *label = node_text(row, "label") ?: "";

	if (g->warned || repetition != item->said.repetition ||
		(repetition < 0 && item == g->foreign.last &&
			strcmp(item->said.label, label) == 0))
		return;
	g->warned = true;
	log_warn(g->foreign.log,
		"%s:%u: '%.*s' stands here again (labels '%.60s', '%.60s'), and no field that "
		"is known tells its rows apart: they are taken for repetitions; give them "
		"different names",
		g->foreign.log->path, row->line, (int)variant_base_size(item->row.benchmark),
		item->row.benchmark, item->said.label, label);
}

static const char *full_name(struct foreign *f, const char *name, const struct node *row)
{
	variant_begin(&f->name, name);
	variant_add_members(&f->name, row, told_apart);
	return f->name.text;
}

/* A benchmark that is registered again under its name has other numbers: the second one is the
 * copy 2. */
static struct gathered *item_of(struct gbench *g, const struct node *row, const char *name)
{
	struct foreign *f = &g->foreign;
	double family = node_number(row, "family_index", -1);
	double instance = node_number(row, "per_family_instance_index", -1);
	const char *full = full_name(f, name, row);
	struct gathered *item = gathering_of(f, full, row->line);
	AUTO_FREE char *key = NULL, *which = NULL;
	size_t *number;
	int added;

	if (!item->said.copies) {
		item->said.copies = 1;
		item->said.family = family;
		item->said.instance = instance;
		item->said.repetition = node_number(row, "repetition_index", -1);
		item->said.label = gathering_text(&g->foreign, node_text(row, "label") ?: "");
		return item;
	}
	if (item->said.family == family && item->said.instance == instance) {
		check_repetition(g, item, row);
		return item;
	}
	key = memory_format("%s %g %g", full, family, instance);
	g->copies = g->copies ? g->copies : table_new();
	number = table_add(g->copies, key, 0, &added);
	*number = added ? ++item->said.copies : *number;
	which = memory_format("%zu", *number);
	variant_add(&f->name, VARIANT_FIELD, "copy", which);
	return gathering_of(f, f->name.text, row->line);
}

static void parse_repetition(struct gbench *g, const struct node *row, const char *name)
{
	double real = gbench_time(row, "real_time"), cpu = gbench_time(row, "cpu_time");
	double iterations = node_number(row, "iterations", NAN);
	struct gathered *item;

	/* "1.000" of a locale would be 1. */
	if (!(iterations >= 1 && iterations < 9e15) || iterations != floor(iterations)) {
		foreign_left_out(
			&g->foreign, row->line, "its iterations are no whole number from 1 on");
		return;
	}
	if (!(real >= 0 && real <= LOG_NS_MAX)) {
		foreign_left_out(&g->foreign, row->line,
			isnan(time_unit_ns(node_text(row, "time_unit")))
				? "its time_unit is none of ns, us, ms and s"
				: "its real_time is no time");
		return;
	}
	item = item_of(g, row, name);
	gathered_sample(item, real, 1, (int64_t)iterations);
	set_rates(item, row);
	if (g->foreign.keep == LOG_KEEP_SAMPLES)
		set_counters(g, item, row);
	add_times(item, real, cpu, iterations);
}

/* Before 1.5 only its name shows an aggregate: NAME_mean, then NAME_median and NAME_stddev. But
 * a benchmark may be called so. */
static bool is_early_aggregate(struct gbench *g, const struct node *row, const char *name)
{
	const char *end = strrchr(name, '_');
	AUTO_FREE char *base = NULL, *mean = NULL;
	const struct gathered *of_mean;
	struct gathered *of_base;

	if (!end || node_get(row, "run_type") || node_get(row, "run_name"))
		return false;
	base = memory_format("%.*s", (int)(end - name), name);
	mean = memory_format("%s_mean", base);
	of_base = gathering_find(&g->foreign, full_name(&g->foreign, base, row));
	of_mean = gathering_find(&g->foreign, full_name(&g->foreign, mean, row));
	if (of_base && of_base->count > 1 && strcmp(end, "_mean") == 0)
		of_base->said.has_aggregates =
			fabs(moments_of(of_base->samples, of_base->count).mean /
					gbench_time(row, "real_time") -
				1) < 1e-3;
	if (of_base && of_base->said.has_aggregates)
		return true;
	if (!of_mean || of_mean->count > 1 || strcmp(end, "_stddev") != 0)
		return false;
	foreign_left_out(&g->foreign, row->line, "it is a standard deviation");
	return true;
}

/* Rows of errors have real_time 0, which is no result. */
static bool parse_failure(struct gbench *g, const struct node *row, const char *name)
{
	enum outcome outcome;
	struct gathered *item;
	const char *why;

	if (!gbench_failed(row, &outcome, &why))
		return false;
	item = item_of(g, row, name);
	item->row.launch.status = (uint8_t)outcome;
	item->row.evidence.detail = gathering_text(&g->foreign, why);
	return true;
}

static void parse_aggregate(struct gbench *g, const struct node *row, const char *name)
{
	const char *what = node_text(row, "aggregate_name"),
		   *unit = node_text(row, "aggregate_unit");
	double ns = gbench_time(row, "real_time");
	double repetitions = node_number(row, "repetitions", 0);
	struct gathered *item;

	/* Others, as BigO and RMS, may be of a whole family. */
	if (what && strcmp(what, "mean") != 0 && strcmp(what, "median") != 0 &&
		strcmp(what, "stddev") != 0)
		return;
	item = item_of(g, row, name);
	if (!what || (unit && strcmp(unit, "time") != 0) || !(ns >= 0 && ns <= LOG_NS_MAX))
		return;
	if (repetitions >= 1 && repetitions < UINT32_MAX)
		item->row.samples_behind = (uint32_t)repetitions;
	if (strcmp(what, "mean") == 0)
		item->row.mean_ns = ns;
	else if (strcmp(what, "stddev") == 0)
		item->row.sd_ns = ns;
	else
		item->median_ns = ns;
}

static void parse_row(void *ctx, const struct node *row)
{
	struct gbench *g = ctx;
	const char *name = gbench_name(row);

	if (!*name)
		foreign_left_out(&g->foreign, row->line, "it has no name");
	else if (!node_get(row, "real_time") &&
		 (node_get(row, "big_o") || node_get(row, "rms")))
		return; /* of a family */
	else if (parse_failure(g, row, name))
		return;
	else if (strcmp(type_of(row), "aggregate") == 0)
		parse_aggregate(g, row, name);
	else if (!is_early_aggregate(g, row, name))
		parse_repetition(g, row, name);
}

static void put_number(struct foreign *f, const char *key, double value)
{
	AUTO_FREE char *text = isfinite(value) ? memory_format("%g", value) : NULL;

	foreign_meta(f, key, text);
}

/* What --benchmark_context adds, and the build and machine. Each project has a word of its own
 * for the commit. */
static void parse_context(struct foreign *f, const struct node *context)
{
	static const char *const words[] = { "revision", "commit", "commit_id", "commit_hash",
		"git_commit", "git_commit_hash", "git_revision", "git_hash", "git_sha" };
	const struct node *node = context->kind == NODE_OBJECT ? context->as.first : NULL;

	for (; node; node = node->next) {
		if (node->kind != NODE_TEXT)
			continue;
		if (strcmp(node->key, "date") != 0 && strcmp(node->key, "executable") != 0)
			foreign_same(f, node->key, node->as.text);
		for (size_t i = 0; i < ARRAY_SIZE(words); i++)
			if (!strcasecmp(node->key, words[i]))
				foreign_meta(f, "revision", node->as.text);
	}
}

static void parse_member(void *ctx, const struct node *member)
{
	struct gbench *g = ctx;
	const struct node *load = node_list(member, "load_avg");
	const char *path, *slash;

	if (strcmp(member->key, "context") != 0)
		return;
	foreign_meta(&g->foreign, "started", node_text(member, "date"));
	foreign_meta(&g->foreign, "host", node_text(member, "host_name"));
	parse_context(&g->foreign, member);
	put_number(&g->foreign, "cores", node_number(member, "num_cpus", NAN));
	if (load && load->count && load->as.first->kind == NODE_NUMBER)
		put_number(&g->foreign, "load", load->as.first->as.number);
	path = node_text(member, "executable");
	slash = path ? strrchr(path, '/') : NULL;
	free(g->suite); /* two contexts in one document */
	g->suite = path ? memory_text(slash ? slash + 1 : path) : NULL;
}

static void end_document(void *ctx)
{
	struct gbench *g = ctx;

	for (const struct gathered *item = g->foreign.first; item; item = item->next) {
		if (item->count || item->row.launch.status != OUTCOME_OK)
			continue;
		if (isnan(item->median_ns))
			foreign_left_out(&g->foreign, item->line,
				"its benchmark has neither repetitions nor a median");
		else
			g->derived++;
	}
	table_free(g->copies);
	g->copies = NULL;
	gathering_flush(&g->foreign, g->suite && *g->suite ? g->suite : "gbench");
	free(g->suite);
	g->suite = NULL;
}

static void end(void *ctx)
{
	struct gbench *g = ctx;

	if (g->derived)
		log_warn(g->foreign.log,
			"%s: of %zu launch%s the file has aggregates only: the median is used "
			"as their one sample",
			g->foreign.log->path, g->derived, PLURAL_ES(g->derived));
}

const struct reader reader_gbench = {
	.name = "gbench",
	.source = { .per_iteration = true, .random_layout = true },
	.heads = { { '{', { "\"benchmarks\"", "\"real_time\"" } },
		{ '{', { "\"context\"", "\"executable\"" } },
		{ '{', { "\"context\"", "\"benchmarks\"" } } },
	.size = sizeof(struct gbench),
	.list = "benchmarks",
	.element = parse_row,
	.member = parse_member,
	.document_end = end_document,
	.end = end,
};
