/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/sorting.h"

/* Sorts a fresh copy of b->arg random numbers. */
static void run(struct bd *b, uint64_t n)
{
	struct sorting *s = b->state;
	uint64_t digest = 0;

	for (uint64_t i = 0; i < n; i++) {
		memcpy(s->work, s->input, s->count * sizeof(int));
		qsort(s->work, s->count, sizeof(int), sorting_order);
		digest = sorting_digest(s->work, s->count);
		bd_keep(digest);
	}
	bd_result(b, digest);
}

static int setup(struct bd *b)
{
	sorting_make(b, (size_t)b->arg);
	return 0;
}

BD_FAMILY("QsortRandom", run, (64, 512, 4096, 8192), .tags = "sort", .setup = setup,
	.teardown = sorting_teardown, .verify = sorting_verify)
