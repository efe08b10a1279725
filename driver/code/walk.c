/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/walk.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/code_map.h"
#include "driver/code/image.h"
#include "harness/base/hash.h"

void walk_begin(struct walk *walk, uint64_t seed)
{
	walk->number++;
	walk->count = walk->done = 0;
	walk->hash = code_mix(seed, 0);
	walk->threads = walk->opens_files = walk->unknown = false;
	walk->loads = walk->sealed = walk->renames = false;
}

void walk_release(struct walk *walk)
{
	free(walk->visits);
	free(walk->sections);
	free(walk->regions);
	*walk = (struct walk){ 0 };
}

void walk_mix(struct walk *walk, uint64_t number)
{
	walk->hash = code_mix(walk->hash, number);
}

bool walk_has(const struct walk *walk, uint32_t region)
{
	return region < walk->visit_capacity && walk->visits[region].walk == walk->number;
}

uint32_t walk_place(const struct walk *walk, uint32_t region)
{
	return walk->visits[region].place;
}

/* The place of the region, which is put on the work list if it is new. */
static uint32_t place_of(struct walk *walk, uint32_t region)
{
	struct visit *visit;

	walk->visits = memory_grow_zeroed(
		walk->visits, &walk->visit_capacity, region + 1, sizeof(*walk->visits));
	visit = &walk->visits[region];
	if (visit->walk == walk->number)
		return visit->place;
	*visit = (struct visit){ walk->number, (uint32_t)walk->count };
	*ARRAY_ADD(walk->regions, walk->count, walk->region_capacity) = region;
	return visit->place;
}

static void note_section(struct walk *walk, const struct region *region)
{
	struct section_visit *visit;

	walk->sections = memory_grow_zeroed(walk->sections, &walk->section_capacity,
		region->section + 1, sizeof(*walk->sections));
	visit = &walk->sections[region->section];
	if (region->kind != REGION_SYMBOL) /* they may overlap */
		visit->whole = walk->number;
	else
		visit->part = walk->number;
}

/* Is it not followed? Then what stands for it. */
static bool is_cut(struct walk *walk, struct code_reference reference, uint64_t *instead)
{
	const struct region *region = &walk->map->regions.items[reference.region];
	const char *name = region->name ? region->name : "";
	bool code = region->code;

	*instead = UINT64_MAX;
	if (reference.region == walk->cut)
		return true;
	if (!walk->registers)
		return false;
	*instead = bd_fnv1a(name, strlen(name), 0);
	if (reference.cut && !walk->only_called)
		return true;
	if (!code || !code_map_region(walk->map, reference.region)->library)
		return false;
	*instead = code_map_region(walk->map, reference.region)->hash;
	walk->renames |= code_map_region(walk->map, reference.region)->renames;
	return true;
}

static void visit_region(struct walk *walk, uint32_t number)
{
	/* A copy: it moves when another one is parsed. */
	const struct region region = *code_map_region(walk->map, number);

	if (region.writable)
		note_section(walk, &region);
	walk_mix(walk, region.hash);
	walk->threads |= region.threads;
	walk->loads |= region.loads;
	walk->sealed |= region.sealed;
	walk->renames |= region.renames;
	walk->unknown |= region.unknown;
	if ((walk->before_seals && region.sealed) || (walk->untimed && region.timed))
		return;
	for (size_t i = 0; i < region.count; i++) {
		struct code_reference r = walk->map->regions.references[region.first + i];
		uint64_t instead;

		if ((walk->only_code && !walk->map->regions.items[r.region].code) ||
			(walk->only_called && !r.called))
			continue;
		if (is_cut(walk, r, &instead)) {
			walk_mix(walk, instead);
		} else {
			walk_mix(walk, place_of(walk, r.region));
			walk->opens_files |= region.of == OF_PROGRAM &&
					     code_map_region(walk->map, r.region)->opens_files;
		}
		walk_mix(walk, r.offset);
	}
}

void walk_follow(struct walk *walk, uint64_t address)
{
	uint32_t region = code_map_find(walk->map, address);

	if (region == NO_REGION) {
		walk->unknown = true;
		return;
	}
	walk_mix(walk, place_of(walk, region));
	walk_mix(walk, address - code_map_region(walk->map, region)->start);
	while (walk->done < walk->count && walk->count <= walk->limit)
		visit_region(walk, walk->regions[walk->done++]);
	walk->unknown |= walk->count > walk->limit;
}

bool walk_may_see(const struct walk *walk, uint32_t number)
{
	const struct region *region = code_map_region(walk->map, number);
	const struct section_visit *visit = region->section < walk->section_capacity
						    ? &walk->sections[region->section]
						    : NULL;

	return walk_has(walk, number) ||
	       (visit &&
		       (visit->whole == walk->number ||
			       (region->kind != REGION_SYMBOL && visit->part == walk->number)));
}
