/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/neighbours.h"

/* Looks up 2048 names, half of them unknown, in a table of b->arg items. */
static void run(struct bd *b, uint64_t n)
{
	struct items *s = b->state;
	uint64_t found = 0, sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		found = sum = 0;
		for (size_t k = 0; k < PROBES; k++) {
			const struct item *m = hsearch_find(s->other, s->probe[k]->name);

			if (m) {
				found++;
				sum += m->value;
			}
		}
		bd_keep(sum);
	}
	bd_result(b, found << 32 | sum);
}

static int setup(struct bd *b)
{
	struct items *s;

	items_setup(b);
	s = b->state;
	s->other = bd_alloc(sizeof(struct hsearch_data));
	hsearch_make(s->other, s->count);
	for (size_t k = 0; k < s->count; k++)
		hsearch_add(s->other, &s->all[k]);
	b->items = PROBES;
	return 0;
}

static void teardown(struct bd *b)
{
	struct items *s = b->state;

	if (s && s->other) {
		hdestroy_r(s->other);
		free(s->other);
	}
	items_teardown(b);
}

BD_FAMILY("HsearchFind", run, (10, 1000, 10000, 100000), .tags = "hash,libc", .setup = setup,
	.teardown = teardown, .verify = items_expect_probes)
