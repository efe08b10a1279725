/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/sorting.h"

#define COUNT 8192

/* Sorts 8192 numbers of which one in b->arg is out of its place (0: none is). */
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
	struct sorting *s = sorting_make(b, COUNT);
	uint64_t seed = 13;

	sorting_slowly(s->input, s->count);
	for (long k = 0; b->arg && k < COUNT / b->arg; k++) {
		size_t x = bd_random(&seed) % COUNT, y = bd_random(&seed) % COUNT;
		int v = s->input[x];

		s->input[x] = s->input[y];
		s->input[y] = v;
	}
	return 0;
}

BD_FAMILY("QsortNearlySorted", run, (0, 16, 128), .tags = "sort", .setup = setup,
	.teardown = sorting_teardown, .verify = sorting_verify)
