/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/cells.h"

#include "compare/base/memory.h"

#include <csv.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static void add_cell(struct cells *cells, char *text, size_t size)
{
	if (cells->count == cells->capacity)
		cells->list = memory_grow(
			cells->list, &cells->capacity, cells->count + 1, sizeof(*cells->list));
	cells->list[cells->count++] = (struct cell){ text, size };
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

	while (p < end && is_blank(*p))
		p++;
	if (p < end && *p == '"') {
		start = p + 1;
		stop = memchr(start, '"', (size_t)(end - start));
		if (!stop || (stop + 1 < end && stop[1] != ','))
			return false;
		add_cell(cells, start, (size_t)(stop - start));
		*at = stop + 1;
		return true;
	}
	for (start = p; p < end && !ends_plain[(unsigned char)*p]; p++)
		;
	if (p < end && *p != ',')
		return false;
	for (stop = p; stop > start && is_blank(stop[-1]); stop--)
		;
	add_cell(cells, start, (size_t)(stop - start));
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

/* Shared by libcsv's callbacks, which cannot stop the parse. */
struct collected {
	struct cells *cells;
	size_t rows;
};

static void on_cell(void *text, size_t size, void *ctx)
{
	struct collected *c = ctx;
	struct cells *cells = c->cells;
	size_t at = cells->store_size;

	cells->store = memory_grow(cells->store, &cells->store_capacity, at + size + 1, 1);
	if (size > 0)
		memcpy(cells->store + at, text, size);
	cells->store[at + size] = '\0';
	cells->store_size += size + 1;
	add_cell(cells, NULL, size);
}

static void on_row(int end, void *ctx)
{
	struct collected *c = ctx;

	(void)end;
	c->rows++;
}

static void start_parser(struct cells *cells)
{
	if (cells->parser)
		csv_free(cells->parser);
	else
		cells->parser = memory_zeroed(1, sizeof(*cells->parser));
	if (csv_init(cells->parser, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL) != 0)
		memory_fatal("csv_init");
}

static void find_texts(struct cells *cells)
{
	char *text = cells->store;

	for (size_t i = 0; i < cells->count; i++) {
		cells->list[i].text = text;
		text += cells->list[i].size + 1;
	}
}

int cells_split_libcsv(struct cells *cells, char *line, size_t size, const char **why)
{
	struct collected c = { .cells = cells };

	cells->count = 0;
	cells->store_size = 0;
	if (!cells->parser)
		start_parser(cells);
	if (csv_parse(cells->parser, line, size, on_cell, on_row, &c) != size ||
		csv_fini(cells->parser, on_cell, on_row, &c) != 0) {
		*why = "a quote that is not closed, or a quote inside a cell";
		start_parser(cells);
		return -1;
	}
	if (c.rows > 1) {
		*why = "a carriage return in the middle of the row";
		return -1;
	}
	find_texts(cells);
	return 0;
}

int cells_split(struct cells *cells, char *line, size_t size, const char **why)
{
	if (split_plain(cells, line, size))
		return 0;
	return cells_split_libcsv(cells, line, size, why);
}

void cells_release(struct cells *cells)
{
	if (cells->parser)
		csv_free(cells->parser);
	free(cells->parser);
	free(cells->store);
	free(cells->list);
	memset(cells, 0, sizeof(*cells));
}
