/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>
#include <string.h>

enum { NODES = 4000, EDGES = 20000 };

struct state {
	int from[EDGES], to[EDGES];
	int first[NODES + 1], after[EDGES]; /* edges by their start */
	int incoming[NODES], waiting[NODES], order[NODES];
};

static int sort(struct state *s)
{
	int found = 0;

	memcpy(s->waiting, s->incoming, sizeof(s->waiting));
	for (int k = 0; k < NODES; k++) {
		if (!s->waiting[k])
			s->order[found++] = k;
	}
	for (int k = 0; k < found; k++) {
		int node = s->order[k];

		for (int e = s->first[node]; e < s->first[node + 1]; e++) {
			if (--s->waiting[s->after[e]] == 0)
				s->order[found++] = s->after[e];
		}
	}
	return found;
}

/* Kahn's algorithm; result: how many nodes are in order. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	int found = 0;

	for (uint64_t i = 0; i < n; i++) {
		found = sort(s);
		bd_keep(found);
	}
	bd_result(b, (uint64_t)found);
}

/* Edges go from lower to higher places of a shuffled order, so there is no cycle. */
static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 19;
	int place[NODES] = { 0 }, fill[NODES + 1];

	for (int k = 0; k < NODES; k++) {
		int other = (int)(bd_random(&random) % (uint64_t)(k + 1));

		place[k] = place[other];
		place[other] = k;
	}
	for (int e = 0; e < EDGES; e++) {
		int a = (int)(bd_random(&random) % (NODES - 1));
		int c = a + 1 + (int)(bd_random(&random) % (uint64_t)(NODES - 1 - a));

		s->from[e] = place[a];
		s->to[e] = place[c];
		s->incoming[place[c]]++;
		s->first[place[a] + 1]++;
	}
	for (int k = 0; k < NODES; k++)
		s->first[k + 1] += s->first[k];
	memcpy(fill, s->first, sizeof(fill));
	for (int e = 0; e < EDGES; e++)
		s->after[fill[s->from[e]]++] = s->to[e];
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	int place[NODES];

	for (int k = 0; k < NODES; k++)
		place[k] = -1;
	for (int k = 0; k < NODES; k++)
		place[s->order[k]] = k;
	for (int e = 0; e < EDGES; e++) {
		int from = place[s->from[e]], to = place[s->to[e]];

		if (from < 0 || to < 0 || from >= to)
			return bd_wrong(b, "edge %d goes backwards", e);
	}
	return bd_expect(b, NODES);
}

BD_BENCHMARK("TopologicalSort", run, .tags = "graph,integer", .items = EDGES, .setup = setup,
	.teardown = teardown, .verify = verify)
