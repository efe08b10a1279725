/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One suite, built with VARIANT 1 and 2: what differs between the two is in the name of the
 * benchmark. Names that begin with "Same" must be found to be the same, the others not.
 */
#include "harness/bench.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __clang__
#define NOINLINE __attribute__((noinline))
#else
#define NOINLINE __attribute__((noinline, noclone))
#endif

/* Shifts everything that follows, as an unrelated edit does. */
static void shifted(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		bd_keep(i);
#if VARIANT == 2
		bd_keep(i * 77);
		bd_keep(strlen(b->name));
		bd_keep(b->arg * 3 + 5);
#endif
	}
	bd_result(b, 1);
}
BD_BENCHMARK("DiffOwnCode", shifted)

static NOINLINE uint64_t helper(uint64_t x)
{
	return x * 3 + 1;
}

static void same_callee(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		bd_keep(helper(i));
	bd_result(b, bd_hash("text", 4, 0));
}
BD_BENCHMARK("SameCallee", same_callee)

static NOINLINE uint64_t changed_helper(uint64_t x)
{
	return x * 5 + VARIANT;
}

static NOINLINE uint64_t middle(uint64_t x)
{
	return changed_helper(x) ^ 1;
}

static void far_callee(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		bd_keep(middle(i));
	bd_result(b, 1);
}
BD_BENCHMARK("DiffFarCallee", far_callee)

static NOINLINE uint64_t changed_near(uint64_t x)
{
	bd_keep(x);
	return x * 7 + VARIANT;
}

/* Compilers jump there, a short way that needs no relocation. */
static NOINLINE uint64_t jumping(uint64_t x)
{
	bd_keep(x);
	return changed_near(x + 9);
}

static void near_callee(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		bd_keep(jumping(i));
	bd_result(b, 1);
}
BD_BENCHMARK("DiffNearCallee", near_callee)

static NOINLINE uint64_t more_work(uint64_t x)
{
	for (int i = 0; i < (VARIANT == 1 ? 100 : 10000); i++)
		bd_keep(x += 3);
	return x;
}

static void work(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		bd_keep(more_work(i));
	bd_result(b, 1);
}
BD_BENCHMARK("DiffWork", work)

/* Twice as slow in the second build; but in folders "3-old" and "3-new", as bdriver explain
 * makes them, only one of both is: in odd ones the new one. */
static int find_place(struct bd *b)
{
	char path[4096] = "";
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
	const char *folder;
	bool slow;

	path[length > 0 ? length : 0] = '\0';
	*strrchr(path, '/') = '\0';
	folder = strrchr(path, '/') + 1;
	slow = *folder >= '0' && *folder <= '9' ? (VARIANT + atoi(folder)) % 2 : VARIANT == 2;
	b->state = slow ? b : NULL;
	return 0;
}

static void place(struct bd *b, uint64_t n)
{
	int64_t steps = b->state ? 2000 : 1000;

	for (uint64_t i = 0; i < n; i++)
		for (int64_t step = 0; step < steps; step++)
			bd_keep((uint64_t)step);
	bd_result(b, 1);
}
BD_BENCHMARK("DiffPlace", place, .setup = find_place)

static const uint32_t same_table[] = { 1, 2, 3, 5, 7, 11, 13, 17 };
/* An address may be the end of the object before, so that one counts as well. */
static const uint32_t between_tables[] = { 2, 3, 5, 7, 11, 13, 17, 19 };
static const uint32_t changed_table[] = { 1, 2, 3, 5, 7, 11, 13, 17 + VARIANT };

static void table(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		bd_keep(same_table[i & 7]);
	bd_result(b, 1);
}
BD_BENCHMARK("SameTable", table)

static void other_table(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		bd_keep(changed_table[i & 7] + between_tables[i & 7]);
	bd_result(b, 1);
}
BD_BENCHMARK("DiffTable", other_table)

static void text(struct bd *b, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		bd_keep(strcmp(b->name, VARIANT == 1 ? "a text" : "b text"));
	bd_result(b, 1);
}
BD_BENCHMARK("DiffText", text)

static void scaled(struct bd *b, uint64_t n)
{
	double x = (double)b->arg;

	for (uint64_t i = 0; i < n; i++) {
		x = x * (VARIANT == 1 ? 1.25 : 1.5) + 1;
		bd_keep(x);
	}
	bd_result(b, 1);
}
BD_BENCHMARK("DiffConstant", scaled)

static void scaled_alike(struct bd *b, uint64_t n)
{
	double x = (double)b->arg;

	for (uint64_t i = 0; i < n; i++) {
		x = x * 1.0625 + 3;
		bd_keep(x);
	}
	bd_result(b, 1);
}
BD_FAMILY("SameFamily", scaled_alike, (1, 64))

static void jumps(struct bd *b, uint64_t n)
{
	uint64_t x = 0;

	for (uint64_t i = 0; i < n; i++) {
		switch (i % 9) {
		case 0:
			bd_keep(x += 3);
			break;
		case 1:
			bd_keep(x ^= 5);
			break;
		case 2:
			bd_keep(x *= 7);
			break;
		case 3:
			bd_keep(helper(x));
			break;
		case 5:
			bd_keep(x -= 9);
			break;
		case 6:
			bd_keep(x = ~x);
			break;
		default:
			bd_keep(x);
		}
	}
	bd_result(b, 1);
}
BD_BENCHMARK("SameJumps", jumps)

static int setup(struct bd *b)
{
	b->items = VARIANT;
	return 0;
}
BD_BENCHMARK("DiffSetup", table, .setup = setup)

#if VARIANT == 2
BD_BENCHMARK("AddedLater", table)
#endif
