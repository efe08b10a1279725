/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/items.h"

#define REPLACED 512

/* Takes 512 items out of a table of b->arg, one by one, and puts each back at once. */
static void run(struct bd *b, uint64_t n)
{
	struct items *s = b->state;
	size_t step = s->count / REPLACED;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (size_t k = 0; k < REPLACED; k++) {
			struct item *m = find_name(s, s->all[k * step].name);

			delete_name(s, m);
			sum += m->value + (find_name(s, m->name) != NULL);
			add_name(s, m);
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	int rc = names_setup(b);

	b->items = REPLACED;
	return rc;
}

static int verify(struct bd *b)
{
	struct items *s = b->state;
	uint64_t sum = 0;

	for (size_t k = 0; k < REPLACED; k++)
		sum += s->all[k * (s->count / REPLACED)].value;
	for (size_t k = 0; k < s->count; k++)
		if (find_name(s, s->all[k].name) != &s->all[k])
			return bd_wrong(b, "item %zu is no longer in the table", k);
	return bd_expect(b, sum);
}

BD_FAMILY("UtReplaceStr", run, (1000, 100000), .tags = "hash", .setup = setup,
	.teardown = names_teardown, .verify = verify)
