/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>

enum { NODES = 20000, EDGES = 14000 };

struct state {
	int from[EDGES], to[EDGES], parent[NODES];
};

/* Halves the path on the way. */
static int root(int *parent, int k)
{
	while (parent[k] != k)
		k = parent[k] = parent[parent[k]];
	return k;
}

/* Joins 20,000 nodes by 14,000 edges; result: the number of components. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t count = 0;

	for (uint64_t i = 0; i < n; i++) {
		for (int k = 0; k < NODES; k++)
			s->parent[k] = k;
		count = NODES;
		for (int e = 0; e < EDGES; e++) {
			int p = root(s->parent, s->from[e]), q = root(s->parent, s->to[e]);

			s->parent[p < q ? q : p] = p < q ? p : q;
			count -= p != q;
		}
		bd_keep(count);
	}
	bd_result(b, count);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 20;

	for (int e = 0; e < EDGES; e++) {
		s->from[e] = (int)(bd_random(&random) % NODES);
		s->to[e] = (int)(bd_random(&random) % NODES);
	}
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* Each node takes the least label of its neighbours until nothing changes. */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	int *label = s->parent;
	uint64_t count = 0;

	for (int k = 0; k < NODES; k++)
		label[k] = k;
	for (int changed = 1; changed;) {
		changed = 0;
		for (int e = 0; e < EDGES; e++) {
			int *p = &label[s->from[e]], *q = &label[s->to[e]];

			changed |= *p != *q;
			*p = *q = *p < *q ? *p : *q;
		}
	}
	for (int k = 0; k < NODES; k++)
		count += label[k] == k;
	return bd_expect(b, count);
}

BD_BENCHMARK("UnionFind", run, .tags = "graph,integer", .items = EDGES, .setup = setup,
	.teardown = teardown, .verify = verify)
