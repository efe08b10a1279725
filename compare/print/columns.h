/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PRINT_COLUMNS_H
#define COMPARE_PRINT_COLUMNS_H

#include <jansson.h>

#include "compare/print/layout.h"

/*
 * The columns of a table, each named once for all formats: a function puts the cells of a row,
 * one call a column. Text and Markdown have the cells with a title, CSV and JSON those with a
 * key; NULL: not there. Each row must put the same ones.
 */
enum cells_for { CELLS_TEXT, CELLS_MARKDOWN, CELLS_CSV, CELLS_JSON };
/* The words of --format for them. */
#define CELLS_FORMATS "text|markdown|csv|json"
enum cells_for cells_format(const char *word);

struct cells;

struct columns {
	void (*put)(struct cells *cells, const void *row, const void *of);
	const void *of;
	const void *empty;        /* a row without values: it gives the titles */
	const char *none;         /* in text and Markdown, where there is no number */
	const char *left, *right; /* Markdown: below the titles of such columns */
	bool sparse;      /* Markdown: a right column that is empty in all rows is left out */
	bool exact;       /* CSV: all digits of a number, not nine */
	bool spreadsheet; /* CSV: no text is taken for a formula */
	int digits;       /* JSON: of a number */
	bool indented;    /* JSON: by two */
};

/* For cells that only some formats have. */
bool cells_are(const struct cells *cells, enum cells_for format);
void cell_text(struct cells *cells, const char *title, const char *key, const char *text);
/* The same of a fixed set, which CSV has without quotes. */
void cell_word(struct cells *cells, const char *title, const char *key, const char *word);
/* format: in text and Markdown; NULL: it is a whole number. NAN: not known. */
void cell_number(struct cells *cells, const char *title, const char *key, double value,
	char *(*format)(char *out, double value));
void cell_truth(struct cells *cells, const char *key, bool value);
/* In text and Markdown. */
void cell_shown(struct cells *cells, const char *title, enum align align, enum style style,
	const char *text);
/* In JSON; takes the value. */
void cell_json(struct cells *cells, const char *key, json_t *value);

/* Prepares a layout for rows. */
void columns_layout(const struct columns *columns, struct layout *layout);
void columns_layout_row(const struct columns *columns, struct layout *layout, const void *row);
/* The whole table; of JSON the items of a list. Each of `rows` is one. */
void columns_print(const struct columns *columns, enum cells_for format,
	const void *const *rows, size_t count, FILE *out, const struct layout_size *size);
/* A new object. */
json_t *columns_json(const struct columns *columns, const void *row);
/* Each of `count` elements of an array; the caller frees them. */
const void **columns_rows(const void *array, size_t count, size_t size);

#endif
