/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>

enum { MOST = 256 };

struct state {
	int size, row[MOST + 1], table[MOST + 1][MOST + 1];
	char a[MOST], b[MOST];
};

static int least(int a, int b, int c)
{
	int m = a < b ? a : b;

	return m < c ? m : c;
}

/* Levenshtein's distance with a single row. */
static int distance(struct state *s)
{
	for (int j = 0; j <= s->size; j++)
		s->row[j] = j;
	for (int i = 1; i <= s->size; i++) {
		int diagonal = s->row[0];

		s->row[0] = i;
		for (int j = 1; j <= s->size; j++) {
			int above = s->row[j], same = s->a[i - 1] == s->b[j - 1];

			s->row[j] = least(above + 1, s->row[j - 1] + 1, diagonal + !same);
			diagonal = above;
		}
	}
	return s->row[s->size];
}

static void run(struct bd *b, uint64_t n)
{
	int value = 0;

	for (uint64_t i = 0; i < n; i++) {
		value = distance(b->state);
		bd_keep(value);
	}
	bd_result(b, (uint64_t)value);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 4;

	s->size = (int)b->arg;
	for (int i = 0; i < s->size; i++) {
		s->a[i] = (char)('a' + bd_random(&random) % 6);
		s->b[i] = bd_random(&random) % 3 ? s->a[i] : 'x';
	}
	b->items = (double)s->size * s->size;
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* The whole table, from the ends of the strings to their beginnings. */
static int verify(struct bd *b)
{
	struct state *s = b->state;

	for (int i = s->size; i >= 0; i--) {
		for (int j = s->size; j >= 0; j--) {
			int *cell = &s->table[i][j];

			if (i == s->size || j == s->size)
				*cell = 2 * s->size - i - j;
			else
				*cell = least(s->table[i + 1][j] + 1, s->table[i][j + 1] + 1,
					s->table[i + 1][j + 1] + (s->a[i] != s->b[j]));
		}
	}
	return bd_expect(b, (uint64_t)s->table[0][0]);
}

BD_FAMILY("EditDistance", run, (64, 256), .tags = "integer,text", .setup = setup,
	.teardown = teardown, .verify = verify)
