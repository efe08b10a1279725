/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: a pair is the same if its bytes are, and if all references of the one lead to the
 * partners of those of the other. Only then its references are followed. A function that is not
 * the same differs, whatever the reason, and stops the walk; so does one that need not do the
 * same in each launch. Data that differs ends the walk, as nobody sees who reads it.
 * docs/decisions/0032-executed-changes.md has the reasons.
 */
#include "driver/code/twins.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/code_map.h"

/* As a fingerprint covers. */
#define TWINS_MAX 500000

void twins_release(struct twins *twins)
{
	free(twins->items);
	for (int b = 0; b < 2; b++)
		free(twins->pairs[b]);
	*twins = (struct twins){ 0 };
}

static uint32_t *pair_of(struct twins *twins, int build, uint32_t region)
{
	twins->pairs[build] = memory_grow_zeroed(twins->pairs[build],
		&twins->pair_capacity[build], region + 1, sizeof(uint32_t));
	return &twins->pairs[build][region];
}

/* Neither has another partner. */
static bool may_pair(struct twins *twins, const uint32_t regions[2])
{
	return *pair_of(twins, 0, regions[0]) == *pair_of(twins, 1, regions[1]);
}

static void add_pair(struct twins *twins, const uint32_t regions[2])
{
	if (*pair_of(twins, 0, regions[0]))
		return;
	*ARRAY_ADD(twins->items, twins->count, twins->capacity) =
		(struct twin){ { regions[0], regions[1] }, false };
	for (int b = 0; b < 2; b++)
		*pair_of(twins, b, regions[b]) = (uint32_t)twins->count;
}

static bool is_cut(const struct twins *twins, const uint32_t regions[2])
{
	return twins->cut[0] != NO_REGION && regions[0] == twins->cut[0] &&
	       regions[1] == twins->cut[1];
}

/* They do the same in each launch, as far as they themselves decide it, and can be followed. */
static bool are_certain(struct twins *twins, const uint32_t regions[2])
{
	bool certain = true;

	for (int b = 0; b < 2; b++) {
		const struct region *r = code_map_region(twins->maps[b], regions[b]);

		certain &= !r->unknown && !r->loads && !r->threads && !r->varies;
	}
	return certain;
}

/* Of itself, without what it refers to. */
static bool looks_same(struct twins *twins, const uint32_t regions[2])
{
	const struct region *one, *other;
	struct region a, b;

	if (is_cut(twins, regions))
		return true;
	a = *code_map_region(twins->maps[0], regions[0]);
	b = *code_map_region(twins->maps[1], regions[1]);
	one = &twins->maps[0]->regions.items[regions[0]];
	other = &twins->maps[1]->regions.items[regions[1]];
	return one->code == other->code && one->kind == other->kind && a.hash == b.hash &&
	       a.count == b.count && a.writable == b.writable;
}

static bool are_functions(const struct twins *twins, const uint32_t regions[2])
{
	for (int b = 0; b < 2; b++) {
		const struct region *r = &twins->maps[b]->regions.items[regions[b]];

		if (!r->code || r->kind != REGION_SYMBOL)
			return false;
	}
	return true;
}

static bool differs(struct twins *twins, const uint32_t regions[2])
{
	uint32_t pair = *pair_of(twins, 0, regions[0]);

	return (pair && twins->items[pair - 1].differs) || !looks_same(twins, regions) ||
	       (!is_cut(twins, regions) && !are_certain(twins, regions));
}

/* A reference to the middle of what differs could read its bytes. */
static bool reference_agrees(
	struct twins *twins, const struct code_reference *a, const struct code_reference *b)
{
	uint32_t regions[2] = { a->region, b->region };

	if (a->called != b->called || !may_pair(twins, regions))
		return false;
	if (!differs(twins, regions))
		return a->offset == b->offset;
	return are_functions(twins, regions) && (a->called || (!a->offset && !b->offset));
}

static struct code_reference reference(
	const struct twins *twins, int build, uint32_t region, size_t i)
{
	struct code_map *map = twins->maps[build];

	return map->regions.references[code_map_region(map, region)->first + i];
}

/* Pairs are added at once, as two references could ask for one partner. */
static bool references_agree(struct twins *twins, const uint32_t regions[2])
{
	size_t n = code_map_region(twins->maps[0], regions[0])->count, before = twins->count;

	for (size_t i = 0; i < n; i++) {
		struct code_reference a = reference(twins, 0, regions[0], i);
		struct code_reference b = reference(twins, 1, regions[1], i);

		if (reference_agrees(twins, &a, &b)) {
			add_pair(twins, (uint32_t[2]){ a.region, b.region });
			continue;
		}
		for (; twins->count > before; twins->count--)
			for (int k = 0; k < 2; k++)
				*pair_of(twins, k, twins->items[twins->count - 1].regions[k]) =
					0;
		return false;
	}
	return true;
}

static void visit(struct twins *twins, size_t i)
{
	uint32_t regions[2] = { twins->items[i].regions[0], twins->items[i].regions[1] };
	bool looks, certain, same;

	if (is_cut(twins, regions))
		return;
	looks = looks_same(twins, regions);
	certain = are_certain(twins, regions);
	same = looks && certain && references_agree(twins, regions);
	twins->items[i].differs = !same;
	twins->changed |= !same && (certain || !looks);
	if (!same && !are_functions(twins, regions))
		twins->reason = "data or code without a symbol differs";
}

void twins_follow(struct twins *twins, const uint64_t addresses[2])
{
	uint32_t regions[2];
	uint64_t offsets[2];

	for (int b = 0; b < 2; b++) {
		regions[b] = code_map_find(twins->maps[b], addresses[b]);
		if (regions[b] == NO_REGION) {
			twins->reason = "it begins where nothing is";
			return;
		}
		offsets[b] = addresses[b] - code_map_region(twins->maps[b], regions[b])->start;
	}
	if (offsets[0] != offsets[1] || !may_pair(twins, regions)) {
		twins->reason = "it begins at another place";
		return;
	}
	add_pair(twins, regions);
	while (twins->done < twins->count && !twins->reason) {
		visit(twins, twins->done++);
		if (twins->count > TWINS_MAX)
			twins->reason = "it reaches too much";
	}
}
