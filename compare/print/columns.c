/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/columns.h"

#include <math.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "compare/print/markup.h"

/* Where the cells of a row go. */
struct cells {
	const struct columns *columns;
	enum cells_for format;
	enum { CELLS_PROBE, CELLS_TITLES, CELLS_RULE, CELLS_ROW } part;
	struct layout *layout;
	struct column *titles;
	size_t title_capacity;
	bool *has_text; /* Markdown: the columns that are not left out */
	size_t has_capacity;
	json_t *object;
	FILE *out;
	size_t count; /* of the cells of this row so far */
};

static void put_row(struct cells *cells, const void *row)
{
	cells->count = 0;
	cells->columns->put(cells, row ? row : cells->columns->empty, cells->columns->of);
}

bool cells_are(const struct cells *cells, enum cells_for format)
{
	return cells->format == format;
}

static void probe(struct cells *cells, bool has_text)
{
	cells->has_text = memory_grow_zeroed(
		cells->has_text, &cells->has_capacity, cells->count + 1, sizeof(bool));
	cells->has_text[cells->count++] |= has_text;
}

static void markdown_cell(
	struct cells *cells, const char *title, enum align align, const char *text)
{
	const struct columns *columns = cells->columns;

	if (cells->part == CELLS_PROBE)
		probe(cells, !columns->sparse || align == ALIGN_LEFT || *text);
	else if (!cells->has_text[cells->count++])
		;
	else if (cells->part == CELLS_RULE)
		fprintf(cells->out, "|%s",
			align == ALIGN_LEFT ? columns->left : columns->right);
	else if (cells->part == CELLS_TITLES || align == ALIGN_RIGHT)
		fprintf(cells->out, "| %s ", cells->part == CELLS_TITLES ? title : text);
	else {
		fputs("| ", cells->out);
		markup_put(cells->out, MARKUP_MARKDOWN, text);
		fputc(' ', cells->out);
	}
}

void cell_shown(struct cells *cells, const char *title, enum align align, enum style style,
	const char *text)
{
	if (!title || cells->format > CELLS_MARKDOWN)
		return;
	if (cells->format == CELLS_MARKDOWN)
		markdown_cell(cells, title, align, text);
	else if (cells->part == CELLS_TITLES)
		*ARRAY_ADD(cells->titles, cells->count, cells->title_capacity) =
			(struct column){ title, align };
	else
		layout_add(cells->layout, style, text);
}

static void put_csv_text(struct cells *cells, const char *text)
{
	bool formula = cells->columns->spreadsheet && *text && strchr("=+-@\t\r", *text);

	fputs(formula ? "\"'" : "\"", cells->out);
	markup_put(cells->out, MARKUP_CSV, text);
	fputc('"', cells->out);
}

/* Begins a cell of CSV: true if the value comes next. */
static bool csv_cell(struct cells *cells, const char *key)
{
	if (!key || cells->format != CELLS_CSV)
		return false;
	if (cells->count++)
		fputc(',', cells->out);
	if (cells->part == CELLS_ROW)
		return true;
	/* Names of counters may be any text. */
	if (!strpbrk(key, "\",\n\r =+-@"))
		fputs(key, cells->out);
	else
		put_csv_text(cells, key);
	return false;
}

void cell_json(struct cells *cells, const char *key, json_t *value)
{
	if (key && cells->format == CELLS_JSON)
		json_put(cells->object, key, value);
	else
		json_decref(value);
}

void cell_text(struct cells *cells, const char *title, const char *key, const char *text)
{
	cell_shown(cells, title, ALIGN_LEFT, STYLE_PLAIN, text);
	if (csv_cell(cells, key))
		put_csv_text(cells, text);
	if (cells->format == CELLS_JSON)
		cell_json(cells, key, json_text(text));
}

void cell_word(struct cells *cells, const char *title, const char *key, const char *word)
{
	if (cells->format != CELLS_CSV)
		cell_text(cells, title, key, word);
	else if (csv_cell(cells, key))
		fputs(word, cells->out);
}

void cell_truth(struct cells *cells, const char *key, bool value)
{
	if (csv_cell(cells, key))
		fputc(value ? '1' : '0', cells->out);
	cell_json(cells, key, json_boolean(value));
}

void cell_number(struct cells *cells, const char *title, const char *key, double value,
	char *(*format)(char *out, double value))
{
	char text[FORMAT_SIZE] = "", digits[NUMBER_TEXT_MAX];

	if (title && isfinite(value) && format)
		format(text, value);
	else if (title && isfinite(value))
		snprintf(text, sizeof(text), "%.0f", value);
	cell_shown(cells, title, ALIGN_RIGHT, STYLE_PLAIN,
		isfinite(value) ? text : cells->columns->none);
	if (cells->format == CELLS_JSON)
		cell_json(cells, key,
			format || !isfinite(value) ? json_number(value)
						   : json_integer((json_int_t)value));
	if (!csv_cell(cells, key) || !isfinite(value))
		return;
	if (cells->columns->exact)
		number_print(digits, value);
	else
		snprintf(digits, sizeof(digits), "%.9g", value);
	fputs(digits, cells->out);
}

void columns_layout(const struct columns *columns, struct layout *layout)
{
	struct cells cells = { .columns = columns, .part = CELLS_TITLES };

	put_row(&cells, NULL);
	layout_init(layout, cells.titles, cells.count);
	layout->own = cells.titles;
}

void columns_layout_row(const struct columns *columns, struct layout *layout, const void *row)
{
	struct cells cells = { .columns = columns, .part = CELLS_ROW, .layout = layout };

	put_row(&cells, row);
}

static void put_line(struct cells *cells, int part, const void *row)
{
	cells->part = part;
	put_row(cells, row);
	fputs(cells->format == CELLS_MARKDOWN ? "|\n" : "\n", cells->out);
}

/* A sparse table is looked through for what it has. */
static void put_markdown(struct cells *cells, const void *const *rows, size_t count)
{
	for (size_t i = 0; !i || (cells->columns->sparse && i < count); i++)
		put_row(cells, count ? rows[i] : NULL);
	put_line(cells, CELLS_TITLES, NULL);
	put_line(cells, CELLS_RULE, NULL);
	for (size_t i = 0; i < count; i++)
		put_line(cells, CELLS_ROW, rows[i]);
	free(cells->has_text);
}

static void put_csv(struct cells *cells, const void *const *rows, size_t count)
{
	put_line(cells, CELLS_TITLES, NULL);
	for (size_t i = 0; i < count; i++)
		put_line(cells, CELLS_ROW, rows[i]);
}

static void put_text(const struct columns *columns, const void *const *rows, size_t count,
	FILE *out, const struct layout_size *size)
{
	AUTO(layout_release) struct layout layout;

	columns_layout(columns, &layout);
	for (size_t i = 0; i < count; i++)
		columns_layout_row(columns, &layout, rows[i]);
	layout_print(&layout, out, size);
}

json_t *columns_json(const struct columns *columns, const void *row)
{
	struct cells cells = { .columns = columns,
		.format = CELLS_JSON,
		.part = CELLS_ROW,
		.object = json_object() };

	put_row(&cells, row);
	return cells.object;
}

enum cells_for cells_format(const char *word)
{
	return strcmp(word, "json") == 0       ? CELLS_JSON
	       : strcmp(word, "csv") == 0      ? CELLS_CSV
	       : strcmp(word, "markdown") == 0 ? CELLS_MARKDOWN
					       : CELLS_TEXT;
}

void columns_print(const struct columns *columns, enum cells_for format,
	const void *const *rows, size_t count, FILE *out, const struct layout_size *size)
{
	struct cells cells = { .columns = columns, .format = format, .out = out };

	if (format == CELLS_TEXT)
		put_text(columns, rows, count, out, size);
	else if (format == CELLS_MARKDOWN)
		put_markdown(&cells, rows, count);
	else if (format == CELLS_CSV)
		put_csv(&cells, rows, count);
	/* Row by row, so that a large table is never in memory as a tree. */
	for (size_t i = 0; format == CELLS_JSON && i < count; i++) {
		fprintf(out, "%s\n%s", i ? "," : "", columns->indented ? "  " : "");
		json_write(out, columns_json(columns, rows[i]), columns->digits);
	}
}

const void **columns_rows(const void *array, size_t count, size_t size)
{
	const void **rows = memory_array(count + 1, sizeof(*rows));

	for (size_t i = 0; i < count; i++)
		rows[i] = (const char *)array + i * size;
	return rows;
}
