/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/base/string_list.h"
#include "compare/base/utf8.h"
#include "compare/formats/foreign.h"
#include "compare/log/cells.h"
#include "compare/print/format.h"

#include <stdlib.h>
#include <string.h>

/*
 * raw.csv of Criterion.rs: a row a sample, of which `sample_measured_value` is the time of
 * `iteration_count` iterations (before 0.3 `sample_time_nanos`). There is one file a benchmark;
 * several may be joined, with or without their headers. A header begins a new process, so that
 * a benchmark that comes again has a second launch.
 */
enum column {
	GROUP,
	FUNCTION,
	VALUE,
	TIME,
	NANOS,
	UNIT,
	ITERATIONS,
	THROUGHPUT,
	THROUGHPUT_TYPE,
	COLUMN_TOTAL
};

static const char *const names[COLUMN_TOTAL] = { "group", "function", "value",
	"sample_measured_value", "sample_time_nanos", "unit", "iteration_count",
	"throughput_num", "throughput_type" };

static const enum column told_apart[] = { GROUP, FUNCTION, VALUE, THROUGHPUT, THROUGHPUT_TYPE };

struct criterion {
	struct foreign foreign;
	struct cells cells;
	int place[COLUMN_TOTAL]; /* of each column in a row; -1: not there */
	size_t columns;
	bool has_header;
};

static bool is_header(const char *line, size_t size)
{
	static const char begin[] = "group,function,value,";

	return size >= sizeof(begin) - 1 && memcmp(line, begin, sizeof(begin) - 1) == 0;
}

static const char *cell(const struct criterion *c, enum column column)
{
	return c->place[column] < 0 ? "" : c->cells.list[c->place[column]].text;
}

static void parse_header(struct criterion *c)
{
	const char *why;

	gathering_flush(&c->foreign, "criterion");
	if (cells_split(&c->cells, c->foreign.lines->text, c->foreign.lines->size, &why) < 0)
		return;
	c->columns = c->cells.count;
	for (int k = 0; k < COLUMN_TOTAL; k++) {
		c->place[k] = -1;
		for (size_t i = 0; i < c->columns; i++)
			if (strcmp(c->cells.list[i].text, names[k]) == 0)
				c->place[k] = (int)i;
	}
	c->has_header =
		c->place[ITERATIONS] >= 0 && (c->place[TIME] >= 0 || c->place[NANOS] >= 0);
}

/* "group/function/value", as Criterion.rs prints it; the parts and the throughput tell results
 * of one such name apart. */
static const char *name_of(struct criterion *c)
{
	const char *function = cell(c, FUNCTION), *value = cell(c, VALUE);
	struct variant *variant = &c->foreign.name;
	AUTO_FREE char *name = memory_format("%s%s%s%s%s", cell(c, GROUP), *function ? "/" : "",
		function, *value ? "/" : "", value);

	variant_begin(variant, name);
	for (size_t i = 0; *name && i < ARRAY_SIZE(told_apart); i++)
		variant_add(
			variant, VARIANT_FIELD, names[told_apart[i]], cell(c, told_apart[i]));
	return variant->text;
}

static const char *add_sample(struct criterion *c)
{
	const char *time = cell(c, c->place[TIME] < 0 ? NANOS : TIME);
	const char *unit = c->place[UNIT] < 0 ? "ns" : cell(c, UNIT);
	const char *count = cell(c, ITERATIONS);
	int64_t iterations;
	double value;
	const char *name;

	if (!number_parse_integer(count, strlen(count), &iterations) || iterations < 1)
		return "its iteration_count is not a whole number from 1";
	if (!number_parse(time, strlen(time), &value))
		return "its measured value is no number";
	name = name_of(c);
	return *name && gathered_sample(
				gathering_of(&c->foreign, name, c->foreign.lines->number),
				value / (double)iterations, time_unit_ns(unit), iterations)
		       ? NULL
		       : "it has no name, or a value that is no time";
}

static void parse_line(void *ctx)
{
	struct criterion *c = ctx;
	struct lines *lines = c->foreign.lines;
	const char *why = NULL;

	if (lines->size == 0)
		return;
	if (!lines_is_text(lines)) {
		why = LINE_IS_NO_TEXT;
	} else if (is_header(lines->text, lines->size)) {
		parse_header(c);
	} else if (!c->has_header) {
		why = "the header above it lacks iteration_count or sample_measured_value";
	} else if (lines->torn) {
		why = "it is not whole";
	} else if (cells_split(&c->cells, lines->text, lines->size, &why) == 0) {
		why = c->cells.count == c->columns
			      ? add_sample(c)
			      : "it has more or fewer cells than the header";
	}
	if (why)
		foreign_line_left_out(&c->foreign, why);
}

static void end(void *ctx)
{
	struct criterion *c = ctx;

	gathering_flush(&c->foreign, "criterion");
	cells_release(&c->cells);
}

const struct reader reader_criterion = {
	.name = "criterion",
	.source = { .per_iteration = true, .random_layout = true },
	.recognises = is_header,
	.size = sizeof(struct criterion),
	.line = parse_line,
	.end = end,
};

/*
 * sample.json of Criterion.rs, which each run leaves in target/criterion/GROUP/FUNCTION/new/,
 * and the one before it in .../base/: {"iters": [...], "times": [...]}, a sample each, in ns.
 * The name stands in its path alone.
 */
static bool parse_arrays(struct foreign *f, const struct node *document, int64_t *iterations)
{
	const struct node *iters = node_list(document, "iters");
	const struct node *times = node_list(document, "times");
	const struct node *n = iters ? iters->as.first : NULL;

	f->count = 0;
	if (!times || !iters || times->count != iters->count)
		return false;
	for (const struct node *t = times->as.first; t; t = t->next, n = n->next) {
		int64_t count = n->kind == NODE_NUMBER ? foreign_count(n->as.number) : -1;

		if (count < 0 || t->kind != NODE_NUMBER ||
			!foreign_value(f, t->as.number / (double)count, 1))
			return false;
		*iterations = f->count == 1 || *iterations == count ? count : -1;
	}
	return f->count > 0;
}

static void parse_document(void *ctx, const struct node *document)
{
	struct foreign *f = ctx;
	struct string_list parts = { 0 }, name = { 0 };
	size_t first = 0;
	AUTO_FREE char *joined = NULL;
	struct log_row row;

	if (f->document == 1)
		log_warn(f->log,
			"%s:%u: its documents have no names and are taken for launches of one "
			"benchmark; keep each in the folder of its name",
			f->log->path, document->line);
	string_list_split(&parts, f->log->path, "/");
	for (size_t i = 0; i < parts.count; i++)
		first = strcmp(parts.items[i], "criterion") == 0 ? i + 1 : first;
	/* Without the folder of the run and the file. */
	if (!first && parts.count > 2)
		first = parts.count - 3;
	for (size_t i = first; i + 2 < parts.count; i++)
		string_list_add(&name, parts.items[i]);
	joined = string_list_finish(&name, "/");
	string_list_release(&parts);
	log_row_init(&row);
	row.suite = (char *)"criterion";
	row.benchmark = *joined ? joined : (char *)"sample";
	if (parse_arrays(f, document, &row.launch.iterations))
		foreign_launch(f, &row, document->line);
	else
		foreign_left_out(f, document->line, "its 'iters' and 'times' are no samples");
}

const struct reader reader_criterion_sample = {
	.name = "criterion-sample",
	.source = { .per_iteration = true, .random_layout = true },
	.heads = { { '{', { "\"iters\":", "\"times\":" } } },
	.document = parse_document,
};
