/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

enum { POINTS = 1000, CENTRES = 8, ROUNDS = 10 };

struct point {
	int64_t x, y;
};

struct state {
	struct point points[POINTS], centres[CENTRES];
	int nearest[POINTS];
};

static int64_t square_distance(struct point a, struct point b)
{
	return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

static int find_nearest(const struct state *s, struct point p)
{
	int best = 0;
	int64_t least = square_distance(p, s->centres[0]);

	for (int c = 1; c < CENTRES; c++) {
		int64_t d = square_distance(p, s->centres[c]);

		if (d < least) {
			least = d;
			best = c;
		}
	}
	return best;
}

static void one_round(struct state *s)
{
	struct point sum[CENTRES] = { 0 };
	int64_t count[CENTRES] = { 0 };

	for (int k = 0; k < POINTS; k++) {
		int c = s->nearest[k] = find_nearest(s, s->points[k]);

		sum[c].x += s->points[k].x;
		sum[c].y += s->points[k].y;
		count[c]++;
	}
	for (int c = 0; c < CENTRES; c++) {
		if (count[c])
			s->centres[c] =
				(struct point){ sum[c].x / count[c], sum[c].y / count[c] };
	}
}

/* Ten rounds of Lloyd's algorithm on whole numbers; result: a mix of the centres. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t mix = 0;

	for (uint64_t i = 0; i < n; i++) {
		memcpy(s->centres, s->points, sizeof(s->centres));
		for (int r = 0; r < ROUNDS; r++)
			one_round(s);
		mix = 0;
		for (int c = 0; c < CENTRES; c++)
			mix = mix * 31 + (uint64_t)(s->centres[c].x * 100003 + s->centres[c].y);
		bd_keep(mix);
	}
	bd_result(b, mix);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 24;

	for (int k = 0; k < POINTS; k++) {
		int64_t cluster = k % CENTRES;

		s->points[k].x = cluster * 700 + (int64_t)(bd_random(&random) % 3000);
		s->points[k].y = cluster * cluster * 90 + (int64_t)(bd_random(&random) % 3000);
	}
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* One centre at a time: are the points nearer to it than to all others? */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	struct point now[CENTRES], next[CENTRES];
	uint64_t mix = 0;

	memcpy(now, s->points, sizeof(now));
	for (int r = 0; r < ROUNDS; r++) {
		for (int c = 0; c < CENTRES; c++) {
			struct point sum = { 0, 0 };
			int64_t count = 0;

			for (int k = 0; k < POINTS; k++) {
				struct point p = s->points[k];
				int64_t own = square_distance(p, now[c]);
				int mine = 1;

				for (int o = 0; o < CENTRES; o++)
					mine &= square_distance(p, now[o]) >= own + (o < c);
				sum.x += mine * p.x;
				sum.y += mine * p.y;
				count += mine;
			}
			next[c] =
				count ? (struct point){ sum.x / count, sum.y / count } : now[c];
		}
		memcpy(now, next, sizeof(now));
	}
	for (int c = 0; c < CENTRES; c++)
		mix = mix * 31 + (uint64_t)(now[c].x * 100003 + now[c].y);
	return bd_expect(b, mix);
}

BD_BENCHMARK("KMeans", run, .tags = "integer,statistics", .items = POINTS * ROUNDS,
	.setup = setup, .teardown = teardown, .verify = verify)
