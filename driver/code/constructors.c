/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/constructors.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/code_map.h"
#include "driver/code/image.h"
#include "driver/code/refer_exact.h"
#include "driver/code/walk.h"

/* A constructor that reaches more may concern all. */
#define REGIONS_MAX 20000

/* Does anything that the walk reaches act on more than the memory that it writes? Begins the
 * walk anew. */
static bool reaches_acts(struct walk *walk, uint64_t root, bool *indirect)
{
	bool found = false;

	walk_begin(walk, 0);
	walk_follow(walk, root);
	for (size_t i = 0; i < walk->count; i++) {
		const struct region *region = code_map_region(walk->map, walk->regions[i]);

		found |= region->acts || (region->prepares && !walk->registers);
		*indirect |= region->indirect;
	}
	return found;
}

/* What it only stores is not called, if it calls nothing through a register or memory. Nobody
 * has a benchmark::State then. */
static bool acts(struct walk *walk, uint64_t root)
{
	bool found, indirect = false;

	walk->only_called = true;
	found = reaches_acts(walk, root, &indirect);
	walk->only_called = false;
	walk->untimed = walk->registers;
	found = found || (indirect && reaches_acts(walk, root, &indirect));
	walk->untimed = false;
	return found;
}

static void distrust(struct constructor *c)
{
	c->always = true;
	c->registered.any = false;
}

void constructors_distrust(struct constructors *constructors)
{
	for (size_t i = 0; i < constructors->count; i++)
		if (constructors->items[i].registered.any)
			distrust(&constructors->items[i]);
}

static void walk_constructor(struct walk *walk, const struct constructor *c)
{
	walk->registers = c->registered.any;
	walk_follow(walk, c->address);
}

static void add(struct constructors *constructors, struct walk *walk, uint64_t address)
{
	struct constructor *c;

	c = ARRAY_ADD(constructors->items, constructors->count, constructors->capacity);
	*c = (struct constructor){ .address = address };
	gbench_names_read(&constructors->names, walk->map, address, &c->registered);
	walk_begin(walk, 0);
	walk_constructor(walk, c);
	if (walk->renames)
		distrust(c);
	/* Of the program: the loader gives them to constructors as well. */
	c->always |= refer_takes_arguments(walk->map->image, address) || walk->unknown ||
		     walk->loads || c->registered.unsure;
	for (size_t i = 0; i < walk->count; i++) {
		c->always |= code_map_region(walk->map, walk->regions[i])->shares;
		if (code_map_region(walk->map, walk->regions[i])->writable)
			*ARRAY_ADD(c->written, c->count, c->capacity) = walk->regions[i];
	}
	c->always = c->always || (!c->count && !c->registered.any) || acts(walk, address);
	walk->registers = false;
}

static bool holds_constructors(const struct image_section *section)
{
	return section_is_named(section, ".init_array*") ||
	       section_is_named(section, ".preinit_array*") ||
	       section_is_named(section, ".ctors*");
}

/* What chooses a function runs before main(); most only read what the processor is. */
static void add_resolver(struct constructors *constructors, struct walk *walk, uint64_t address)
{
	struct constructor *c;

	add(constructors, walk, address);
	c = &constructors->items[constructors->count - 1];
	c->always = c->always && c->count;
	c->resolves = true;
}

static void add_resolvers(
	struct constructors *constructors, struct walk *walk, const struct image *image)
{
	for (size_t i = 0; i < image->relocation_count; i++)
		if (image->relocations[i].type == R_X86_64_IRELATIVE)
			add_resolver(
				constructors, walk, (uint64_t)image->relocations[i].addend);
	for (size_t i = 0; i < image->dynamic_count; i++)
		if (image->dynamic[i].exported && image->dynamic[i].resolves)
			add_resolver(constructors, walk, image->dynamic[i].address);
}

void constructors_find(
	struct constructors *constructors, const struct image *image, struct code_map *map)
{
	AUTO(walk_release)
	struct walk walk = { .map = map, .cut = NO_REGION, .limit = REGIONS_MAX };
	const struct image_section *own = image_section_named(image, ".init");
	/* Programs without a loader have no DT_INIT. */
	uint64_t init = image->starts.init || image->loading.interpreter || !own
				? image->starts.init
				: own->address;

	*constructors = (struct constructors){ 0 };
	gbench_names_init(&constructors->names, image);
	if (init)
		add(constructors, &walk, init);
	for (size_t i = 0; i < image->section_count; i++) {
		const struct image_section *s = &image->sections[i];
		uint64_t address;

		if (!s->bytes || !holds_constructors(s))
			continue;
		/* frame_dummy() of crtbegin.o is the same in each program; it has no size. */
		for (uint64_t at = 0; at + 8 <= s->size; at += 8)
			if (image_pointer(image, s->address + at, &address) && address &&
				address != UINT64_MAX &&
				!image_label_like(image, address, address + 1, "frame_dummy"))
				add(constructors, &walk, address);
	}
	/* Without a loader there are those of the C library, which cannot be followed. */
	if (image->library || image->loading.interpreter)
		add_resolvers(constructors, &walk, image);
}

void constructors_release(struct constructors *constructors)
{
	for (size_t i = 0; i < constructors->count; i++) {
		gbench_registered_release(&constructors->items[i].registered);
		free(constructors->items[i].written);
	}
	gbench_names_release(&constructors->names);
	free(constructors->items);
	*constructors = (struct constructors){ 0 };
}

bool constructor_concerns(const struct constructor *constructor, const struct walk *walk)
{
	const struct gbench_registered *registered = &constructor->registered;

	for (size_t i = 0; i < constructor->count; i++)
		if (walk_may_see(walk, constructor->written[i]))
			return true;
	for (size_t i = 0; i < registered->count; i++)
		if (walk_has(walk, registered->regions[i]))
			return true;
	return constructor->always;
}

void constructor_follow(const struct constructor *constructor, struct walk *walk)
{
	walk_constructor(walk, constructor);
	walk->registers = false;
}
