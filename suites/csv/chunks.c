/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/csv/document.h"

#define ROWS 300

/* Reads a table in pieces of b->arg bytes, as they come from a pipe. */
static void run(struct bd *b, uint64_t n)
{
	struct document *d = b->state;
	struct reading r = { 0, 0, 0 };

	for (uint64_t i = 0; i < n; i++) {
		document_read(d, (size_t)b->arg, &r);
		bd_keep(r.digest);
	}
	bd_result(b, reading_result(&r));
}

static int setup(struct bd *b)
{
	struct document *d = document_make(b, (size_t)ROWS * 200, CSV_STRICT | CSV_APPEND_NULL);
	uint64_t seed = 63;

	for (unsigned row = 0; row < ROWS; row++) {
		document_number(d, row);
		document_quoted(d, some_note(&seed));
		document_number(d, (unsigned)(bd_random(&seed) % 10000));
		document_end_row(d);
	}
	b->bytes = (double)d->size;
	return 0;
}

BD_FAMILY("ParseChunks", run, (1, 16, 256, 4096), .tags = "parse", .setup = setup,
	.teardown = document_teardown, .verify = document_verify)
