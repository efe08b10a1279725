/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

#include <string.h>

/* Looks for two letters in all names. */
static int setup(struct bd *b)
{
	return shop_open(b, NULL, "SELECT count(*), sum(id) FROM item WHERE name LIKE '%en%'");
}

static int verify(struct bd *b)
{
	struct shop *s = b->state;
	int64_t count = 0, sum = 0;

	for (int k = 0; k < ITEMS; k++) {
		if (strstr(s->items[k].name, "en")) {
			count++;
			sum += s->items[k].id;
		}
	}
	if (!count)
		return bd_wrong(b, "no name matches");
	return bd_expect(b, shop_mix(shop_mix(0, count), sum));
}

BD_BENCHMARK("Like", shop_run, .tags = "query,text", .items = ITEMS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
