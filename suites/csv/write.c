/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/csv/document.h"

#define FIELDS 600

struct output {
	const char *field[FIELDS];
	char *text;
	size_t room;
};

/* Writes 600 fields, four in a row, into memory. */
static void run(struct bd *b, uint64_t n)
{
	struct document *d = b->state;
	struct output *o = d->other;
	uint64_t length = 0;

	for (uint64_t i = 0; i < n; i++) {
		length = 0;
		for (size_t k = 0; k < FIELDS; k++) {
			length += csv_write(o->text + length, o->room - length, o->field[k],
				strlen(o->field[k]));
			o->text[length++] = k % 4 == 3 ? '\n' : ',';
		}
		bd_keep(length);
		bd_clobber();
	}
	bd_result(b, length);
}

static int setup(struct bd *b)
{
	struct document *d = document_make(b, (size_t)FIELDS * 200, CSV_STRICT);
	struct output *o = d->other = bd_alloc(sizeof(*o));
	uint64_t seed = 69;

	o->room = d->room;
	o->text = bd_alloc(o->room);
	for (size_t k = 0; k < FIELDS; k++) {
		o->field[k] = some_note(&seed);
		document_quoted(d, o->field[k]);
		if (k % 4 == 3)
			document_end_row(d);
	}
	b->items = FIELDS;
	b->bytes = (double)d->size;
	return 0;
}

static void teardown(struct bd *b)
{
	struct document *d = b->state;

	if (d && d->other)
		free(((struct output *)d->other)->text);
	document_teardown(b);
}

/* The same text as written by hand. */
static int verify(struct bd *b)
{
	struct document *d = b->state;
	struct output *o = d->other;

	if (memcmp(o->text, d->text, d->size) != 0)
		return bd_wrong(b, "the rows are not those written by hand");
	return bd_expect(b, d->size);
}

BD_BENCHMARK("WriteMemory", run, .tags = "write", .setup = setup, .teardown = teardown,
	.verify = verify)
