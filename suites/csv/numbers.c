/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/csv/document.h"

#define ROWS 400

/* Measurements: eight plain numbers in each of 400 rows. */
static int setup(struct bd *b)
{
	struct document *d = document_make(b, (size_t)ROWS * 100, CSV_STRICT | CSV_APPEND_NULL);
	uint64_t seed = 60;

	for (unsigned row = 0; row < ROWS; row++) {
		for (unsigned column = 0; column < 8; column++)
			document_number(d, (unsigned)(bd_random(&seed) >> (32 + 3 * column)));
		document_end_row(d);
	}
	b->bytes = (double)d->size;
	b->items = ROWS;
	return 0;
}

BD_BENCHMARK("ParseNumbers", document_run, .tags = "parse", .setup = setup,
	.teardown = document_teardown, .verify = document_verify)
