/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A CSV document that is written by hand while what a reader must find in it is counted. */
#ifndef CSV_DOCUMENT_H
#define CSV_DOCUMENT_H

#include "suites/csv/reading.h"

#include <csv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct document {
	char *text;
	size_t size, room;
	char delimiter, quote;
	struct reading expected;
	struct csv_parser parser;
	int row_begun;
	void *other; /* a benchmark's own */
};

/* An empty document with room for `room` bytes, and a parser with these options of libcsv. */
static inline struct document *document_make(struct bd *b, size_t room, unsigned char options)
{
	struct document *d = b->state = bd_alloc(sizeof(*d));

	d->text = bd_alloc(room);
	d->room = room;
	d->delimiter = ',';
	d->quote = '"';
	if (csv_init(&d->parser, options) != 0)
		abort();
	return d;
}

static inline void document_teardown(struct bd *b)
{
	struct document *d = b->state;

	if (!d)
		return;
	csv_free(&d->parser);
	free(d->text);
	free(d->other);
	free(d);
}

/* Text as it is: it does not count as data. */
static inline void document_put(struct document *d, const char *text, size_t length)
{
	if (d->size + length > d->room)
		abort();
	memcpy(d->text + d->size, text, length);
	d->size += length;
}

static inline void document_separate(struct document *d)
{
	if (d->row_begun)
		document_put(d, &d->delimiter, 1);
	d->row_begun = 1;
}

/* A field without quotes. */
static inline void document_plain(struct document *d, const char *field)
{
	document_separate(d);
	document_put(d, field, strlen(field));
	reading_add(&d->expected, field, strlen(field));
}

/* A field in quotes, those within it doubled. */
static inline void document_quoted(struct document *d, const char *field)
{
	document_separate(d);
	document_put(d, &d->quote, 1);
	for (const char *c = field; *c; c++) {
		document_put(d, c, 1);
		if (*c == d->quote)
			document_put(d, c, 1);
	}
	document_put(d, &d->quote, 1);
	reading_add(&d->expected, field, strlen(field));
}

static inline void document_number(struct document *d, unsigned value)
{
	char digits[16];

	snprintf(digits, sizeof(digits), "%u", value);
	document_plain(d, digits);
}

static inline void document_end_row(struct document *d)
{
	document_put(d, "\n", 1);
	d->row_begun = 0;
	d->expected.rows++;
}

/* Reads the whole document in pieces of at most `piece` bytes. */
static inline void document_read(struct document *d, size_t piece, struct reading *r)
{
	r->fields = r->rows = r->digest = 0;
	for (size_t at = 0; at < d->size; at += piece) {
		size_t length = d->size - at < piece ? d->size - at : piece;

		if (csv_parse(&d->parser, d->text + at, length, on_field, on_row, r) != length)
			return; /* too few rows: verify sees it */
	}
	csv_fini(&d->parser, on_field, on_row, r);
}

/* Reads the document n times in one piece. */
static inline void document_run(struct bd *b, uint64_t n)
{
	struct document *d = b->state;
	struct reading r = { 0, 0, 0 };

	for (uint64_t i = 0; i < n; i++) {
		document_read(d, d->size, &r);
		bd_keep(r.digest);
	}
	bd_result(b, reading_result(&r));
}

static inline int document_verify(struct bd *b)
{
	struct document *d = b->state;

	return bd_expect(b, reading_result(&d->expected));
}

#endif
