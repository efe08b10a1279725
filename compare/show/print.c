/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/show/print.h"

#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/print/json.h"
#include "compare/print/markup.h"
#include "compare/show/columns.h"

#include <math.h>

/* The benchmark, all columns of a part, the notes. */
#define COLUMNS_MAX (SUMMARY_QUANTILES + 2)

static void add_show_row(
	struct layout *layout, const struct show_line *line, enum show_part part)
{
	AUTO_FREE char *name = show_name(line), *notes = show_notes(line, part);
	const struct show_column *columns;
	char text[FORMAT_SIZE];
	size_t count;

	columns = show_columns(part, &count);
	layout_add(layout, line->launches ? STYLE_PLAIN : STYLE_BAD, name);
	for (size_t i = 0; i < count; i++)
		if (columns[i].brief)
			layout_add(layout, STYLE_PLAIN, show_format(text, line, &columns[i]));
	layout_add(layout, STYLE_WARN, notes);
}

static const char nothing_to_fit[] = "No benchmark has samples at two or more numbers of "
				     "iterations, so there is nothing to fit.";

static size_t lines_of(const struct show *show, enum show_part part)
{
	size_t n = 0;

	for (size_t i = 0; i < show->count; i++)
		n += show_has(&show->lines[i], part);
	return n;
}

void show_text(
	const struct show *show, enum show_part part, FILE *out, const struct layout_size *size)
{
	struct column columns[COLUMNS_MAX] = { { "benchmark", ALIGN_LEFT } };
	const struct show_column *all;
	AUTO(layout_release) struct layout layout = { 0 };
	size_t count, n = 1;

	all = show_columns(part, &count);
	for (size_t i = 0; i < count; i++)
		if (all[i].brief)
			columns[n++] = (struct column){ all[i].title, ALIGN_RIGHT };
	columns[n++] = (struct column){ "notes", ALIGN_LEFT };
	layout_init(&layout, columns, n);
	for (size_t i = 0; i < show->count; i++)
		if (show_has(&show->lines[i], part))
			add_show_row(&layout, &show->lines[i], part);
	layout_print(&layout, out, size);
	if (part == SHOW_REGRESS && lines_of(show, part) == 0)
		fprintf(out, "%s\n", nothing_to_fit);
}

/* As in the text, a column that is empty throughout is left out. */
static bool is_shown(
	const struct show *show, enum show_part part, const struct show_column *column)
{
	char text[FORMAT_SIZE];

	for (size_t i = 0; column->brief && i < show->count; i++)
		if (show_has(&show->lines[i], part) &&
			*show_format(text, &show->lines[i], column))
			return true;
	return false;
}

static void markdown_row(
	FILE *out, const struct show *show, const struct show_line *line, enum show_part part)
{
	AUTO_FREE char *name = show_name(line), *notes = show_notes(line, part);
	const struct show_column *columns;
	char text[FORMAT_SIZE];
	size_t count;

	columns = show_columns(part, &count);
	fputs("| ", out);
	markup_markdown(out, name);
	for (size_t i = 0; i < count; i++)
		if (is_shown(show, part, &columns[i]))
			fprintf(out, " | %s", show_format(text, line, &columns[i]));
	fprintf(out, " | %s |\n", notes);
}

void show_markdown(const struct show *show, enum show_part part, FILE *out)
{
	const struct show_column *columns;
	size_t count;

	if (part == SHOW_REGRESS && lines_of(show, part) == 0) {
		fprintf(out, "%s\n", nothing_to_fit);
		return;
	}
	columns = show_columns(part, &count);
	fputs("| benchmark", out);
	for (size_t i = 0; i < count; i++)
		if (is_shown(show, part, &columns[i]))
			fprintf(out, " | %s", columns[i].title);
	fputs(" | notes |\n| :---", out);
	for (size_t i = 0; i < count; i++)
		if (is_shown(show, part, &columns[i]))
			fputs(" | ---:", out);
	fputs(" | :--- |\n", out);
	for (size_t i = 0; i < show->count; i++)
		if (show_has(&show->lines[i], part))
			markdown_row(out, show, &show->lines[i], part);
}

void show_csv(const struct show *show, enum show_part part, bool spreadsheet, FILE *out)
{
	void (*put)(FILE * out, const char *text) =
		spreadsheet ? markup_csv_guarded : markup_csv;
	const struct show_column *columns;
	char text[NUMBER_TEXT_MAX];
	size_t count;

	columns = show_columns(part, &count);
	fputs("suite,benchmark,build", out);
	for (size_t i = 0; i < count; i++)
		if (columns[i].key)
			fprintf(out, ",%s", columns[i].key);
	fputc('\n', out);
	for (size_t k = 0; k < show->count; k++) {
		const struct show_line *line = &show->lines[k];

		if (!show_has(line, part))
			continue;
		put(out, line->benchmark->suite);
		fputc(',', out);
		put(out, line->benchmark->name);
		fputc(',', out);
		put(out, line->benchmark->build);
		for (size_t i = 0; i < count; i++) {
			double value = show_value(line, &columns[i]);

			if (!columns[i].key)
				continue;
			fputc(',', out);
			if (isfinite(value) && number_print(text, value) > 0)
				fputs(text, out);
		}
		fputc('\n', out);
	}
}

static json_t *columns_json(const struct show_line *line, enum show_part part)
{
	json_t *object = json_object();
	const struct show_column *columns;
	size_t count;

	columns = show_columns(part, &count);
	for (size_t i = 0; i < count; i++) {
		double value = show_value(line, &columns[i]);
		bool whole = columns[i].form == SHOW_COUNT || columns[i].form == SHOW_INTEGER;

		if (!columns[i].key)
			continue;
		json_put(object, columns[i].key,
			whole && isfinite(value) ? json_integer((json_int_t)value)
						 : json_number(value));
	}
	return object;
}

static json_t *line_json(const struct show_line *line)
{
	json_t *object = json_object(), *quantiles = json_array();

	json_put(object, "suite", json_text(line->benchmark->suite));
	json_put(object, "benchmark", json_text(line->benchmark->name));
	json_put(object, "build", json_text(line->benchmark->build));
	if (json_object_update_new(object, columns_json(line, SHOW_SUMMARY)) != 0)
		memory_fatal("jansson");
	for (size_t i = 0; i < SUMMARY_QUANTILES; i++)
		json_append(quantiles, json_number(line->quantiles[i]));
	json_put(object, "quantiles_ns", quantiles);
	json_put(object, "regression",
		line->regression.rows ? columns_json(line, SHOW_REGRESS) : json_null());
	return object;
}

void show_json(const struct show *show, FILE *out)
{
	json_auto_t *head = json_object();

	/* Benchmark by benchmark, so that a large log is never in memory as a tree. */
	json_put(head, "schema", json_string("bdriver-show-1"));
	json_put(head, "log", json_text(show->log->path));
	json_put(head, "format", json_text(show->log->format));
	json_put(head, "complete", json_boolean(show->log->complete));
	fputc('{', out);
	json_print(out, head, JSON_EMBED);
	fputs(", \"benchmarks\": [", out);
	for (size_t i = 0; i < show->count; i++) {
		fputs(i > 0 ? ",\n  " : "\n  ", out);
		json_write(out, line_json(&show->lines[i]), 15);
	}
	fputs("\n]}\n", out);
}
