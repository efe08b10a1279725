/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/items.h"

/* Puts b->arg items into a table by name, looks one up, and clears the table. */
static void run(struct bd *b, uint64_t n)
{
	struct items *s = b->state;
	const struct item *middle = &s->all[s->count / 2];
	uint64_t digest = 0;

	for (uint64_t i = 0; i < n; i++) {
		const struct item *found;

		for (size_t k = 0; k < s->count; k++)
			add_name(s, &s->all[k]);
		found = find_name(s, middle->name);
		digest =
			(uint64_t)HASH_CNT(by_name, s->head) << 32 | (found ? found->value : 0);
		bd_keep(digest);
		clear_names(s);
	}
	bd_result(b, digest);
}

static int verify(struct bd *b)
{
	struct items *s = b->state;

	if (s->head)
		return bd_wrong(b, "the table was not cleared");
	return bd_expect(b, (uint64_t)b->arg << 32 | s->all[s->count / 2].value);
}

BD_FAMILY("UtAddStr", run, (10, 100, 1000, 10000), .tags = "hash", .setup = items_setup,
	.teardown = items_teardown, .verify = verify)
