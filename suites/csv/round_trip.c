/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/csv/document.h"

#define ROWS 300

struct copy {
	char *text;
	size_t size, room;
	int row_begun;
};

static void copy_field(void *field, size_t length, void *data)
{
	struct copy *c = data;

	if (c->row_begun)
		c->text[c->size++] = ',';
	c->row_begun = 1;
	c->size += csv_write(c->text + c->size, c->room - c->size, field, length);
}

static void copy_row(int terminator, void *data)
{
	struct copy *c = data;

	(void)terminator;
	c->text[c->size++] = '\n';
	c->row_begun = 0;
}

/* Reads a table in which all is quoted and writes it again. */
static void run(struct bd *b, uint64_t n)
{
	struct document *d = b->state;
	struct copy *c = d->other;
	uint64_t size = 0;

	for (uint64_t i = 0; i < n; i++) {
		c->size = 0;
		csv_parse(&d->parser, d->text, d->size, copy_field, copy_row, c);
		csv_fini(&d->parser, copy_field, copy_row, c);
		size = c->size;
		bd_keep(size);
	}
	bd_result(b, size);
}

static int setup(struct bd *b)
{
	struct document *d = document_make(b, (size_t)ROWS * 400, CSV_STRICT);
	struct copy *c = d->other = bd_alloc(sizeof(*c));
	uint64_t seed = 71;

	c->room = d->room;
	c->text = bd_alloc(c->room);
	for (unsigned row = 0; row < ROWS; row++) {
		for (unsigned column = 0; column < 3; column++)
			document_quoted(d, some_note(&seed));
		document_end_row(d);
	}
	b->items = ROWS;
	b->bytes = (double)d->size;
	return 0;
}

static void teardown(struct bd *b)
{
	struct document *d = b->state;

	if (d && d->other)
		free(((struct copy *)d->other)->text);
	document_teardown(b);
}

static int verify(struct bd *b)
{
	struct document *d = b->state;
	struct copy *c = d->other;

	if (memcmp(c->text, d->text, d->size) != 0)
		return bd_wrong(b, "the copy differs from the document");
	return bd_expect(b, d->size);
}

BD_BENCHMARK("RoundTrip", run, .tags = "parse,write", .setup = setup, .teardown = teardown,
	.verify = verify)
