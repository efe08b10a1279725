/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/cells.h"

#include "compare/base/memory.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Moves *at behind the quote that closes the cell; of two quotes one stays. False: none does.
 */
static bool take_quoted(struct cell *cell, char **at, char *end)
{
	char *p = *at + 1, *stop = p, *quote;

	cell->text = p;
	for (;; *stop++ = *p++) {
		quote = memchr(p, '"', (size_t)(end - p));
		if (!quote)
			return false;
		if (stop != p)
			memmove(stop, p, (size_t)(quote - p));
		stop += quote - p;
		p = quote + 1;
		if (p == end || *p != '"')
			break;
	}
	cell->size = (size_t)(stop - cell->text);
	*at = p;
	return true;
}

static const bool ends_plain[256] = { [','] = true, ['"'] = true, ['\r'] = true };

static void take_plain(struct cell *cell, char **at, char *end)
{
	char *p = *at, *stop;

	cell->text = p;
	while (p < end && !ends_plain[(unsigned char)*p])
		p++;
	for (stop = p; stop > cell->text && is_blank(stop[-1]); stop--)
		;
	cell->size = (size_t)(stop - cell->text);
	*at = p;
}

static char *pass_blanks(char *p, const char *end)
{
	while (p < end && is_blank(*p))
		p++;
	return p;
}

int cells_split(struct cells *cells, char *line, size_t size, const char **why)
{
	char *p = line, *end = line + size;
	bool more = true;

	while (end > line && end[-1] == '\r')
		end--;
	for (cells->count = 0; more; p++) {
		struct cell *cell = ARRAY_ADD(cells->list, cells->count, cells->capacity);

		*why = "a quote that is not closed, or a quote inside a cell";
		p = pass_blanks(p, end);
		if (p == end || *p != '"')
			take_plain(cell, &p, end);
		else if (take_quoted(cell, &p, end))
			p = pass_blanks(p, end);
		else
			return -1;
		more = p < end;
		if (more && *p == '\r')
			*why = "a carriage return in the middle of the row";
		if (more && *p != ',')
			return -1;
		cell->text[cell->size] = '\0';
	}
	return 0;
}

void cells_release(struct cells *cells)
{
	free(cells->list);
	memset(cells, 0, sizeof(*cells));
}
