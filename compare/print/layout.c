/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/layout.h"

#include "compare/base/memory.h"
#include "compare/base/utf8.h"
#include "compare/print/markup.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define GAP 2
/* A last column that gets less than this is printed below its row instead. */
#define LAST_MIN 24
#define INDENT   4

struct layout_cell {
	char *text; /* escaped for a terminal, owned */
	size_t width;
	enum style style;
	bool heading; /* the other cells of the row are empty */
};

/* The plan of layout_print(): the width of each column, 0 for one that is left out. */
struct table_plan {
	size_t *width;
	size_t last;      /* the last column shown */
	size_t last_room; /* the room for it; 0: no limit */
	bool last_below;
	bool color;
	size_t total; /* width of the terminal, 0: no limit */
};

size_t layout_text_width(const char *text)
{
	size_t width = 0;
	uint32_t code;

	while (*text) {
		text += utf8_decode(text, &code);
		width += utf8_width(code);
	}
	return width;
}

char *layout_truncate(const char *text, size_t width)
{
	size_t used = 0, room = width > 3 ? width - 3 : 0;
	const char *end = text;
	uint32_t code;

	if (layout_text_width(text) <= width)
		return memory_text(text);
	while (*end) {
		size_t bytes = utf8_decode(end, &code);

		if (used + utf8_width(code) > room)
			break;
		used += utf8_width(code);
		end += bytes;
	}
	return memory_format("%.*s...", (int)(end - text), text);
}

void layout_init(struct layout *layout, const struct column *columns, size_t column_count)
{
	memset(layout, 0, sizeof(*layout));
	layout->columns = columns;
	layout->column_count = column_count;
}

void layout_release(struct layout *layout)
{
	for (size_t i = 0; i < layout->cell_count; i++)
		free(layout->cells[i].text);
	free(layout->cells);
	free(layout->own);
	memset(layout, 0, sizeof(*layout));
}

void layout_add(struct layout *layout, enum style style, const char *text)
{
	struct layout_cell *cell;

	cell = ARRAY_ADD(layout->cells, layout->cell_count, layout->cell_capacity);
	cell->text = terminal_clean(text);
	cell->width = layout_text_width(cell->text);
	cell->style = style;
	cell->heading = false;
}

void layout_heading(struct layout *layout, enum style style, const char *text)
{
	layout_add(layout, style, text);
	layout->cells[layout->cell_count - 1].heading = true;
	for (size_t i = 1; i < layout->column_count; i++)
		layout_add(layout, STYLE_PLAIN, "");
}

static const char *const style_on[] = { [STYLE_BAD] = "\033[31m",
	[STYLE_GOOD] = "\033[32m",
	[STYLE_WARN] = "\033[33m",
	[STYLE_DIM] = "\033[2m",
	[STYLE_BOLD] = "\033[1m" };

/* Text that is escaped already. */
static void put_raw(FILE *out, bool color, enum style style, const char *text, size_t size)
{
	if (color && style != STYLE_PLAIN && size)
		fprintf(out, "%s%.*s\033[0m", style_on[style], (int)size, text);
	else
		fwrite(text, 1, size, out);
}

void layout_put(FILE *out, bool color, enum style style, const char *text)
{
	AUTO_FREE char *copy = terminal_clean(text);

	put_raw(out, color, style, copy, strlen(copy));
}

static void spaces(FILE *out, size_t count)
{
	while (count--)
		fputc(' ', out);
}

/* Bytes of the next line: as many words as fit `room` columns, at least one word. */
static size_t line_bytes(const char *text, size_t room)
{
	size_t width = 0, best = 0, i = 0;
	uint32_t code;

	while (text[i]) {
		if (text[i] == ' ' && width <= room)
			best = i;
		else if (text[i] == ' ' && best == 0)
			return i;
		if (width >= room && best)
			return best;
		i += utf8_decode(text + i, &code);
		width += utf8_width(code);
	}
	return width <= room || best == 0 ? i : best;
}

/* The rest of a paragraph whose first line begins where the cursor is. */
static void wrap_styled(FILE *out, const struct table_plan *plan, enum style style,
	const char *text, size_t indent, size_t room)
{
	while (*text) {
		size_t bytes = room ? line_bytes(text, room) : strlen(text);

		put_raw(out, plan->color, style, text, bytes);
		text += bytes;
		while (*text == ' ')
			text++;
		fputc('\n', out);
		if (*text)
			spaces(out, indent);
	}
}

/* Of text of our own that may change colours, which take no room. */
static size_t bare_width(const char *text)
{
	size_t width = 0;

	for (size_t n; *text; text += n) {
		n = *text == '\033' ? strcspn(text, "m") + 1 : 1;
		width += *text != '\033';
	}
	return width;
}

void layout_wrap(FILE *out, size_t width, const char *first, const char *text)
{
	fputs(first, out);
	layout_wrap_on(out, width, bare_width(first), text);
}

void layout_wrap_on(FILE *out, size_t width, size_t indent, const char *text)
{
	struct table_plan plan = { .total = width };
	AUTO_FREE char *copy = terminal_clean(text);

	if (!*copy)
		fputc('\n', out);
	wrap_styled(out, &plan, STYLE_PLAIN, copy, indent,
		width > indent + 10 ? width - indent : width);
}

void wrap_print(const char *text, int column, int indent, int width, FILE *out)
{
	if (column > 0 && column > indent - 2) {
		fputc('\n', out);
		column = 0;
	}
	spaces(out, (size_t)(indent - column));
	layout_wrap_on(out, (size_t)width, (size_t)indent, text + strspn(text, " "));
}

static void measure_columns(const struct layout *layout, struct table_plan *plan)
{
	size_t n = layout->column_count;

	plan->width = memory_zeroed(n, sizeof(*plan->width));
	for (size_t i = 0; i < layout->cell_count; i++) {
		const struct layout_cell *cell = &layout->cells[i];

		if (!cell->heading && cell->width > plan->width[i % n])
			plan->width[i % n] = cell->width;
	}
	for (size_t i = 0; i < n; i++) {
		size_t title = layout_text_width(layout->columns[i].title);

		if (!plan->width[i])
			continue;
		if (plan->width[i] < title)
			plan->width[i] = title;
		plan->last = i;
	}
}

/* Width of all shown columns from `first` on but the last, each with its gap. */
static size_t middle_width(
	const struct layout *layout, const struct table_plan *plan, size_t first)
{
	size_t sum = 0;

	for (size_t i = first; i < layout->column_count && i < plan->last; i++)
		if (plan->width[i])
			sum += plan->width[i] + GAP;
	return sum;
}

/*
 * Fits the columns into the terminal: first the last one is wrapped, then it goes below its
 * row, then the first one is narrowed and longer names get a line of their own.
 */
static void fit_columns(const struct layout *layout, struct table_plan *plan)
{
	bool flexible = plan->last > 0 && layout->columns[plan->last].align == ALIGN_LEFT;
	size_t used = middle_width(layout, plan, 0);
	size_t rest, least = 12;

	if (!plan->total || used + plan->width[plan->last] <= plan->total)
		return;
	if (flexible && used + LAST_MIN <= plan->total) {
		plan->last_room = plan->total - used;
		return;
	}
	rest = middle_width(layout, plan, 1) + (flexible ? 0 : plan->width[plan->last]);
	if (flexible) {
		plan->last_below = true;
		plan->last_room = plan->total > 2 * INDENT + 10 ? plan->total - INDENT : 0;
		rest = rest > GAP ? rest - GAP : 0;
	}
	if (plan->width[0] + GAP + rest <= plan->total)
		return;
	plan->width[0] = plan->total > rest + GAP + least ? plan->total - rest - GAP : least;
}

static void print_title(const struct layout *layout, FILE *out, const struct table_plan *plan)
{
	size_t start = 0, at = 0;

	for (size_t i = 0; i <= plan->last; i++) {
		const char *title = layout->columns[i].title;
		size_t width = layout_text_width(title), target = start;

		if (!plan->width[i] || (i == plan->last && plan->last_below))
			continue;
		if (layout->columns[i].align == ALIGN_RIGHT)
			target += plan->width[i] - width;
		spaces(out, target - at);
		put_raw(out, plan->color, STYLE_BOLD, title, strlen(title));
		at = target + width;
		start += plan->width[i] + GAP;
	}
	fputc('\n', out);
}

static void put_layout_cell(
	FILE *out, const struct table_plan *plan, const struct layout_cell *cell)
{
	put_raw(out, plan->color, cell->style, cell->text, strlen(cell->text));
}

/* The cells before the last; returns the column where the cursor stands. */
static size_t print_cells(const struct layout *layout, FILE *out, const struct table_plan *plan,
	const struct layout_cell *row)
{
	size_t start = 0, at = 0;

	for (size_t i = 0; i < plan->last; i++) {
		size_t width = plan->width[i], target = start;

		if (!width)
			continue;
		if (layout->columns[i].align == ALIGN_RIGHT && row[i].width < width)
			target += width - row[i].width;
		if (row[i].width) {
			spaces(out, target - at);
			put_layout_cell(out, plan, &row[i]);
			at = target + row[i].width;
		}
		if (row[i].width > width) { /* only a name: it gets this line for itself */
			fputc('\n', out);
			at = 0;
		}
		start += width + GAP;
	}
	return at;
}

static void print_layout_row(const struct layout *layout, FILE *out,
	const struct table_plan *plan, const struct layout_cell *row)
{
	size_t at = row->heading ? 0 : print_cells(layout, out, plan, row);
	size_t start = middle_width(layout, plan, 0);
	const struct layout_cell *cell = &row[plan->last];

	if (row->heading) {
		wrap_styled(out, plan, row->style, row->text, 0, plan->total);
	} else if (!cell->width) {
		fputc('\n', out);
	} else if (plan->last_below) {
		fputc('\n', out);
		spaces(out, INDENT);
		wrap_styled(out, plan, cell->style, cell->text, INDENT, plan->last_room);
	} else if (layout->columns[plan->last].align == ALIGN_RIGHT) {
		spaces(out, start + plan->width[plan->last] - cell->width - at);
		put_layout_cell(out, plan, cell);
		fputc('\n', out);
	} else {
		spaces(out, start - at);
		wrap_styled(out, plan, cell->style, cell->text, start, plan->last_room);
	}
}

void layout_print(const struct layout *layout, FILE *out, const struct layout_size *size)
{
	struct table_plan plan = { .color = size->color, .total = size->width };

	if (!layout->cell_count)
		return;
	assert(layout->cell_count % layout->column_count == 0);
	measure_columns(layout, &plan);
	fit_columns(layout, &plan);
	print_title(layout, out, &plan);
	for (size_t i = 0; i < layout->cell_count; i += layout->column_count)
		print_layout_row(layout, out, &plan, &layout->cells[i]);
	free(plan.width);
}
