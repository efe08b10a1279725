/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/csv/document.h"

#define ROWS    200
#define COLUMNS 50

/* A table in which only one cell in ten holds anything. */
static int setup(struct bd *b)
{
	struct document *d = document_make(b, (size_t)ROWS * COLUMNS * 6,
		CSV_STRICT | CSV_APPEND_NULL | CSV_EMPTY_IS_NULL);
	uint64_t seed = 66;

	for (unsigned row = 0; row < ROWS; row++) {
		for (unsigned column = 0; column < COLUMNS; column++) {
			if (bd_random(&seed) % 10 == 0)
				document_number(d, row * column);
			else
				document_plain(d, "");
		}
		document_end_row(d);
	}
	b->bytes = (double)d->size;
	b->items = ROWS;
	return 0;
}

BD_BENCHMARK("ParseSparse", document_run, .tags = "parse", .setup = setup,
	.teardown = document_teardown, .verify = document_verify)
