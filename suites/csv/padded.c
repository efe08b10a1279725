/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/csv/document.h"

#define ROWS 400

/* A table lined up for people: libcsv takes the spaces around plain fields away. */
static int setup(struct bd *b)
{
	struct document *d = document_make(b, (size_t)ROWS * 100, CSV_STRICT | CSV_APPEND_NULL);
	uint64_t seed = 65;

	for (unsigned row = 0; row < ROWS; row++) {
		for (unsigned column = 0; column < 5; column++) {
			unsigned v = (unsigned)(bd_random(&seed) >> (44 + 3 * column));

			document_number(d, v);
			document_put(d, "            ", 3 + bd_random(&seed) % 9);
		}
		document_end_row(d);
	}
	b->bytes = (double)d->size;
	b->items = ROWS;
	return 0;
}

BD_BENCHMARK("ParsePadded", document_run, .tags = "parse", .setup = setup,
	.teardown = document_teardown, .verify = document_verify)
