/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define COUNT 1024

struct record {
	char name[20];
	unsigned keys[3];
};

struct state {
	struct record input[COUNT], work[COUNT];
};

/* By the key whose number is at `which`; equal keys by the last key, which is unique. */
static int order(const void *x, const void *y, void *which)
{
	const struct record *a = x, *b = y;
	size_t k = *(const size_t *)which;

	if (a->keys[k] == b->keys[k])
		k = 2;
	return (a->keys[k] > b->keys[k]) - (a->keys[k] < b->keys[k]);
}

/* Sorts 1024 records of 32 bytes by two keys, one after the other. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t digest = 0;

	for (uint64_t i = 0; i < n; i++) {
		memcpy(s->work, s->input, sizeof(s->work));
		digest = 0;
		for (size_t which = 0; which < 2; which++) {
			qsort_r(s->work, COUNT, sizeof(s->work[0]), order, &which);
			digest = digest << 20 | s->work[COUNT / 3].keys[2] << 10 |
				 s->work[COUNT - 1].keys[2];
		}
		bd_keep(digest);
	}
	bd_result(b, digest);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 15;

	for (unsigned k = 0; k < COUNT; k++) {
		struct record *r = &s->input[k];

		stpcpy(r->name, some_word(&seed));
		r->keys[0] = (unsigned)(bd_random(&seed) % 300);
		r->keys[1] = (unsigned)(bd_random(&seed) % 1000000);
		r->keys[2] = k;
	}
	b->items = 2 * COUNT;
	/* The branch predictor learns these records: before the first sample, not during it. */
	run(b, 400);
	return 0;
}

/* The record that has exactly `rank` others before it. */
static uint64_t select_slowly(const struct state *s, size_t which, size_t rank)
{
	for (size_t i = 0; i < COUNT; i++) {
		size_t before = 0;

		for (size_t k = 0; k < COUNT; k++)
			before += order(&s->input[k], &s->input[i], &which) < 0;
		if (before == rank)
			return s->input[i].keys[2];
	}
	return ~UINT64_C(0);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t digest = 0;

	for (size_t which = 0; which < 2; which++)
		digest = digest << 20 | select_slowly(s, which, COUNT / 3) << 10 |
			 select_slowly(s, which, COUNT - 1);
	for (size_t k = 1; k < COUNT; k++)
		if (s->work[k - 1].keys[1] > s->work[k].keys[1])
			return bd_wrong(b, "record %zu is not in its place", k);
	return bd_expect(b, digest);
}

BD_BENCHMARK("QsortRecords", run, .tags = "sort", .setup = setup, .teardown = free_state,
	.verify = verify)
