/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"
#include "suites/text.h"

#include <stdlib.h>

enum { SIZE = 16384, SYMBOLS = 256 };

struct node {
	uint64_t weight;
	int left, right; /* -1: a leaf */
};

struct state {
	char text[SIZE];
	struct node nodes[2 * SYMBOLS];
	int heap[SYMBOLS], used, made, depth[2 * SYMBOLS];
	uint32_t code[SYMBOLS];
	unsigned char coded[SIZE * 2];
};

static int lighter(const struct state *s, int a, int b)
{
	return s->nodes[a].weight != s->nodes[b].weight
		       ? s->nodes[a].weight < s->nodes[b].weight
		       : a < b;
}

static void push(struct state *s, int node)
{
	int k = s->used++;

	for (; k > 0 && lighter(s, node, s->heap[(k - 1) / 2]); k = (k - 1) / 2)
		s->heap[k] = s->heap[(k - 1) / 2];
	s->heap[k] = node;
}

static int pop(struct state *s)
{
	int top = s->heap[0], last = s->heap[--s->used], k = 0;

	for (int child = 1; child < s->used; child = 2 * k + 1) {
		if (child + 1 < s->used && lighter(s, s->heap[child + 1], s->heap[child]))
			child++;
		if (!lighter(s, s->heap[child], last))
			break;
		s->heap[k] = s->heap[child];
		k = child;
	}
	s->heap[k] = last;
	return top;
}

static void make_tree(struct state *s)
{
	s->made = SYMBOLS;
	for (int k = 0; k < SYMBOLS; k++)
		s->nodes[k] = (struct node){ 0, -1, -1 };
	for (int i = 0; i < SIZE; i++)
		s->nodes[(unsigned char)s->text[i]].weight++;
	for (int k = 0; k < SYMBOLS; k++) {
		if (s->nodes[k].weight)
			push(s, k);
	}
	while (s->used > 1) {
		int a = pop(s), b = pop(s);

		s->nodes[s->made] =
			(struct node){ s->nodes[a].weight + s->nodes[b].weight, a, b };
		push(s, s->made++);
	}
	s->used = 0;
}

static void assign(struct state *s, int node, int depth, uint32_t code)
{
	s->depth[node] = depth;
	if (s->nodes[node].left < 0) {
		s->code[node] = code;
		return;
	}
	assign(s, s->nodes[node].left, depth + 1, code << 1);
	assign(s, s->nodes[node].right, depth + 1, code << 1 | 1);
}

/* The number of bits written. */
static uint64_t encode(struct state *s)
{
	uint64_t pending = 0, bits = 0;
	int held = 0;

	for (int i = 0; i < SIZE; i++) {
		unsigned char c = (unsigned char)s->text[i];

		pending = pending << s->depth[c] | s->code[c];
		for (held += s->depth[c]; held >= 8; bits += 8)
			s->coded[bits / 8] = (unsigned char)(pending >> (held -= 8));
	}
	s->coded[bits / 8] = (unsigned char)(pending << (8 - held));
	return bits + (uint64_t)held;
}

/* Counts, builds the code and encodes 16 KiB of text; result: the length in bits. */
static void run(struct bd *b, uint64_t n)
{
	struct state *s = b->state;
	uint64_t bits = 0;

	for (uint64_t i = 0; i < n; i++) {
		make_tree(s);
		assign(s, s->made - 1, 0, 0);
		bits = encode(s);
		bd_keep(bits);
	}
	bd_result(b, bits);
}

static int setup(struct bd *b)
{
	struct state *s = b->state = bd_alloc(sizeof(*s));

	text_fill(s->text, SIZE, 1);
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

/* The length of an optimal code: the two lightest weights are joined again and again. */
static uint64_t optimum(const struct state *s)
{
	uint64_t weight[SYMBOLS] = { 0 }, sum = 0;

	for (int i = 0; i < SIZE; i++)
		weight[(unsigned char)s->text[i]]++;
	for (;;) {
		int least = -1, second = -1;

		for (int k = 0; k < SYMBOLS; k++) {
			if (weight[k] && (least < 0 || weight[k] < weight[least])) {
				second = least;
				least = k;
			} else if (weight[k] && (second < 0 || weight[k] < weight[second])) {
				second = k;
			}
		}
		if (second < 0)
			return sum;
		weight[least] += weight[second];
		sum += weight[least];
		weight[second] = 0;
	}
}

static int verify(struct bd *b)
{
	struct state *s = b->state;
	uint64_t bit = 0;

	for (int i = 0; i < SIZE; i++) {
		int node = s->made - 1;

		for (; s->nodes[node].left >= 0; bit++)
			node = s->coded[bit / 8] >> (7 - bit % 8) & 1 ? s->nodes[node].right
								      : s->nodes[node].left;
		if (node != (unsigned char)s->text[i])
			return bd_wrong(b, "letter %d is decoded wrongly", i);
	}
	return bd_expect(b, optimum(s));
}

BD_BENCHMARK("Huffman", run, .tags = "codec,tree", .bytes = SIZE, .setup = setup,
	.teardown = teardown, .verify = verify)
