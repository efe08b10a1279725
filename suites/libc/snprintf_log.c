/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "suites/libc/data.h"

#include <stdio.h>

#define COUNT 128
#define WIDTH 96

struct state {
	unsigned id[COUNT];
	const char *word[COUNT];
	char text[COUNT][WIDTH];
};

/* Prints 128 lines as a log has them: text, padding, hexadecimal and decimal numbers. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t length = 0;

	for (uint64_t i = 0; i < n; i++) {
		length = 0;
		for (size_t k = 0; k < COUNT; k++)
			length += (uint64_t)snprintf(s->text[k], WIDTH,
				"[%6u] %-14s id=0x%08x len=%5zu%%", s->id[k] % 100000,
				s->word[k], s->id[k], k);
		bd_keep(length);
		bd_clobber();
	}
	bd_result(b, length);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t seed = 22;

	for (size_t k = 0; k < COUNT; k++) {
		s->id[k] = (unsigned)bd_random(&seed);
		s->word[k] = some_word(&seed);
	}
	b->items = COUNT;
	return 0;
}

/* All lines are 8 + 1 + 14 + 1 + 13 + 1 + 10 characters long; the numbers must read back. */
static int verify(struct bd *b)
{
	struct state *s = b->state;

	for (size_t k = 0; k < COUNT; k++) {
		const char *t = s->text[k];

		if (strtoul(t + 1, NULL, 10) != s->id[k] % 100000 ||
			strncmp(t + 9, s->word[k], strlen(s->word[k])) != 0 ||
			strtoul(t + 27, NULL, 16) != s->id[k] ||
			strtoul(t + 42, NULL, 10) != k || t[47] != '%')
			return bd_wrong(b, "line %zu is \"%s\"", k, t);
	}
	return bd_expect(b, COUNT * 48);
}

BD_BENCHMARK("SnprintfLogLines", run, .tags = "stdio,format", .setup = setup,
	.teardown = free_state, .verify = verify)
