/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: a walk goes from the roots over all references and hashes each region that it meets.
 * A reference is hashed as the number of its region in the order of the walk. After the roots
 * come main(), the constructors that concern what was reached, and what the program exports, as
 * libraries may call it. A constructor is left out only if it is proven harmless: it writes
 * memory, nothing of that is reached, and nothing that it calls acts on anything else.
 */
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
#define DEFINITION 5
#define CACHE_LINE 64

struct addresses {
	uint64_t *items;
	size_t count, capacity;
};

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
	bool cut;
};

/* What of a section was visited in the walk that has this number. */
struct section_visit {
	uint32_t walk, whole;
};

struct code_walk {
	const struct image *image;
	uint64_t libraries;
	struct code_map *map;
	struct addresses common;
	struct constructor *constructors;
	size_t constructor_count, constructor_capacity;
	struct visit *visits; /* by region */
	size_t visit_capacity;
	struct section_visit *sections;
	uint32_t number;   /* of this walk */
	uint32_t *regions; /* in the order of the first reference; also the work list */
	size_t count, done, region_capacity;
	uint64_t hash;
	bool imports, threads, opens_files, unknown;
};

bool code_fingerprint_understands(const struct image *image)
{
	return image->machine == EM_X86_64;
}

static void add_address(struct addresses *list, uint64_t address)
{
	list->items = memory_grow(
		list->items, &list->capacity, list->count + 1, sizeof(*list->items));
	list->items[list->count++] = address;
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
	struct visit *visit;

	make_room(walk);
	visit = &walk->visits[region];
	if (visit->walk == walk->number)
		return visit->place;
	visit->walk = walk->number;
	visit->place = (uint32_t)walk->count;
	walk->regions = memory_grow(
		walk->regions, &walk->region_capacity, walk->count + 1, sizeof(*walk->regions));
	walk->regions[walk->count] = region;
	return (uint32_t)walk->count++;
}

static void mix(struct code_walk *walk, uint64_t number)
{
	walk->hash = code_mix(walk->hash, number);
}

static void visit_region(struct code_walk *walk, uint32_t number)
{
	const struct code_region *region = code_map_region(walk->map, number);
	const struct code_reference *references = code_map_references(walk->map, region);

	if (region->writable && region->whole)
		walk->sections[region->section].whole = walk->number;
	else if (region->writable)
		walk->sections[region->section].walk = walk->number;
	mix(walk, region->hash);
	walk->imports |= region->imports;
	walk->threads |= region->threads;
	walk->opens_files |= region->opens_files;
	walk->unknown |= region->unknown;
	make_room(walk);
	for (size_t i = 0; i < region->count; i++) {
		bool cut = walk->visits[references[i].region].cut;

		mix(walk, cut ? UINT64_MAX : place_of(walk, references[i].region));
		mix(walk, references[i].offset);
	}
}

static void begin_walk(struct code_walk *walk)
{
	walk->number++;
	walk->count = walk->done = 0;
	walk->hash = code_mix(DEFINITION, 0);
	walk->imports = walk->threads = walk->opens_files = walk->unknown = false;
}

static void follow(struct code_walk *walk, uint64_t root)
{
	uint32_t region = code_map_find(walk->map, root);

	if (region == NO_REGION) {
		walk->unknown = true;
		return;
	}
	mix(walk, place_of(walk, region));
	mix(walk, root - code_map_region(walk->map, region)->start);
	while (walk->done < walk->count && walk->count <= REGIONS_MAX)
		visit_region(walk, walk->regions[walk->done++]);
	walk->unknown |= walk->count > REGIONS_MAX;
}

/* Regions that the one at the root calls, and those call; the walk has visited all of them. */
static size_t called_regions(struct code_walk *walk, uint64_t root, uint32_t *called)
{
	bool *seen = memory_zeroed(walk->count + 1, sizeof(*seen));
	size_t count = 0;

	called[count++] = code_map_find(walk->map, root);
	seen[walk->visits[called[0]].place] = true;
	for (size_t done = 0; done < count; done++) {
		const struct code_region *region = code_map_region(walk->map, called[done]);
		const struct code_reference *r = code_map_references(walk->map, region);

		for (size_t i = 0; i < region->count; i++) {
			uint32_t next = r[i].region;

			if (!r[i].called || !is_visited(walk, next) ||
				seen[walk->visits[next].place])
				continue;
			seen[walk->visits[next].place] = true;
			called[count++] = next;
		}
	}
	free(seen);
	return count;
}

/* Does it act on more than the memory that it writes? What it only stores is not called, if it
 * calls nothing through a register or memory. */
static bool constructor_acts(struct code_walk *walk, uint64_t root)
{
	uint32_t *called = memory_zeroed(walk->count + 1, sizeof(*called));
	size_t count = called_regions(walk, root, called);
	bool acts = false, indirect = false;

	for (size_t i = 0; i < count; i++) {
		acts |= code_map_region(walk->map, called[i])->acts;
		indirect |= code_map_region(walk->map, called[i])->indirect;
	}
	for (size_t i = 0; i < walk->count && indirect; i++)
		acts |= code_map_region(walk->map, walk->regions[i])->acts;
	free(called);
	return acts;
}

static void add_constructor(struct code_walk *walk, uint64_t address)
{
	struct constructor *c;

	begin_walk(walk);
	follow(walk, address);
	walk->constructors = memory_grow(walk->constructors, &walk->constructor_capacity,
		walk->constructor_count + 1, sizeof(*walk->constructors));
	c = &walk->constructors[walk->constructor_count++];
	*c = (struct constructor){ .address = address,
		.always = walk->unknown || constructor_acts(walk, address) };
	for (size_t i = 0; i < walk->count; i++) {
		if (!code_map_region(walk->map, walk->regions[i])->writable)
			continue;
		c->written = memory_grow(
			c->written, &c->capacity, c->count + 1, sizeof(*c->written));
		c->written[c->count++] = walk->regions[i];
	}
	c->always |= !c->count;
}

static bool holds_constructors(const struct image_section *section)
{
	return section->name && (!strncmp(section->name, ".init_array", 11) ||
					!strncmp(section->name, ".preinit_array", 14) ||
					!strncmp(section->name, ".ctors", 6));
}

static void find_constructors(struct code_walk *walk)
{
	const struct image *image = walk->image;

	if (image->init)
		add_constructor(walk, image->init);
	for (size_t i = 0; i < image->section_count; i++) {
		const struct image_section *s = &image->sections[i];
		uint64_t address;

		for (uint64_t at = 0; holds_constructors(s) && at + 8 <= s->size; at += 8)
			if (image_pointer(image, s->address + at, &address) && address &&
				address != UINT64_MAX)
				add_constructor(walk, address);
	}
}

struct code_walk *code_walk_new(const struct image *image, uint64_t libraries)
{
	struct code_walk *walk = memory_zeroed(1, sizeof(*walk));

	walk->image = image;
	walk->libraries = libraries;
	walk->map = code_map_new(image);
	walk->sections = memory_zeroed(image->section_count + 1, sizeof(*walk->sections));
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
	free(walk->common.items);
	free(walk->sections);
	free(walk->visits);
	free(walk->regions);
	free(walk);
}

/* Does it only call what is cut, and write nothing but the stack? */
static bool is_harmless(struct code_walk *walk, uint64_t address)
{
	uint32_t number = code_map_find(walk->map, address);
	struct code_region function;

	if (number == NO_REGION)
		return false;
	function = *code_map_region(walk->map, number);
	for (size_t i = 0; i < function.count; i++) {
		struct code_reference r = code_map_references(walk->map, &function)[i];

		make_room(walk);
		if ((r.called && !walk->visits[r.region].cut) ||
			code_map_region(walk->map, r.region)->writable)
			return false;
	}
	return !function.indirect && !function.acts && !function.unknown;
}

void code_walk_add_common(struct code_walk *walk, uint64_t address)
{
	if (!is_harmless(walk, address))
		add_address(&walk->common, address);
}

void code_walk_cut(struct code_walk *walk, uint64_t address)
{
	uint32_t region = code_map_find(walk->map, address);

	make_room(walk);
	if (region != NO_REGION)
		walk->visits[region].cut = true;
}

/* Does it write to something that is reached? An address may mean all of a section. */
static bool concerns(struct code_walk *walk, const struct constructor *c)
{
	for (size_t i = 0; i < c->count; i++) {
		const struct code_region *region = code_map_region(walk->map, c->written[i]);
		const struct section_visit *visit = &walk->sections[region->section];

		if (is_visited(walk, c->written[i]) || visit->whole == walk->number ||
			(region->whole && visit->walk == walk->number))
			return true;
	}
	return c->always;
}

/* A constructor may reach what another one writes to. */
static void follow_constructors(struct code_walk *walk)
{
	bool *followed = memory_zeroed(walk->constructor_count + 1, sizeof(*followed));
	bool more = true, exported = false;

	while (more) {
		more = false;
		for (size_t i = 0; i < walk->constructor_count; i++) {
			if (followed[i] || !concerns(walk, &walk->constructors[i]))
				continue;
			followed[i] = more = true;
			follow(walk, walk->constructors[i].address);
		}
		/* What libraries may call. */
		for (size_t i = 0; i < walk->image->export_count && walk->imports && !exported;
			i++) {
			follow(walk, walk->image->exports[i]);
			more = true;
		}
		exported |= more;
	}
	free(followed);
}

static int by_start(const void *a, const void *b)
{
	const struct code_region *const *x = a, *const *y = b;

	return ((*x)->start > (*y)->start) - ((*x)->start < (*y)->start);
}

/* Threads that write to one line of the cache slow each other down: which objects share one? */
static void mix_lines(struct code_walk *walk)
{
	const struct code_region **written = memory_zeroed(walk->count + 1, sizeof(*written));
	size_t count = 0;

	for (size_t i = 0; i < walk->count; i++) {
		const struct code_region *region = code_map_region(walk->map, walk->regions[i]);

		if (region->writable && !region->whole)
			written[count++] = region;
	}
	qsort(written, count, sizeof(*written), by_start);
	for (size_t i = 1; i < count; i++) {
		bool share = (written[i - 1]->end - 1) / CACHE_LINE ==
			     written[i]->start / CACHE_LINE;

		mix(walk, share);
		if (share)
			mix(walk, written[i]->hash);
	}
	free(written);
}

struct fingerprint code_walk_fingerprint(
	struct code_walk *walk, const uint64_t *roots, size_t count)
{
	struct fingerprint print = { 0 };

	begin_walk(walk);
	for (size_t i = 0; i < count; i++)
		follow(walk, roots[i]);
	print.opens_files = walk->opens_files;
	for (size_t i = 0; i < walk->common.count; i++)
		follow(walk, walk->common.items[i]);
	follow_constructors(walk);
	if (walk->threads)
		mix_lines(walk);
	mix(walk, walk->libraries);
	print.hash = walk->hash;
	print.known = !walk->unknown;
	return print;
}
