/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PAGE_PAGE_H
#define COMPARE_PAGE_PAGE_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

/*
 * A page of HTML that needs no other file: styles, D3 and scripts are inside. Its content is
 * JSON in blocks that the scripts read by their id, so that no text of a log is ever HTML.
 */

struct page_side;

enum { PAGE_SIDES = 2 }; /* at most: old and new */

struct page {
	const char *title, *summary; /* unescaped; readers without scripts see no more */
	size_t rows, sides;
	/* Fills the launches of a row, one item a side; they are zeroed. */
	void (*fill)(const void *ctx, size_t place, struct page_side *sides);
	const void *ctx;
};

/* `data` is page_head() of compare/page/parts.h with all else that the scripts draw; it is
 * taken. Blocks with the launches, which they read on demand, come after it. */
void page_write(const struct page *page, json_t *data, FILE *out);

/* The text of a block: JSON in ASCII without "<", so that nothing in it ends the block. The
 * caller frees it. */
char *page_json(const json_t *json);

/* A file of compare/page/web, or of the plotting library D3, that the build put into the
 * program. */
struct asset {
	const char *name; /* "page.css", "d3.js" */
	const char *text;
	size_t size;
};

/* The name must be that of one; its text ends with a NUL behind its size. */
struct asset asset_find(const char *name);

#endif
