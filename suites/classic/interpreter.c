/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench.h"

#include <stdlib.h>

enum { LIMIT = 2000, STACK = 16, SLOTS = 4 };

/* A stack machine; operands follow their instruction. */
enum code { PUSH, LOAD, STORE, ADD, MULTIPLY, REMAINDER, LESS, JUMP, JUMP_IF_ZERO, HALT };

/* Slots: 0 is n, 1 is x, 3 the sum. */
static const int64_t program[] = {
	PUSH, 1, STORE, 0,               /*  0: n = 1 */
	LOAD, 0, PUSH, LIMIT, LESS,      /*  4: while (n < LIMIT) { */
	JUMP_IF_ZERO, 51,                /*  9 */
	LOAD, 0, STORE, 1,               /* 11: x = n */
	PUSH, 1, LOAD, 1, LESS,          /* 15: if (1 < x) { */
	JUMP_IF_ZERO, 42,                /* 20 */
	LOAD, 1, PUSH, 3, MULTIPLY,      /* 22: x = (3 x + n) % 1009 */
	LOAD, 0, ADD,                    /* 27 */
	PUSH, 1009, REMAINDER, STORE, 1, /* 30 */
	LOAD, 3, LOAD, 1, ADD, STORE, 3, /* 35: sum += x } */
	LOAD, 0, PUSH, 1, ADD, STORE, 0, /* 42: n++ } */
	JUMP, 4,                         /* 49 */
	HALT,                            /* 51 */
};

struct machine {
	int64_t stack[STACK], slot[SLOTS];
};

static void interpret(struct machine *m, const int64_t *at)
{
	int64_t *top = m->stack;

	for (;;) {
		switch ((enum code) * at++) {
		case PUSH:
			*++top = *at++;
			break;
		case LOAD:
			*++top = m->slot[*at++];
			break;
		case STORE:
			m->slot[*at++] = *top--;
			break;
		case ADD:
			top--;
			top[0] += top[1];
			break;
		case MULTIPLY:
			top--;
			top[0] *= top[1];
			break;
		case REMAINDER:
			top--;
			if (top[1] == 0)
				return;
			top[0] %= top[1];
			break;
		case LESS:
			top--;
			top[0] = top[0] < top[1];
			break;
		case JUMP:
			at = program + *at;
			break;
		case JUMP_IF_ZERO:
			at = *top-- ? at + 1 : program + *at;
			break;
		case HALT:
			return;
		}
	}
}

/* Byte code with two thousand rounds of a loop; result: the sum that it computes. */
static void run(struct bd *b, uint64_t n)
{
	struct machine *m = b->state;

	for (uint64_t i = 0; i < n; i++) {
		for (int k = 0; k < SLOTS; k++)
			m->slot[k] = 0;
		interpret(m, program);
		bd_clobber();
	}
	bd_result(b, (uint64_t)m->slot[3]);
}

static int setup(struct bd *b)
{
	b->state = bd_alloc(sizeof(struct machine));
	return 0;
}

static void teardown(struct bd *b)
{
	free(b->state);
}

static int verify(struct bd *b)
{
	int64_t sum = 0;

	for (int64_t n = 2; n < LIMIT; n++)
		sum += 4 * n % 1009;
	return bd_expect(b, (uint64_t)sum);
}

BD_BENCHMARK("Interpreter", run, .tags = "integer,branch", .items = LIMIT, .setup = setup,
	.teardown = teardown, .verify = verify)
