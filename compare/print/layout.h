/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PRINT_LAYOUT_H
#define COMPARE_PRINT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * A table of aligned columns of UTF-8 text within a width. Columns that are empty throughout
 * are left out. The first column is narrowed first (a longer name gets a line of its own, it is
 * never cut). A last column that is left-aligned takes the rest of the line and is wrapped,
 * below the row if there is too little room. Control characters are printed escaped.
 */
enum align { ALIGN_LEFT, ALIGN_RIGHT };

enum style { STYLE_PLAIN, STYLE_BAD, STYLE_GOOD, STYLE_WARN, STYLE_DIM, STYLE_BOLD };

struct column {
	const char *title; /* plain ASCII; outlives the layout */
	enum align align;
};

struct layout_cell;

struct layout {
	const struct column *columns; /* the caller's, outlives the layout */
	struct column *own;           /* to be freed with it; NULL */
	size_t column_count;
	struct layout_cell *cells; /* row by row */
	size_t cell_count, cell_capacity;
};

struct layout_size {
	size_t width; /* columns of the terminal; 0: as wide as it needs */
	bool color;
};

void layout_init(struct layout *layout, const struct column *columns, size_t column_count);
void layout_release(struct layout *layout);
/* Appends the next cell; a row is complete after column_count cells. The text is copied. */
void layout_add(struct layout *layout, enum style style, const char *text);
/* A line of its own between rows, as wide as it is; a whole row. */
void layout_heading(struct layout *layout, enum style style, const char *text);
/* Writes title row and rows. Nothing at all for a layout without rows. */
void layout_print(const struct layout *layout, FILE *out, const struct layout_size *size);

/* Columns that a UTF-8 text takes on a terminal; a byte that is not UTF-8 counts one. */
size_t layout_text_width(const char *text);
/* The text, cut to that many columns and ended with "..." if it is wider. The caller frees it.
 */
char *layout_truncate(const char *text, size_t width);
/* The text in a style, control characters escaped. */
void layout_put(FILE *out, bool color, enum style style, const char *text);
/* A paragraph wrapped at `width` (0: never); `first` begins the first line, the following are
 * indented by its width. `first` is ASCII and may change colours. */
void layout_wrap(FILE *out, size_t width, const char *first, const char *text);
/* The same after `indent` columns that were printed on this line. */
void layout_wrap_on(FILE *out, size_t width, size_t indent, const char *text);

/* Columns of --help and of explanations. */
#define WRAP_WIDTH 80
/* A paragraph wrapped at `width`, each line indented by `indent`; `column` columns of the first
 * line are printed already. */
void wrap_print(const char *text, int column, int indent, int width, FILE *out);

#endif
