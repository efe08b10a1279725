/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/neighbours.h"

#define SEARCHES 64

static int order_of_ints(const void *x, const void *y)
{
	return *(const int *)x != *(const int *)y;
}

/* Looks 64 numbers, half of them unknown, up in an array of b->arg from its start. */
static void run(struct bd *b, uint64_t n)
{
	struct items *s = b->state;
	const int *ids = s->other;
	uint64_t found = 0, sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		found = sum = 0;
		for (size_t k = 0; k < SEARCHES; k++) {
			size_t count = s->count;
			const int *at = lfind(
				&s->probe[k]->id, ids, &count, sizeof(*ids), order_of_ints);

			if (at) {
				found++;
				sum += s->all[at - ids].value;
			}
		}
		bd_keep(sum);
	}
	bd_result(b, found << 32 | sum);
}

static int setup(struct bd *b)
{
	struct items *s;
	int *ids;

	items_setup(b);
	s = b->state;
	s->other = ids = bd_alloc(s->count * sizeof(*ids));
	for (size_t k = 0; k < s->count; k++)
		ids[k] = s->all[k].id;
	b->items = SEARCHES;
	return 0;
}

static void teardown(struct bd *b)
{
	struct items *s = b->state;

	if (s)
		free(s->other);
	items_teardown(b);
}

static int verify(struct bd *b)
{
	struct items *s = b->state;
	uint64_t found = 0, sum = 0;

	for (size_t k = 0; k < SEARCHES; k++)
		if ((size_t)(s->probe[k] - s->all) < s->count) {
			found++;
			sum += s->probe[k]->value;
		}
	return bd_expect(b, found << 32 | sum);
}

BD_FAMILY("LfindInt", run, (10, 100, 1000), .tags = "search,libc", .setup = setup,
	.teardown = teardown, .verify = verify)
