/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/csv/document.h"

#define ROWS 400

struct account {
	unsigned column, rows;
	uint64_t cents, quantity;
};

static void take_field(void *field, size_t length, void *data)
{
	struct account *a = data;

	(void)length;
	if (a->column == 2)
		a->quantity += strtoul(field, NULL, 10);
	if (a->column == 3)
		a->cents += (uint64_t)(strtod(field, NULL) * 100 + 0.5);
	a->column++;
}

static void take_row(int terminator, void *data)
{
	struct account *a = data;

	(void)terminator;
	a->column = 0;
	a->rows++;
}

/* Reads a table of orders and adds up two of its columns as numbers. */
static void run(struct bd *b, uint64_t n)
{
	struct document *d = b->state;
	struct account a = { 0, 0, 0, 0 };

	for (uint64_t i = 0; i < n; i++) {
		memset(&a, 0, sizeof(a));
		csv_parse(&d->parser, d->text, d->size, take_field, take_row, &a);
		csv_fini(&d->parser, take_field, take_row, &a);
		bd_keep(a.cents);
	}
	bd_result(b, a.cents << 24 ^ a.quantity << 10 ^ a.rows);
}

static int setup(struct bd *b)
{
	struct document *d = document_make(b, (size_t)ROWS * 80, CSV_STRICT | CSV_APPEND_NULL);
	struct account *a = d->other = bd_alloc(sizeof(*a));
	uint64_t seed = 68;

	for (a->rows = 0; a->rows < ROWS; a->rows++) {
		unsigned quantity = (unsigned)(bd_random(&seed) % 20);
		unsigned cents = (unsigned)(bd_random(&seed) % 100000);
		char price[24];

		snprintf(price, sizeof(price), "%u.%02u", cents / 100, cents % 100);
		document_number(d, a->rows);
		document_quoted(d, "Screws, 100 pieces");
		document_number(d, quantity);
		document_plain(d, price);
		document_end_row(d);
		a->quantity += quantity;
		a->cents += cents;
	}
	b->bytes = (double)d->size;
	b->items = ROWS;
	return 0;
}

static int verify(struct bd *b)
{
	struct document *d = b->state;
	const struct account *a = d->other;

	return bd_expect(b, a->cents << 24 ^ a->quantity << 10 ^ a->rows);
}

BD_BENCHMARK("SumColumns", run, .tags = "parse", .setup = setup, .teardown = document_teardown,
	.verify = verify)
