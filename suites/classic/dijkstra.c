/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>

enum { NODES = 2048, DEGREE = 6, FAR = 1 << 30 };

struct entry {
	int distance, node;
};

struct state {
	int to[NODES][DEGREE], weight[NODES][DEGREE], distance[NODES];
	struct entry heap[NODES * DEGREE + 1];
	int used;
};

static void push(struct state *s, int distance, int node)
{
	int k = s->used++;

	for (; k > 0 && s->heap[(k - 1) / 2].distance > distance; k = (k - 1) / 2)
		s->heap[k] = s->heap[(k - 1) / 2];
	s->heap[k] = (struct entry){ distance, node };
}

static struct entry pop(struct state *s)
{
	struct entry top = s->heap[0], last = s->heap[--s->used];
	int k = 0;

	for (int child = 1; child < s->used; child = 2 * k + 1) {
		if (child + 1 < s->used &&
			s->heap[child + 1].distance < s->heap[child].distance)
			child++;
		if (s->heap[child].distance >= last.distance)
			break;
		s->heap[k] = s->heap[child];
		k = child;
	}
	s->heap[k] = last;
	return top;
}

static void relax(struct state *s, int node)
{
	for (int e = 0; e < DEGREE; e++) {
		int to = s->to[node][e], d = s->distance[node] + s->weight[node][e];

		if (d < s->distance[to]) {
			s->distance[to] = d;
			push(s, d, to);
		}
	}
}

/* Shortest paths from node 0 with a binary heap; result: the sum of all distances. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++) {
		for (int k = 0; k < NODES; k++)
			s->distance[k] = k ? FAR : 0;
		sum = 0;
		push(s, 0, 0);
		while (s->used) {
			struct entry next = pop(s);

			if (next.distance != s->distance[next.node])
				continue;
			sum += (uint64_t)next.distance;
			relax(s, next.node);
		}
		bd_keep(sum);
	}
	bd_result(b, sum);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 9;

	for (int k = 0; k < NODES * DEGREE; k++) {
		int node = k / DEGREE, e = k % DEGREE;

		s->to[node][e] = e ? (int)(bd_random(&random) % NODES) : (node + 1) % NODES;
		s->weight[node][e] = 1 + (int)(bd_random(&random) % 1000);
	}
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* The same by relaxing all edges until nothing changes (Bellman, Ford). */
static int verify(struct bd *b)
{
	struct state *s = b->state;
	int distance[NODES];
	uint64_t sum = 0;

	for (int k = 0; k < NODES; k++)
		distance[k] = k ? FAR : 0;
	for (int changed = 1; changed;) {
		changed = 0;
		for (int k = 0; k < NODES * DEGREE; k++) {
			int node = k / DEGREE, to = s->to[node][k % DEGREE];
			int d = distance[node] + s->weight[node][k % DEGREE];

			if (d < distance[to]) {
				distance[to] = d;
				changed = 1;
			}
		}
	}
	for (int k = 0; k < NODES; k++)
		sum += (uint64_t)distance[k];
	return bd_expect(b, sum);
}

BD_BENCHMARK("Dijkstra", run, .tags = "integer,graph", .items = NODES * DEGREE, .setup = setup,
	.teardown = teardown, .verify = verify)
