/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One benchmark, for the study explain. The new build (NEW 1) differs in 20 functions that do
 * as much work as before, of which 10 run, and in the one that PLANT names, which takes longer.
 * SIZE: how much of the time that one has. VARIANT: how much the others have, and their order.
 */
#include <stdlib.h>
#include <string.h>

#include "harness/bench.h"

#define NOINLINE   __attribute__((noinline, noclone))
#define PLANTED(x) (NEW && PLANT == x)
#define LOOP       1
#define INLINE     2
#define HASH       3
#define BRANCH     4
#define STRUCT     5
#define ALLOCATION 6
#define PLACE      7

#define STEP(n)                                                                               \
	static NOINLINE uint64_t step##n(uint64_t x)                                          \
	{                                                                                     \
		for (int i = 0; i < 140 + 40 * VARIANT; i++)                                  \
			x = (x ^ x >> 7) * (UINT64_C(0x9E3779B97F4A7C15) + 2 * n + 64 * NEW); \
		return x;                                                                     \
	}
STEP(0)
STEP(1)
STEP(2)
STEP(3)
STEP(4)
STEP(5)
STEP(6)
STEP(7)
STEP(8)
STEP(9)
STEP(10)
STEP(11)
STEP(12)
STEP(13)
STEP(14)
STEP(15)
STEP(16)
STEP(17)
STEP(18)
STEP(19)

static NOINLINE uint64_t loop_work(uint64_t x)
{
	for (int i = 0; i < 1000 + PLANTED(LOOP) * 200 * SIZE; i++)
		x = (x ^ x >> 9) * 3;
	return x;
}

#if PLANTED(INLINE)
NOINLINE
#else
__attribute__((always_inline)) inline
#endif
static uint64_t small(uint64_t x, uint64_t i)
{
	return x + (i ^ x >> 3);
}

static NOINLINE uint64_t inline_work(uint64_t x)
{
	for (uint64_t i = 0; i < 500 * SIZE; i++)
		x = small(x, i);
	return x;
}

static uint64_t keys[1024];

static inline uint64_t hash(uint64_t key)
{
	return (key * UINT64_C(0x9E3779B97F4A7C15)) >> 54 & (PLANTED(HASH) ? ~63u : ~0u);
}

static NOINLINE uint64_t *find(uint64_t key)
{
	uint64_t at = hash(key);

	while (keys[at] && keys[at] != key)
		at = (at + 1) % 1024;
	return &keys[at];
}

static NOINLINE uint64_t hash_work(uint64_t x)
{
	for (uint64_t i = 1; i <= 80 * SIZE; i++)
		x += *find(i * 77);
	return x;
}

static unsigned char noise[65536];

static NOINLINE uint64_t branch_work(uint64_t x)
{
	static unsigned at;

	for (unsigned i = 0; i < 20 * SIZE; i++) {
		unsigned char c = noise[at++ % sizeof(noise)];

		x = x * 5 + c;
		if (PLANTED(BRANCH) && c & 1)
			__asm__ volatile("" : "+r"(x));
		if (PLANTED(BRANCH) && c & 16)
			bd_keep(x);
	}
	return x;
}

struct node {
	uint64_t next, value;
#if PLANTED(STRUCT)
	char more[112];
#endif
};
static struct node nodes[1024];

static NOINLINE uint64_t walk(uint64_t x)
{
	uint64_t at = x % 1024;

	for (int i = 0; i < 200 * SIZE; i++) {
		x += nodes[at].value;
		at = nodes[at].next;
	}
	return x;
}

static NOINLINE uint64_t allocate(uint64_t x)
{
	for (int i = 0; i < 10 + PLANTED(ALLOCATION) * 20 * SIZE; i++) {
		void *p = malloc(48);

		bd_keep((uint64_t)p);
		free(p);
	}
	return x;
}

static char buffer[1 << 14] __attribute__((aligned(4096)));
static char *volatile place = buffer + (PLANTED(PLACE) ? 4092 : 0);

static NOINLINE uint64_t read_buffer(uint64_t x)
{
	char *at = place;

	for (int i = 0; i < 60 * SIZE; i++) {
		uint64_t word;

		memcpy(&word, at, 8);
		word += x;
		memcpy(at, &word, 8);
		__asm__ volatile("" : : : "memory");
	}
	return x;
}

static int set_up(struct bd *b)
{
	uint64_t x = 1;

	(void)b;
	for (uint64_t i = 1; i <= 240; i++)
		*find(i * 77) = i * 77;
	for (unsigned i = 0; i < sizeof(noise); i++) {
		x = x * UINT64_C(6364136223846793005) + 1;
		noise[i] = (unsigned char)(x >> 56);
	}
	for (uint64_t i = 0; i < 1024; i++)
		nodes[i] = (struct node){ .next = (i * 389 + 1) % 1024, .value = i };
	return 0;
}

static void run(struct bd *b, uint64_t n)
{
	uint64_t x = 1;

	for (uint64_t i = 0; i < n; i++) {
		if (VARIANT % 2)
			x = walk(allocate(read_buffer(x)));
		x = step0(step1(step2(step3(step4(x)))));
		if (VARIANT / 2 % 2)
			x = loop_work(inline_work(hash_work(branch_work(x))));
		x = step5(step6(step7(step8(step9(x)))));
		if (!(VARIANT / 2 % 2))
			x = branch_work(hash_work(inline_work(loop_work(x))));
		if (!(VARIANT % 2))
			x = read_buffer(allocate(walk(x)));
		if (!b->name) {
			x = step10(step11(step12(step13(step14(x)))));
			x = step15(step16(step17(step18(step19(x)))));
		}
	}
	bd_keep(x);
	bd_result(b, 1);
}
BD_BENCHMARK("Planted", run, .setup = set_up)
