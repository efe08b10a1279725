/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = 65536, LETTERS = 27, CELLS = LETTERS * LETTERS * LETTERS };

struct state {
	char text[SIZE];
	uint32_t count[CELLS];
};

static unsigned letter(char c)
{
	return c >= 'a' && c <= 'z' ? (unsigned)(c - 'a') + 1 : 0;
}

/* Counts groups of three letters (all else counts as a blank); result: the most frequent. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t most = 0;

	for (uint64_t i = 0; i < n; i++) {
		unsigned group = letter(s->text[0]) * LETTERS + letter(s->text[1]);

		memset(s->count, 0, sizeof(s->count));
		for (int k = 2; k < SIZE; k++) {
			group = (group * LETTERS + letter(s->text[k])) % CELLS;
			s->count[group]++;
		}
		most = 0;
		for (unsigned k = 0; k < CELLS; k++) {
			uint64_t entry = (uint64_t)s->count[k] << 32 | k;

			most = entry > most ? entry : most;
		}
		bd_keep(most);
	}
	bd_result(b, most);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	text_fill(s->text, SIZE, 4);
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Sorts all groups; the longest run of equal ones wins, the last of equally long ones. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint32_t *groups = bd_alloc(SIZE * sizeof(*groups));
	uint64_t most = 0, length = 0;

	for (int k = 0; k < SIZE - 2; k++) {
		const char *p = s->text + k;

		groups[k] = (letter(p[0]) * LETTERS + letter(p[1])) * LETTERS + letter(p[2]);
	}
	qsort(groups, SIZE - 2, sizeof(*groups), compare);
	for (int k = 0; k < SIZE - 2; k++) {
		length = k && groups[k] == groups[k - 1] ? length + 1 : 1;
		if (length << 32 >= (most & ~(uint64_t)0xffffffff))
			most = length << 32 | groups[k];
	}
	free(groups);
	return bd_expect(b, most);
}

BD_BENCHMARK("Trigrams", run, .tags = "text", .bytes = SIZE, .setup = setup,
	.teardown = teardown, .verify = verify)
