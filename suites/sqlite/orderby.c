/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

#include <string.h>

/* Sorts 1,000 rows by text. */
static int setup(struct bd *b)
{
	return shop_open(b, NULL, "SELECT id FROM item ORDER BY name, id");
}

static int compare(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : x->id - y->id;
}

static int verify(struct bd *b)
{
	struct shop *s = b->state;
	uint64_t mix = 0;

	qsort(s->items, ITEMS, sizeof(*s->items), compare);
	for (int k = 0; k < ITEMS; k++)
		mix = shop_mix(mix, s->items[k].id);
	return bd_expect(b, mix);
}

BD_BENCHMARK("OrderBy", shop_run, .tags = "query,sort", .items = ITEMS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
