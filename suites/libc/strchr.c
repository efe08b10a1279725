/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#define SIZE ((size_t)32 * 1024)

static char *(*volatile find)(const char *, int) = strchr;

/* Counts the words of a text by its spaces. */
static void run(struct bd *b, uint64_t n)
{
	uint64_t spaces = 0;

	for (uint64_t i = 0; i < n; i++) {
		const char *at = b->state;

		spaces = 0;
		while ((at = find(at, ' '))) {
			spaces++;
			at++;
		}
		bd_keep(spaces);
	}
	bd_result(b, spaces);
}

static int setup(struct bd *b)
{
	b->state = text_make(SIZE, 4);
	b->bytes = (double)SIZE;
	return 0;
}

static int verify(struct bd *b)
{
	const char *text = b->state;
	uint64_t spaces = 0;

	for (size_t i = 0; i < SIZE; i++)
		spaces += text[i] == ' ';
	return bd_expect(b, spaces);
}

BD_BENCHMARK("StrchrWords", run, .tags = "string", .setup = setup, .teardown = free_state,
	.verify = verify)
