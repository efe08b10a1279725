/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/sorting.h"

#define PROBES 2048

/* Looks up 2048 numbers, half of them missing, among b->arg sorted even numbers. */
static void run(struct bd *b, uint64_t n)
{
	struct sorting *s = b->state;
	uint64_t found = 0, sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		found = sum = 0;
		for (size_t k = 0; k < PROBES; k++) {
			const int *at = bsearch(
				&s->work[k], s->input, s->count, sizeof(int), sorting_order);

			if (at) {
				found++;
				sum += (uint64_t)(at - s->input);
			}
		}
		bd_keep(sum);
	}
	bd_result(b, found << 48 | sum);
}

static int setup(struct bd *b)
{
	struct sorting *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 16;

	if (b->arg < 1)
		return bd_skip(b, "no numbers to search");
	s->count = (size_t)b->arg;
	s->input = bd_alloc(s->count * sizeof(int));
	s->work = bd_alloc(PROBES * sizeof(int));
	for (size_t k = 0; k < s->count; k++)
		s->input[k] = (int)(2 * k);
	for (size_t k = 0; k < PROBES; k++)
		s->work[k] = (int)(bd_random(&seed) % (2 * s->count));
	b->items = PROBES;
	return 0;
}

static int verify(struct bd *b)
{
	struct sorting *s = b->state;
	uint64_t found = 0, sum = 0;

	for (size_t k = 0; k < PROBES; k++)
		if (s->work[k] % 2 == 0) {
			found++;
			sum += (uint64_t)s->work[k] / 2;
		}
	return bd_expect(b, found << 48 | sum);
}

BD_FAMILY("Bsearch", run, (100, 10000, 100000), .tags = "search", .setup = setup,
	.teardown = sorting_teardown, .verify = verify)
