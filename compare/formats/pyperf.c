/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/foreign.h"

#include <math.h>
#include <string.h>

/*
 * The JSON of pyperf: {"benchmarks": [{"metadata", "runs": [{"metadata", "values"}]}],
 * "metadata", "version"}. A run is a process, so it is a launch; its values, in seconds, are
 * the samples. Runs that only calibrate have no values. Metadata that several runs share stand
 * one level up, so each key is looked for in the run, the benchmark and the file.
 */
static const struct variant_field told_apart[] = { { "timeit_stmt", VARIANT_FIELD },
	{ "timeit_setup", VARIANT_FIELD }, { "timeit_teardown", VARIANT_FIELD },
	{ "command", VARIANT_FIELD }, { "python_implementation", VARIANT_SETTING },
	{ "python_version", VARIANT_SETTING }, { NULL } };

struct pyperf {
	struct foreign foreign;
	const struct node *metadata[3]; /* of the file, the benchmark, the run */
};

/* The nearest one that has the key, or NULL. */
static const struct node *holder(const struct pyperf *p, const char *key)
{
	for (size_t i = 3; i-- > 0;)
		if (node_get(p->metadata[i], key))
			return p->metadata[i];
	return NULL;
}

static const char *text_of(const struct pyperf *p, const char *key)
{
	return node_text(holder(p, key), key);
}

static double number_of(const struct pyperf *p, const char *key, double missing)
{
	return node_number(holder(p, key), key, missing);
}

static char *name_of(struct pyperf *p)
{
	struct variant *variant = &p->foreign.name;
	const char *name = text_of(p, "name");

	variant_begin(variant, name && *name ? name : "<no name>");
	for (const struct variant_field *field = told_apart; field->key; field++)
		variant_add(variant, field->kind, field->key, text_of(p, field->key));
	return variant->text;
}

/* False for a run that calibrates. */
static bool parse_run(struct pyperf *p, const struct node *run, struct log_row *row)
{
	const struct node *values = node_get(run, "values");

	p->metadata[2] = node_get(run, "metadata");
	if (!values)
		return false;
	foreign_meta(&p->foreign, "started", text_of(p, "date"));
	if (!foreign_values(&p->foreign, values, 1e9)) {
		foreign_left_out(&p->foreign, run->line, "a value of it is no time");
		return true;
	}
	row->launch.iterations =
		foreign_count(number_of(p, "loops", NAN) * number_of(p, "inner_loops", 1));
	row->evidence.memory.peak_kib = foreign_kib(number_of(p, "mem_max_rss", -1));
	foreign_launch(&p->foreign, row, run->line);
	return true;
}

static void parse_benchmark(struct pyperf *p, const struct node *benchmark)
{
	const struct node *runs = node_list(benchmark, "runs");
	const struct node *first = runs ? runs->as.first : NULL;
	struct log_row row;
	const char *unit;
	bool any = false;

	p->metadata[1] = node_get(benchmark, "metadata");
	p->metadata[2] = node_get(first, "metadata");
	unit = text_of(p, "unit");
	if (unit && strcmp(unit, "second") != 0) {
		foreign_left_out(&p->foreign, benchmark->line, "its unit is not second");
		return;
	}
	log_row_init(&row);
	row.suite = (char *)"pyperf";
	row.benchmark = name_of(p);
	foreign_result(&p->foreign, &row, benchmark->line);
	for (const struct node *run = first; run; run = run->next)
		any |= parse_run(p, run, &row);
	if (!any)
		foreign_left_out(&p->foreign, benchmark->line, "it has no runs with values");
}

static void parse_document(void *ctx, const struct node *document)
{
	struct pyperf *p = ctx;
	const struct node *benchmarks = node_list(document, "benchmarks");
	const char *aslr;

	p->metadata[0] = node_get(document, "metadata");
	p->metadata[1] = p->metadata[2] = NULL;
	aslr = text_of(p, "aslr");
	if (aslr && strncmp(aslr, "No ", 3) == 0)
		p->foreign.log->source.random_layout = false;
	foreign_meta(&p->foreign, "host", text_of(p, "hostname"));
	foreign_same(&p->foreign, "hostname", text_of(p, "hostname"));
	if (!benchmarks) {
		foreign_left_out(&p->foreign, document->line, "it has no benchmarks");
		return;
	}
	for (const struct node *b = benchmarks->as.first; b; b = b->next)
		parse_benchmark(p, b);
}

const struct reader reader_pyperf = {
	.name = "pyperf",
	.source = { .per_iteration = true, .random_layout = true },
	.heads = { { '{', { "\"benchmarks\"", "\"runs\"" } } },
	.size = sizeof(struct pyperf),
	.document = parse_document,
};
