/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/formats/foreign.h"
#include "compare/stats/quantile.h"

#include <math.h>
#include <string.h>

/*
 * What BenchmarkTools.save() of Julia writes: [{versions}, [[TYPE, fields], ...]], where TYPE
 * is "Trial" or "BenchmarkGroup", before version 1 behind "BenchmarkTools.". A group has its
 * members in `data`. A trial is one benchmark in the process of all others: one launch, with
 * `times` in ns per evaluation and `params`.`evals` evaluations a sample. Early versions sort
 * the times.
 */
struct tools {
	struct foreign foreign;
	unsigned unnamed;
	size_t value;      /* of the document, from 1; 0: it has only one */
	const char *group; /* of the next row; "": none */
	size_t estimates;  /* values of type TrialEstimate: one number of a trial */
};

/* A value [TYPE, {fields}]; returns the fields if it has this type, else NULL. */
static const struct node *fields_of(const struct node *value, const char *type)
{
	static const char prefix[] = "BenchmarkTools.";
	const struct node *name = value->kind == NODE_ARRAY ? value->as.first : NULL;
	const char *text;

	if (!name || name->kind != NODE_TEXT || !name->next || name->next->kind != NODE_OBJECT)
		return NULL;
	text = name->as.text;
	if (strncmp(text, prefix, sizeof(prefix) - 1) == 0)
		text += sizeof(prefix) - 1;
	return strcmp(text, type) == 0 ? name->next : NULL;
}

/* Several values of save() may hold the same names, and a key may have a slash. */
static void name_row(struct tools *t, struct log_row *row, const char *name, uint32_t line)
{
	struct variant *variant = &t->foreign.name;
	AUTO_FREE char *value = memory_format("%zu", t->value);

	variant_begin(variant, name);
	variant_add(variant, VARIANT_FIELD, "value", t->value ? value : NULL);
	variant_add(variant, VARIANT_FIELD, "group", t->group);
	log_row_init(row);
	row->suite = (char *)"BenchmarkTools";
	row->benchmark = variant->text;
	foreign_result(&t->foreign, row, line);
}

static void add_trial(
	struct tools *t, const struct node *trial, const char *name, uint32_t line)
{
	struct foreign *f = &t->foreign;
	const struct node *params = node_get(trial, "params");
	struct log_row row;

	if (!foreign_values(f, node_list(trial, "times"), 1)) {
		foreign_left_out(f, line, "it has no times, or one that is no time");
		return;
	}
	if (params && params->kind == NODE_ARRAY)
		params = fields_of(params, "Parameters");
	name_row(t, &row, name, line);
	row.launch.iterations = foreign_count(node_number(params, "evals", NAN));
	row.evidence.samples_sorted = f->count > 1 && quantile_rises(f->values, f->count);
	foreign_launch(f, &row, line);
}

static void add_estimate(
	struct tools *t, const struct node *estimate, const char *name, uint32_t line)
{
	double ns = node_number(estimate, "time", NAN);
	struct log_row row;

	if (!(ns >= 0 && ns <= LOG_NS_MAX)) {
		foreign_left_out(&t->foreign, line, "its 'time' is no time");
		return;
	}
	t->estimates++;
	name_row(t, &row, name, line);
	foreign_median(&t->foreign, &row, ns, line);
}

static void parse_value(struct tools *t, const struct node *value, const char *path);

static void parse_group(struct tools *t, const struct node *group, const char *path)
{
	const struct node *data = node_get(group, "data");

	if (!data || data->kind != NODE_OBJECT)
		return;
	for (const struct node *member = data->as.first; member; member = member->next) {
		AUTO_FREE char *name =
			memory_format("%s%s%s", path, *path ? "/" : "", member->key);

		t->group = path;
		parse_value(t, member, name);
	}
}

static void parse_value(struct tools *t, const struct node *value, const char *path)
{
	const struct node *trial = fields_of(value, "Trial");
	const struct node *estimate = fields_of(value, "TrialEstimate");
	const struct node *group = fields_of(value, "BenchmarkGroup");
	AUTO_FREE char *name = NULL;

	if (group) {
		parse_group(t, group, path);
		return;
	}
	if (!trial && !estimate) {
		foreign_left_out(&t->foreign, value->line, "it is neither a trial nor a group");
		return;
	}
	name = *path ? memory_text(path) : memory_format("trial %u", ++t->unnamed);
	if (trial)
		add_trial(t, trial, name, value->line);
	else
		add_estimate(t, estimate, name, value->line);
}

static void parse_document(void *ctx, const struct node *document)
{
	struct tools *t = ctx;
	const struct node *values = NULL;

	t->unnamed = 0;
	if (document->kind == NODE_ARRAY && document->count == 2)
		values = document->as.first->next;
	if (!values || values->kind != NODE_ARRAY) {
		foreign_left_out(&t->foreign, document->line,
			"it is not what BenchmarkTools.save() writes");
		return;
	}
	foreign_same(&t->foreign, "Julia", node_text(document->as.first, "Julia"));
	t->value = 0;
	for (const struct node *value = values->as.first; value; value = value->next) {
		t->value += values->count > 1;
		t->group = "";
		parse_value(t, value, "");
	}
}

static void end(void *ctx)
{
	struct tools *t = ctx;

	if (t->estimates)
		log_warn(t->foreign.log,
			"%s: %zu of its results are estimates, without samples; save the "
			"trials to have these",
			t->foreign.log->path, t->estimates);
}

const struct reader reader_benchmarktools = {
	.name = "benchmarktools",
	.source = { .per_iteration = true, .random_layout = true },
	.heads = { { '[', { "\"BenchmarkTools\"" } } },
	.size = sizeof(struct tools),
	.document = parse_document,
	.end = end,
};
