/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>

struct node {
	struct node *left, *right;
};

static struct node *grow(long depth)
{
	struct node *node = malloc(sizeof(*node));

	if (!node)
		abort();
	node->left = depth ? grow(depth - 1) : NULL;
	node->right = depth ? grow(depth - 1) : NULL;
	return node;
}

static uint64_t fell(struct node *node)
{
	uint64_t count = 1;

	if (node->left)
		count += fell(node->left) + fell(node->right);
	free(node);
	return count;
}

/* Allocates a full tree of depth b->arg, counts and frees its nodes. */
static void run(struct bd *b, uint64_t n)
{
	uint64_t count = 0;

	for (uint64_t i = 0; i < n; i++) {
		count = fell(grow(b->arg));
		bd_keep(count);
	}
	bd_result(b, count);
}

static int verify(struct bd *b)
{
	return bd_expect(b, ((uint64_t)2 << b->arg) - 1);
}

BD_FAMILY("BinaryTrees", run, (8, 10, 12), .tags = "memory,pointer,recursion", .verify = verify)
