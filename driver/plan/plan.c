/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/plan.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/log/log.h"
#include "compare/stats/prng.h"

#define KEY_SIZE 64

uint64_t plan_random(
	const struct plan *plan, enum plan_purpose purpose, uint64_t a, uint64_t b, uint64_t c)
{
	const uint64_t parts[] = { (uint64_t)purpose, a, b, c };
	uint64_t state = plan->seed, value = prng_splitmix(&state);

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		state = value ^ parts[i];
		value = prng_splitmix(&state);
	}
	return value;
}

void plan_add_slot(struct plan *plan, const struct plan_slot *slot)
{
	*ARRAY_ADD(plan->slots, plan->slot_count, plan->slot_capacity) = *slot;
}

void plan_clear(struct plan *plan)
{
	plan->slot_count = 0;
}

void plan_release(struct plan *plan)
{
	free(plan->slots);
	*plan = (struct plan){ 0 };
}

/* Fisher-Yates. The remainder's bias is below 2^-32 for any suite. */
static void shuffle(uint64_t *state, uint32_t *order, size_t count)
{
	for (size_t i = count; i > 1; i--) {
		size_t k = prng_splitmix(state) % i;
		uint32_t swap = order[k];

		order[k] = order[i - 1];
		order[i - 1] = swap;
	}
}

static int longest_first(const void *a, const void *b, void *ctx)
{
	const double *expected = ctx;
	double x = expected[*(const uint32_t *)a], y = expected[*(const uint32_t *)b];

	return (x < y) - (x > y);
}

/* The benchmarks of a round that are (or are not) serial, in the order of the suites. */
static size_t collect(
	const struct plan_options *o, uint32_t round, bool serial, uint32_t *order)
{
	size_t count = 0;

	for (size_t i = 0; i < o->benchmark_count; i++) {
		if (o->last_rounds && round > o->last_rounds[i])
			continue;
		if ((o->serial && o->serial[i]) == serial)
			order[count++] = (uint32_t)i;
	}
	return count;
}

static void add_round(
	struct plan *plan, const struct plan_options *o, uint32_t round, uint32_t *order)
{
	bool last = round + 1 == o->first_round + o->rounds;

	for (int serial = 0; serial <= 1; serial++) {
		size_t count = collect(o, round, serial, order);
		uint64_t state = plan_random(
			plan, PLAN_SHUFFLE, o->stage, round * 2 + (uint32_t)serial, count);

		shuffle(&state, order, count);
		if (last && !serial && o->expected_ns)
			qsort_r(order, count, sizeof(*order), longest_first,
				(void *)o->expected_ns);
		for (size_t i = 0; i < count; i++)
			plan_add_slot(plan, &(struct plan_slot){ .benchmark = order[i],
						    .round = (uint16_t)round,
						    .stage = o->stage,
						    .iterations = o->iterations });
	}
}

void plan_add_rounds(struct plan *plan, const struct plan_options *o)
{
	AUTO_FREE uint32_t *order = memory_zeroed(o->benchmark_count, sizeof(*order));

	for (uint32_t i = 0; i < o->rounds; i++)
		add_round(plan, o, o->first_round + i, order);
}

/* Of the names of the builds, and of the rows of their square. */
static void draw(uint64_t *state, uint32_t *order, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		order[i] = i;
	shuffle(state, order, count);
}

unsigned latin_square_rows(unsigned n)
{
	return n % 2 && n > 1 ? 2 * n : n;
}

unsigned latin_square_at(unsigned n, unsigned row, unsigned position)
{
	unsigned step;

	assert(row < latin_square_rows(n) && position < n);
	if (row >= n) {
		row -= n;
		position = n - 1 - position;
	}
	/* The first row is 0, n-1, 1, n-2, 2 ...: all steps between neighbours differ. */
	step = position % 2 ? n - (position + 1) / 2 : position / 2;
	return (row + step) % n;
}

unsigned plan_build_at(const struct plan *plan, const struct plan_slot *slot, unsigned builds,
	unsigned position)
{
	unsigned rows = latin_square_rows(builds), names[PLAN_BUILDS_MAX];
	unsigned order[2 * PLAN_BUILDS_MAX];
	uint32_t block = (slot->round - 1u) / rows;
	uint64_t coin = plan_random(plan, PLAN_ORDER, slot->benchmark, block, slot->stage);

	assert(builds <= PLAN_BUILDS_MAX && position < builds);
	if (builds < 2)
		return 0;
	if (builds == 2)
		return ((unsigned)(coin & 1) ^ ((slot->round - 1u) & 1) ^ position) & 1;
	draw(&coin, names, builds);
	draw(&coin, order, rows);
	return names[latin_square_at(builds, order[(slot->round - 1u) % rows], position)];
}

static const char *make_key(char *key, size_t benchmark, unsigned stage, unsigned round)
{
	snprintf(key, KEY_SIZE, "%zu %u %u", benchmark, stage, round);
	return key;
}

struct table *plan_index_new(const struct plan *plan)
{
	struct table *index = table_new();
	char key[KEY_SIZE];

	for (size_t i = 0; i < plan->slot_count; i++) {
		const struct plan_slot *slot = &plan->slots[i];

		table_add(index, make_key(key, slot->benchmark, slot->stage, slot->round), i,
			NULL);
	}
	return index;
}

const size_t *plan_index_find(
	const struct table *index, size_t benchmark, const struct launch *launch)
{
	char key[KEY_SIZE];

	return table_find(index, make_key(key, benchmark, launch->stage, launch->round));
}
