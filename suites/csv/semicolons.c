/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/csv/document.h"

#define ROWS 400

/* A table as spreadsheets of some countries write it: semicolons, decimal commas, CRLF. */
static int setup(struct bd *b)
{
	struct document *d = document_make(b, (size_t)ROWS * 80, CSV_STRICT | CSV_APPEND_NULL);
	uint64_t seed = 64;

	d->delimiter = ';';
	d->quote = '\'';
	csv_set_delim(&d->parser, ';');
	csv_set_quote(&d->parser, '\'');
	for (unsigned row = 0; row < ROWS; row++) {
		char price[24];

		snprintf(price, sizeof(price), "%u,%02u", (unsigned)(bd_random(&seed) % 5000),
			(unsigned)(bd_random(&seed) % 100));
		document_number(d, row);
		document_quoted(d, row % 3 ? "Sankt Gallen; Mitte" : "l'Aquila");
		document_plain(d, price);
		document_put(d, "\r", 1);
		document_end_row(d);
	}
	b->bytes = (double)d->size;
	b->items = ROWS;
	return 0;
}

BD_BENCHMARK("ParseSemicolons", document_run, .tags = "parse", .setup = setup,
	.teardown = document_teardown, .verify = document_verify)
