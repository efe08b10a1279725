/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/csv/document.h"

#define ROWS 300

/* Orders: numbers, and notes in quotes that hold commas, quotes and line ends. */
static int setup(struct bd *b)
{
	struct document *d = document_make(b, (size_t)ROWS * 300, CSV_STRICT | CSV_APPEND_NULL);
	uint64_t seed = 61;

	for (unsigned row = 0; row < ROWS; row++) {
		document_number(d, 100000 + row);
		document_quoted(d, some_note(&seed));
		document_number(d, (unsigned)(bd_random(&seed) % 1000));
		document_quoted(d, some_note(&seed));
		document_end_row(d);
	}
	b->bytes = (double)d->size;
	b->items = ROWS;
	return 0;
}

BD_BENCHMARK("ParseQuoted", document_run, .tags = "parse", .setup = setup,
	.teardown = document_teardown, .verify = document_verify)
