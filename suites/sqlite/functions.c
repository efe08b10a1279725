/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/sqlite/shop.h"

/* Functions on the text of each row. */
static int setup(struct bd *b)
{
	return shop_open(b, NULL,
		"SELECT sum(instr(name, ' ') * length(upper(substr(name, 1, 7)))), "
		"sum(unicode(name)) FROM item");
}

static int verify(struct bd *b)
{
	struct shop *s = b->state;
	int64_t product = 0, first = 0;

	for (int k = 0; k < ITEMS; k++) {
		const char *name = s->items[k].name;
		int blank = 0, length = 0;

		while (name[length])
			length++;
		while (name[blank] != ' ')
			blank++;
		product += (blank + 1) * (length < 7 ? length : 7);
		first += name[0];
	}
	return bd_expect(b, shop_mix(shop_mix(0, product), first));
}

BD_BENCHMARK("TextFunctions", shop_run, .tags = "query,text", .items = ITEMS, .setup = setup,
	.teardown = shop_teardown, .verify = verify)
