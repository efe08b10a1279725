/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The good twins of sick.c: the same work done as it should be. The doctor finds nothing. */
#include <stdlib.h>
#include <string.h>

#include "harness/bench.h"

/* About 50 us. */
#define WORK 25000

static uint64_t spin(uint64_t steps)
{
	uint64_t x = 88172645463325252u;

	for (uint64_t i = 0; i < steps; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		bd_keep(x);
	}
	return x;
}

static void run(struct bd *b, uint64_t n)
{
	uint64_t result = 0;

	for (uint64_t i = 0; i < n; i++)
		result = spin(WORK);
	bd_result(b, result);
}

static int is_right(struct bd *b)
{
	return bd_expect(b, spin(WORK));
}

/* Of Crashes, LeavesProcess, WrongResult, ResultOfN, GivesNoResult, ForgetsN. */
BD_BENCHMARK("RightResult", run, .verify = is_right)

static void kept(struct bd *b, uint64_t n)
{
	uint64_t sum = 0;

	for (uint64_t i = 0; i < n; i++)
		for (uint64_t k = 0; k < 100000; k++) {
			sum += k * k;
			bd_keep(sum);
		}
	bd_result(b, 1);
}
BD_BENCHMARK("NotOptimisedAway", kept)

static int set_up(struct bd *b)
{
	b->state = bd_alloc(sizeof(uint64_t));
	*(uint64_t *)b->state = spin(10 * WORK);
	return 0;
}

static void tear_down(struct bd *b)
{
	free(b->state);
}

static void uses_setup(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		bd_result(b, spin(WORK) + *(uint64_t *)b->state);
}
BD_BENCHMARK("SetupOutside", uses_setup, .setup = set_up, .teardown = tear_down)

/* Set-up inside, but 2 % only. */
static void little_setup(struct bd *b, uint64_t n)
{
	bd_keep(spin(WORK / 50));
	for (uint64_t i = 0; i < n; i++)
		bd_result(b, spin(WORK));
}
BD_BENCHMARK("LittleSetupInside", little_setup)

static void frees(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		char *memory = bd_alloc(4096);

		memset(memory, 1, 4096);
		bd_keep(memory);
		free(memory);
		bd_result(b, spin(WORK));
	}
}
BD_BENCHMARK("FreesMemory", frees)

static int reserve(struct bd *b)
{
	b->state = bd_alloc(1 << 20);
	memset(b->state, 1, 1 << 20);
	return 0;
}

static void reuses(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		memset(b->state, (int)i, 1 << 16);
		bd_keep(b->state);
		bd_result(b, spin(WORK));
	}
}
BD_BENCHMARK("ReusesMemory", reuses, .setup = reserve, .teardown = tear_down)

static void resets_state(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		for (uint64_t k = 1; k <= 4; k++)
			bd_result(b, spin(k * WORK / 4));
}
BD_BENCHMARK("ResetsState", resets_state)

static void half_a_ms(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		bd_result(b, spin(10 * WORK));
}
BD_BENCHMARK("TakesHalfAMs", half_a_ms)

/* Of Drifts: what grows is reset before each sample. */
static uint64_t grown;

static void reset(struct bd *b, uint64_t n)
{
	(void)b;
	(void)n;
	grown = 0;
}

static void grows_and_is_reset(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		bd_keep(spin(WORK + grown++));
	bd_result(b, spin(1));
}
BD_BENCHMARK("IsReset", grows_and_is_reset, .before_sample = reset)

/* Every iteration has both kinds of work. */
static void both_kinds(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		bd_keep(spin(WORK));
		bd_result(b, spin(WORK * 3 / 2));
	}
}
BD_BENCHMARK("BothKinds", both_kinds)

BD_BENCHMARK("Name/Of-forty-characters/And-no-more-123", run)
BD_BENCHMARK("NameOfFourWords", run)
