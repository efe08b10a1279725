/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

enum { ITEMS = 60, CAPACITY = 2000, VALUES = ITEMS * 50 };

struct state {
	int weight[ITEMS], value[ITEMS], best[CAPACITY + 1];
};

/* The most valuable choice of 60 things within a weight, by dynamic programming. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		memset(s->best, 0, sizeof(s->best));
		for (int k = 0; k < ITEMS; k++) {
			for (int w = CAPACITY; w >= s->weight[k]; w--) {
				int with = s->best[w - s->weight[k]] + s->value[k];

				s->best[w] = with > s->best[w] ? with : s->best[w];
			}
		}
		bd_clobber();
	}
	bd_result(b, (uint64_t)s->best[CAPACITY]);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 23;

	for (int k = 0; k < ITEMS; k++) {
		s->weight[k] = 20 + (int)(bd_random(&random) % 180);
		s->value[k] = 1 + (int)(bd_random(&random) % 49);
	}
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* The other way round: the least weight for each value. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	static int least[VALUES + 1];
	int most = 0;

	for (int v = 1; v <= VALUES; v++)
		least[v] = CAPACITY + 1;
	for (int k = 0; k < ITEMS; k++) {
		for (int v = VALUES; v >= s->value[k]; v--) {
			int with = least[v - s->value[k]] + s->weight[k];

			least[v] = with < least[v] ? with : least[v];
		}
	}
	for (int v = 0; v <= VALUES; v++) {
		if (least[v] <= CAPACITY)
			most = v;
	}
	return bd_expect(b, (uint64_t)most);
}

BD_BENCHMARK("Knapsack", run, .tags = "integer,dynamic", .items = ITEMS * CAPACITY,
	.setup = setup, .teardown = teardown, .verify = verify)
