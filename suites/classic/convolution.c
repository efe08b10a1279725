/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>

enum { SIDE = 128, INSIDE = SIDE - 4 };

static const int row[5] = { 1, 4, 6, 4, 1 };

struct state {
	int kernel[5][5], between[SIDE][SIDE];
	unsigned char image[SIDE][SIDE], blurred[SIDE][SIDE];
};

static unsigned char blur(const struct state *s, int y, int x)
{
	int sum = 0;

	for (int dy = 0; dy < 5; dy++) {
		for (int dx = 0; dx < 5; dx++)
			sum += s->kernel[dy][dx] * s->image[y + dy - 2][x + dx - 2];
	}
	return (unsigned char)(sum / 256);
}

/* A 5 x 5 blur of a grey picture; result: the sum of its pixels times their column. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		sum = 0;
		for (int y = 2; y < SIDE - 2; y++) {
			for (int x = 2; x < SIDE - 2; x++) {
				s->blurred[y][x] = blur(s, y, x);
				sum += (uint64_t)s->blurred[y][x] * (uint64_t)x;
			}
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 26;

	for (int k = 0; k < 25; k++)
		s->kernel[k / 5][k % 5] = row[k / 5] * row[k % 5];
	for (int k = 0; k < SIDE * SIDE; k++)
		s->image[k / SIDE][k % SIDE] = (unsigned char)bd_random(&random);
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* The kernel is a product: first along the rows, then along the columns. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (int y = 0; y < SIDE; y++) {
		for (int x = 2; x < SIDE - 2; x++) {
			s->between[y][x] = 0;
			for (int d = 0; d < 5; d++)
				s->between[y][x] += row[d] * s->image[y][x + d - 2];
		}
	}
	for (int y = 2; y < SIDE - 2; y++) {
		for (int x = 2; x < SIDE - 2; x++) {
			int pixel = 0;

			for (int d = 0; d < 5; d++)
				pixel += row[d] * s->between[y + d - 2][x];
			sum += (uint64_t)(pixel / 256) * (uint64_t)x;
		}
	}
	return bd_expect(b, sum);
}

BD_BENCHMARK("Convolution", run, .tags = "integer,image", .items = INSIDE * INSIDE,
	.setup = setup, .teardown = teardown, .verify = verify)
