/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/csv/document.h"

#define CELLS 4096

/* The same 4096 cells in rows of b->arg columns. */
static int setup(struct bd *b)
{
	struct document *d = document_make(b, (size_t)CELLS * 12, CSV_STRICT | CSV_APPEND_NULL);
	uint64_t seed = 62;

	for (long cell = 1; cell <= CELLS; cell++) {
		document_number(d, (unsigned)(bd_random(&seed) % 100000));
		if (cell % b->arg == 0)
			document_end_row(d);
	}
	b->bytes = (double)d->size;
	b->items = CELLS;
	return 0;
}

BD_FAMILY("ParseWide", document_run, (2, 64, 4096), .tags = "parse", .setup = setup,
	.teardown = document_teardown, .verify = document_verify)
