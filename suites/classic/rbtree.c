/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>

enum { KEYS = 2000 };

struct node {
	struct node *child[2], *parent;
	uint32_t key;
	int red;
};

struct state {
	struct node pool[KEYS], *root;
	uint32_t keys[KEYS];
	uint64_t visited, sum;
};

/* Turns node down to side, its other child takes its place. */
static void rotate(struct state *s, struct node *node, int side)
{
	struct node *up = node->child[!side], *parent = node->parent;

	node->child[!side] = up->child[side];
	if (up->child[side])
		up->child[side]->parent = node;
	up->parent = parent;
	if (!parent)
		s->root = up;
	else
		parent->child[parent->child[1] == node] = up;
	up->child[side] = node;
	node->parent = up;
}

/* No red node may have a red parent. */
static void repair(struct state *s, struct node *node)
{
	while (node->parent && node->parent->red) {
		struct node *parent = node->parent, *grand = parent->parent;
		int side = grand->child[1] == parent;
		struct node *uncle = grand->child[!side];

		grand->red = 1;
		if (uncle && uncle->red) {
			parent->red = uncle->red = 0;
			node = grand;
			continue;
		}
		if (parent->child[!side] == node) {
			rotate(s, parent, side);
			parent = node;
		}
		parent->red = 0;
		rotate(s, grand, !side);
		break;
	}
	s->root->red = 0;
}

static void insert(struct state *s, struct node *fresh, uint32_t key)
{
	struct node **link = &s->root, *parent = NULL;

	while (*link) {
		parent = *link;
		link = &parent->child[key >= parent->key];
	}
	*fresh = (struct node){ .parent = parent, .key = key, .red = 1 };
	*link = fresh;
	repair(s, fresh);
}

/* The sum of each key times its place in the order. */
static void visit(struct state *s, const struct node *node)
{
	if (!node)
		return;
	visit(s, node->child[0]);
	s->sum += node->key * ++s->visited;
	visit(s, node->child[1]);
}

/* Inserts 2,000 keys into an empty tree and walks it in order. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;

	for (uint64_t i = 0; i < n; i++) {
		s->root = NULL;
		for (int k = 0; k < KEYS; k++)
			insert(s, &s->pool[k], s->keys[k]);
		s->visited = s->sum = 0;
		visit(s, s->root);
		bd_clobber();
	}
	bd_result(b, s->sum);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));
	uint64_t random = 6;

	for (int k = 0; k < KEYS; k++)
		s->keys[k] = (uint32_t)bd_random(&random);
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* Black nodes on every path below, -1 if they differ or red follows red. */
static int black_height(const struct node *node)
{
	if (!node)
		return 0;
	int left = black_height(node->child[0]), right = black_height(node->child[1]);

	for (int side = 0; node->red && side < 2; side++) {
		if (node->child[side] && node->child[side]->red)
			return -1;
	}
	return left < 0 || left != right ? -1 : left + !node->red;
}

static int compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t sum = 0;

	if (black_height(s->root) < 0)
		return bd_wrong(b, "not a red-black tree");
	qsort(s->keys, KEYS, sizeof(*s->keys), compare);
	for (uint64_t k = 0; k < KEYS; k++)
		sum += s->keys[k] * (k + 1);
	return bd_expect(b, sum);
}

BD_BENCHMARK("RedBlackTree", run, .tags = "tree,pointer", .items = KEYS, .setup = setup,
	.teardown = teardown, .verify = verify)
