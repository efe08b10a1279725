/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/uthash/items.h"

#include <utarray.h>

#define COUNT 4096

static const UT_icd value_icd = { sizeof(unsigned), NULL, NULL, NULL };

static void push_all(UT_array *array, const struct items *s)
{
	for (size_t k = 0; k < s->count; k++)
		utarray_push_back(array, &s->all[k].value);
}

/* Appends 4096 values to an array and adds them up. */
static void run(struct bd *b, uint64_t n)
{
	struct items *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		UT_array array;
		const unsigned *at = NULL;

		utarray_init(&array, &value_icd);
		push_all(&array, s);
		sum = 0;
		while ((at = (const unsigned *)utarray_next(&array, at)))
			sum += *at;
		bd_keep(sum);
		utarray_done(&array);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct items *s = b->state = bd_alloc(sizeof(*s));

	items_fill(s, COUNT);
	b->items = COUNT;
	return 0;
}

static int verify(struct bd *b)
{
	return bd_expect(b, items_sum(b->state));
}

BD_BENCHMARK("UtarrayPush", run, .tags = "array", .setup = setup, .teardown = items_teardown,
	.verify = verify)
