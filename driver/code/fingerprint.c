/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/fingerprint.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/code_map.h"
#include "driver/code/elf_image.h"

/* A benchmark that reaches more regions is unknown. */
#define REGIONS_MAX 20000
/* Fingerprints of other definitions differ from all of this one. */
#define DEFINITION 4

/* Runs before main. */
struct constructor {
	uint64_t address;
	uint32_t *written; /* regions that it can write to */
	size_t count, capacity;
	bool always; /* for every benchmark */
};

/* The place of a region in the walk that has this number. */
struct visit {
	uint32_t walk, place;
};

struct code_walk {
	const struct image *image;
	struct code_map *map;
	uint64_t libraries;
	struct constructor *constructors;
	size_t constructor_count, constructor_capacity;
	struct visit *visits; /* by region */
	size_t visit_capacity;
	uint32_t number;   /* of this walk */
	uint32_t *regions; /* in the order of the first reference; also the work list */
	size_t count, done, region_capacity;
	uint64_t hash;
	bool imports, acts, unknown;
};

bool code_fingerprint_understands(const struct image *image)
{
	return image->machine == EM_X86_64;
}

static void make_room(struct code_walk *walk)
{
	size_t old = walk->visit_capacity, need = code_map_count(walk->map);

	if (need <= old)
		return;
	walk->visits =
		memory_grow(walk->visits, &walk->visit_capacity, need, sizeof(*walk->visits));
	memset(walk->visits + old, 0, (walk->visit_capacity - old) * sizeof(*walk->visits));
}

static bool is_visited(const struct code_walk *walk, uint32_t region)
{
	return region < walk->visit_capacity && walk->visits[region].walk == walk->number;
}

/* The place of the region, which is put on the work list if it is new. */
static uint32_t place_of(struct code_walk *walk, uint32_t region)
{
	make_room(walk);
	if (is_visited(walk, region))
		return walk->visits[region].place;
	walk->visits[region] = (struct visit){ walk->number, (uint32_t)walk->count };
	walk->regions = memory_grow(
		walk->regions, &walk->region_capacity, walk->count + 1, sizeof(*walk->regions));
	walk->regions[walk->count] = region;
	return (uint32_t)walk->count++;
}

static void visit_region(struct code_walk *walk, uint32_t number)
{
	const struct code_region *region = code_map_region(walk->map, number);
	const struct code_reference *references = code_map_references(walk->map, region);

	walk->hash = code_mix(walk->hash, region->hash);
	walk->imports |= region->imports;
	walk->acts |= region->acts;
	walk->unknown |= region->unknown;
	for (size_t i = 0; i < region->count; i++) {
		walk->hash = code_mix(walk->hash, place_of(walk, references[i].region));
		walk->hash = code_mix(walk->hash, references[i].offset);
	}
}

static void begin_walk(struct code_walk *walk)
{
	walk->number++;
	walk->count = walk->done = 0;
	walk->hash = code_mix(DEFINITION, 0);
	walk->imports = walk->acts = walk->unknown = false;
}

static void follow(struct code_walk *walk, uint64_t root)
{
	uint32_t region = code_map_find(walk->map, root);

	if (region == NO_REGION) {
		walk->unknown = true;
		return;
	}
	walk->hash = code_mix(walk->hash, place_of(walk, region));
	walk->hash = code_mix(walk->hash, root - code_map_region(walk->map, region)->start);
	while (walk->done < walk->count && walk->count <= REGIONS_MAX)
		visit_region(walk, walk->regions[walk->done++]);
	walk->unknown |= walk->count > REGIONS_MAX;
}

static void add_constructor(struct code_walk *walk, uint64_t address)
{
	struct constructor *c;

	begin_walk(walk);
	follow(walk, address);
	walk->constructors = memory_grow(walk->constructors, &walk->constructor_capacity,
		walk->constructor_count + 1, sizeof(*walk->constructors));
	c = &walk->constructors[walk->constructor_count++];
	*c = (struct constructor){ .address = address, .always = walk->acts || walk->unknown };
	for (size_t i = 0; i < walk->count; i++) {
		if (!code_map_region(walk->map, walk->regions[i])->writable)
			continue;
		c->written = memory_grow(
			c->written, &c->capacity, c->count + 1, sizeof(*c->written));
		c->written[c->count++] = walk->regions[i];
	}
}

static bool holds_constructors(const struct image_section *section)
{
	return section->name && (!strcmp(section->name, ".init_array") ||
					!strcmp(section->name, ".preinit_array"));
}

static void find_constructors(struct code_walk *walk)
{
	const struct image *image = walk->image;

	for (size_t i = 0; i < image->section_count; i++) {
		const struct image_section *s = &image->sections[i];
		uint64_t address;

		for (uint64_t at = 0; holds_constructors(s) && at + 8 <= s->size; at += 8)
			if (image_pointer(image, s->address + at, &address) && address)
				add_constructor(walk, address);
	}
}

struct code_walk *code_walk_new(const struct image *image, uint64_t libraries)
{
	struct code_walk *walk = memory_zeroed(1, sizeof(*walk));

	walk->image = image;
	walk->libraries = libraries;
	walk->map = code_map_new(image);
	find_constructors(walk);
	return walk;
}

void code_walk_free(struct code_walk *walk)
{
	if (!walk)
		return;
	for (size_t i = 0; i < walk->constructor_count; i++)
		free(walk->constructors[i].written);
	free(walk->constructors);
	code_map_free(walk->map);
	free(walk->visits);
	free(walk->regions);
	free(walk);
}

/* Does it write to something that is reached? */
static bool concerns(const struct code_walk *walk, const struct constructor *c)
{
	for (size_t i = 0; i < c->count; i++)
		if (is_visited(walk, c->written[i]))
			return true;
	return c->always;
}

/* A constructor may reach what another one writes to. */
static void follow_constructors(struct code_walk *walk)
{
	bool *followed = memory_zeroed(walk->constructor_count, sizeof(*followed));
	bool more = true;

	while (more) {
		more = false;
		for (size_t i = 0; i < walk->constructor_count; i++) {
			if (followed[i] || !concerns(walk, &walk->constructors[i]))
				continue;
			followed[i] = more = true;
			follow(walk, walk->constructors[i].address);
		}
	}
	free(followed);
}

bool code_walk_fingerprint(
	struct code_walk *walk, const uint64_t *roots, size_t count, uint64_t *fingerprint)
{
	begin_walk(walk);
	for (size_t i = 0; i < count; i++)
		follow(walk, roots[i]);
	follow_constructors(walk);
	*fingerprint = code_mix(walk->hash, walk->imports ? walk->libraries : 0);
	return !walk->unknown;
}
