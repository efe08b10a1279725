/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define COUNT 8192

static int (*volatile compare)(const char *, const char *) = strcmp;

/* Compares each of 8192 compound words with the next one. */
static void run(struct bd *b, uint64_t n)
{
	const char *all = b->state;
	uint64_t less = 0, equal = 0;

	for (uint64_t i = 0; i < n; i++) {
		less = equal = 0;
		for (size_t k = 0; k + 1 < COUNT; k++) {
			int order = compare(all + k * SLOT, all + (k + 1) * SLOT);

			less += order < 0;
			equal += order == 0;
		}
		bd_keep(less);
		bd_keep(equal);
	}
	bd_result(b, less << 32 | equal);
}

static int setup(struct bd *b)
{
	char *all = strings_make(COUNT, 6);

	b->state = all;
	b->items = COUNT - 1;
	return 0;
}

static int verify(struct bd *b)
{
	const char *all = b->state;
	uint64_t less = 0, equal = 0;

	for (size_t k = 0; k + 1 < COUNT; k++) {
		const char *x = all + k * SLOT, *y = x + SLOT;

		while (*x && *x == *y) {
			x++;
			y++;
		}
		equal += !*x && !*y;
		less += *x < *y;
	}
	return bd_expect(b, less << 32 | equal);
}

BD_BENCHMARK("Strcmp", run, .tags = "string", .setup = setup, .teardown = free_state,
	.verify = verify)
