/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 64, FAR = 1000000 };

struct state {
	int size, edges[MOST][MOST], distance[MOST][MOST];
};

static void floyd(struct state *s)
{
	memcpy(s->distance, s->edges, sizeof(s->edges));
	for (int k = 0; k < s->size; k++) {
		for (int i = 0; i < s->size; i++) {
			for (int j = 0; j < s->size; j++) {
				int via = s->distance[i][k] + s->distance[k][j];

				if (via < s->distance[i][j])
					s->distance[i][j] = via;
			}
		}
	}
}

/* All shortest paths of a graph of b->arg nodes (Floyd 1962); result: the longest of them. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	int longest = 0;

	for (uint64_t i = 0; i < n; i++) {
		floyd(s);
		longest = 0;
		for (int k = 0; k < s->size * s->size; k++) {
			int d = s->distance[k / s->size][k % s->size];

			longest = d > longest ? d : longest;
		}
		bd_keep(longest);
	}
	bd_result(b, (uint64_t)longest);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 5;

	s->size = (int)b->arg;
	for (int i = 0; i < s->size; i++) {
		for (int j = 0; j < s->size; j++)
			s->edges[i][j] = bd_random(&random) % 6
						 ? FAR
						 : (int)(bd_random(&random) % 100) + 1;
		s->edges[i][(i + 1) % s->size] = 50; /* a ring: all can be reached */
		s->edges[i][i] = 0;
	}
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* Relaxes every edge from one start until nothing changes (Bellman, Ford). */
static void relax_all(struct state *s, int start, int *distance)
{
	for (int i = 0; i < s->size; i++)
		distance[i] = i == start ? 0 : FAR;
	for (int changed = 1; changed;) {
		changed = 0;
		for (int e = 0; e < s->size * s->size; e++) {
			int from = e / s->size, to = e % s->size;
			int d = distance[from] + s->edges[from][to];

			if (d < distance[to]) {
				distance[to] = d;
				changed = 1;
			}
		}
	}
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	int distance[MOST], longest = 0;

	for (int i = 0; i < s->size; i++) {
		relax_all(s, i, distance);
		for (int j = 0; j < s->size; j++) {
			if (distance[j] != s->distance[i][j])
				return bd_wrong(b, "distance from %d to %d is wrong", i, j);
			longest = distance[j] > longest ? distance[j] : longest;
		}
	}
	return bd_expect(b, (uint64_t)longest);
}

BD_FAMILY("FloydWarshall", run, (32, 64), .tags = "integer,graph", .setup = setup,
	.teardown = teardown, .verify = verify)
