/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define COUNT 2048

struct state {
	char *strings;
	const char *input[COUNT], *work[COUNT];
};

static int order(const void *x, const void *y)
{
	return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static uint64_t digest_of(const char *const *sorted)
{
	uint64_t digest = 0;

	for (size_t k = 0; k < 8; k++)
		digest = digest * 1000003 + (unsigned char)sorted[k * (COUNT - 1) / 7][k % 3];
	return digest;
}

/* Sorts pointers to 2048 compound words. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t digest = 0;

	for (uint64_t i = 0; i < n; i++) {
		memcpy(s->work, s->input, sizeof(s->work));
		qsort(s->work, COUNT, sizeof(s->work[0]), order);
		digest = digest_of(s->work);
		bd_keep(digest);
	}
	bd_result(b, digest);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	s->strings = strings_make(COUNT, 14);
	for (size_t k = 0; k < COUNT; k++)
		s->input[k] = s->strings + k * SLOT;
	b->items = COUNT;
	return 0;
}

static void teardown(struct bd *b)
{
	struct state *s = b->state;

	if (s)
		free(s->strings);
	free(s);
}

/* Insertion sort of the input, then string by string. */
static int verify(struct bd *b)
{
	struct state *s = b->state;

	for (size_t i = 1; i < COUNT; i++) {
		const char *v = s->input[i];
		size_t k = i;

		for (; k && strcmp(s->input[k - 1], v) > 0; k--)
			s->input[k] = s->input[k - 1];
		s->input[k] = v;
	}
	for (size_t k = 0; k < COUNT; k++)
		if (strcmp(s->input[k], s->work[k]) != 0)
			return bd_wrong(b, "\"%s\" is not in its place", s->work[k]);
	return bd_expect(b, digest_of(s->input));
}

BD_BENCHMARK("QsortStrings", run, .tags = "sort,string", .setup = setup, .teardown = teardown,
	.verify = verify)
