/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/cells.h"

#include "compare/base/memory.h"

#include <csv.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define WHOLE_DIGITS 15

static void add_cell(struct cells *cells, char *text, size_t size, int64_t whole)
{
	*ARRAY_ADD(cells->list, cells->count, cells->capacity) =
		(struct cell){ text, size, whole };
}

/* Most cells of a log are such: true, and *at is behind it. */
static bool whole_cell(struct cells *cells, char **at, const char *end)
{
	char *p = *at;
	const char *last = end - p > WHOLE_DIGITS ? p + WHOLE_DIGITS : end;
	int64_t whole = 0;

	for (unsigned digit; p < last && (digit = (unsigned)*p - '0') <= 9; p++)
		whole = 10 * whole + digit;
	if (p == *at || (p < end && *p != ','))
		return false;
	add_cell(cells, *at, (size_t)(p - *at), whole);
	*at = p;
	return true;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static const bool ends_plain[256] = {
	[','] = true, ['"'] = true, ['\r'] = true, ['\n'] = true
};

/* Takes one plain cell at *at, which ends at a comma or at `end`. False: libcsv must decide. */
static bool plain_cell(struct cells *cells, char **at, char *end)
{
	char *p = *at, *start, *stop;

	if (whole_cell(cells, at, end))
		return true;
	while (p < end && is_blank(*p))
		p++;
	if (p < end && *p == '"') {
		start = p + 1;
		stop = memchr(start, '"', (size_t)(end - start));
		if (!stop || (stop + 1 < end && stop[1] != ','))
			return false;
		add_cell(cells, start, (size_t)(stop - start), -1);
		*at = stop + 1;
		return true;
	}
	for (start = p; p < end && !ends_plain[(unsigned char)*p]; p++)
		;
	if (p < end && *p != ',')
		return false;
	for (stop = p; stop > start && is_blank(stop[-1]); stop--)
		;
	add_cell(cells, start, (size_t)(stop - start), -1);
	*at = p;
	return true;
}

static bool split_plain(struct cells *cells, char *line, size_t size)
{
	char *end = line + size;

	cells->count = 0;
	for (char *p = line;; p++) {
		if (!plain_cell(cells, &p, end))
			return false;
		if (p == end)
			break;
	}
	for (size_t i = 0; i < cells->count; i++)
		cells->list[i].text[cells->list[i].size] = '\0';
	return true;
}

/* For libcsv's callbacks. What a cell has is never longer than what stands for it in the line,
 * so the cells are written where the line was read. */
struct collected {
	struct cells *cells;
	char *out;
	size_t rows;
};

static void on_cell(void *text, size_t size, void *ctx)
{
	struct collected *c = ctx;

	if (size > 0)
		memcpy(c->out, text, size);
	c->out[size] = '\0';
	add_cell(c->cells, c->out, size, -1);
	c->out += size + 1;
}

static void on_row(int end, void *ctx)
{
	(void)end;
	((struct collected *)ctx)->rows++;
}

static int split_by_libcsv(struct cells *cells, char *line, size_t size, const char **why)
{
	struct collected c = { .cells = cells, .out = line };
	struct csv_parser parser;
	bool whole;

	cells->count = 0;
	if (csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL) != 0)
		memory_fatal("csv_init");
	whole = csv_parse(&parser, line, size, on_cell, on_row, &c) == size &&
		csv_fini(&parser, on_cell, on_row, &c) == 0;
	csv_free(&parser);
	if (whole && c.rows <= 1)
		return 0;
	*why = whole ? "a carriage return in the middle of the row"
		     : "a quote that is not closed, or a quote inside a cell";
	return -1;
}

int cells_split(struct cells *cells, char *line, size_t size, const char **why)
{
	return split_plain(cells, line, size) ? 0 : split_by_libcsv(cells, line, size, why);
}

void cells_release(struct cells *cells)
{
	free(cells->list);
	memset(cells, 0, sizeof(*cells));
}
