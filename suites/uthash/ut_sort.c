/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/items.h"

static int by_value(const struct item *x, const struct item *y)
{
	return (x->value > y->value) - (x->value < y->value);
}

static int by_id_order(const struct item *x, const struct item *y)
{
	return (x->id > y->id) - (x->id < y->id);
}

/* Sorts a table by value and then by id, so that each iteration finds it sorted by id. */
static void run(struct bd *b, uint64_t n)
{
	struct items *s = b->state;
	uint64_t digest = 0;

	for (uint64_t i = 0; i < n; i++) {
		HASH_SRT(by_id, s->head, by_value);
		digest = s->head->value;
		HASH_SRT(by_id, s->head, by_id_order);
		digest = digest << 32 | (unsigned)s->head->id;
		bd_keep(digest);
	}
	bd_result(b, digest);
}

static int setup(struct bd *b)
{
	int rc = ids_setup(b);
	struct items *s = b->state;

	HASH_SRT(by_id, s->head, by_id_order);
	b->items = 2 * (double)s->count;
	return rc;
}

static int verify(struct bd *b)
{
	struct items *s = b->state;
	unsigned value = ~0U, id = ~0U;
	size_t seen = 1;

	for (const struct item *m = s->head; m->by_id.next; m = m->by_id.next, seen++)
		if (m->id >= ((const struct item *)m->by_id.next)->id)
			return bd_wrong(b, "item %zu is not in its place", seen);
	if (seen != s->count)
		return bd_wrong(b, "%zu items of %zu are left", seen, s->count);
	for (size_t k = 0; k < s->count; k++) {
		value = s->all[k].value < value ? s->all[k].value : value;
		id = (unsigned)s->all[k].id < id ? (unsigned)s->all[k].id : id;
	}
	return bd_expect(b, (uint64_t)value << 32 | id);
}

BD_FAMILY("UtSort", run, (100, 2000), .tags = "hash,sort", .setup = setup,
	.teardown = ids_teardown, .verify = verify)
