/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/csv/document.h"

#define TOTAL 65536

/* 64 KiB of quoted text in fields of b->arg characters; the entry buffer starts small. */
static void run(struct bd *b, uint64_t n)
{
	struct document *d = b->state;
	struct reading r = { 0, 0, 0 };

	for (uint64_t i = 0; i < n; i++) {
		csv_free(&d->parser);
		csv_init(&d->parser, CSV_STRICT | CSV_APPEND_NULL);
		document_read(d, d->size, &r);
		bd_keep(r.digest);
	}
	bd_result(b, reading_result(&r));
}

static int setup(struct bd *b)
{
	struct document *d = document_make(b, TOTAL * 2, CSV_STRICT | CSV_APPEND_NULL);
	size_t length = (size_t)b->arg;
	char *field = bd_alloc(length + 1);
	uint64_t seed = 67;

	for (size_t at = 0; at + length <= TOTAL; at += length) {
		for (size_t k = 0; k < length; k++)
			field[k] = " ,.\nabcdefghijklmnopqrst"[bd_random(&seed) % 24];
		document_quoted(d, field);
		document_end_row(d);
	}
	free(field);
	b->bytes = (double)d->size;
	return 0;
}

BD_FAMILY("ParseLongFields", run, (1024, 65536), .tags = "parse,malloc", .setup = setup,
	.teardown = document_teardown, .verify = document_verify)
