/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 64, GENERATIONS = 200 };

struct state {
	uint64_t start[SIDE], now[SIDE], next[SIDE];
};

static uint64_t turn_left(uint64_t row)
{
	return row << 1 | row >> 63;
}

static uint64_t turn_right(uint64_t row)
{
	return row >> 1 | row << 63;
}

/* Adds one bit of each cell to counters of three bits, which stop counting at 4 and above. */
static void count(uint64_t *ones, uint64_t *twos, uint64_t *fours, uint64_t bits)
{
	uint64_t carry = *ones & bits;

	*ones ^= bits;
	*fours |= *twos & carry;
	*twos ^= carry;
}

/* 64 cells at a time: one bit of a word is one cell. */
static void generation(struct state *s)
{
	for (int y = 0; y < SIDE; y++) {
		uint64_t up = s->now[(y + SIDE - 1) % SIDE], here = s->now[y];
		uint64_t down = s->now[(y + 1) % SIDE], ones = 0, twos = 0, fours = 0;

		count(&ones, &twos, &fours, turn_left(up));
		count(&ones, &twos, &fours, up);
		count(&ones, &twos, &fours, turn_right(up));
		count(&ones, &twos, &fours, turn_left(here));
		count(&ones, &twos, &fours, turn_right(here));
		count(&ones, &twos, &fours, turn_left(down));
		count(&ones, &twos, &fours, down);
		count(&ones, &twos, &fours, turn_right(down));
		s->next[y] = twos & ~fours & (ones | here);
	}
	memcpy(s->now, s->next, sizeof(s->now));
}

/* 200 generations on a torus; result: a mix of the final rows. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t mix = 0;

	for (uint64_t i = 0; i < n; i++) {
		memcpy(s->now, s->start, sizeof(s->now));
		for (int g = 0; g < GENERATIONS; g++)
			generation(s);
		mix = 0;
		for (int y = 0; y < SIDE; y++)
			mix = mix * 31 + s->now[y];
		bd_keep(mix);
	}
	bd_result(b, mix);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 21;

	for (int y = 0; y < SIDE; y++) {
		s->start[y] = bd_random(&random);
		s->start[y] &= bd_random(&random); /* a quarter is alive */
	}
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int alive(const unsigned char *cells, int y, int x)
{
	int sum = 0;

	for (int k = 0; k < 9; k++)
		sum += cells[(y + k / 3 + SIDE - 1) % SIDE * SIDE +
			     (x + k % 3 + SIDE - 1) % SIDE];
	return sum == 3 || (sum == 4 && cells[y * SIDE + x]);
}

/* A byte a cell, by the rules. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	static unsigned char cells[SIDE * SIDE], next[SIDE * SIDE];
	uint64_t mix = 0;

	for (int k = 0; k < SIDE * SIDE; k++)
		cells[k] = s->start[k / SIDE] >> k % SIDE & 1;
	for (int g = 0; g < GENERATIONS; g++) {
		for (int k = 0; k < SIDE * SIDE; k++)
			next[k] = (unsigned char)alive(cells, k / SIDE, k % SIDE);
		memcpy(cells, next, sizeof(cells));
	}
	for (int y = 0; y < SIDE; y++) {
		uint64_t row = 0;

		for (int x = 0; x < SIDE; x++)
			row |= (uint64_t)cells[y * SIDE + x] << x;
		mix = mix * 31 + row;
	}
	return bd_expect(b, mix);
}

BD_BENCHMARK("GameOfLife", run, .tags = "integer,bits", .items = SIDE * SIDE * GENERATIONS,
	.setup = setup, .teardown = teardown, .verify = verify)
