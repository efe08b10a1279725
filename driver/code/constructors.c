/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/constructors.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/code_map.h"
#include "driver/code/image.h"
#include "driver/code/walk.h"

/* A constructor that reaches more may concern all. */
#define REGIONS_MAX 20000

/* Regions that the one at the root calls, and those call; the walk has visited all of them. */
static size_t called_regions(const struct walk *walk, uint64_t root, uint32_t *called)
{
	AUTO_FREE bool *seen = memory_zeroed(walk->count + 1, sizeof(*seen));
	size_t count = 0;

	called[count++] = code_map_find(walk->map, root);
	seen[walk_place(walk, called[0])] = true;
	for (size_t done = 0; done < count; done++) {
		const struct code_region *region = code_map_region(walk->map, called[done]);
		const struct code_reference *r = code_map_references(walk->map, region);

		for (size_t i = 0; i < region->count; i++) {
			uint32_t next = r[i].region;

			if (!r[i].called || !walk_has(walk, next) ||
				seen[walk_place(walk, next)])
				continue;
			seen[walk_place(walk, next)] = true;
			called[count++] = next;
		}
	}
	return count;
}

/* Does it act on more than the memory that it writes? What it only stores is not called, if it
 * calls nothing through a register or memory. */
static bool acts(const struct walk *walk, uint64_t root)
{
	AUTO_FREE uint32_t *called = memory_zeroed(walk->count + 1, sizeof(*called));
	size_t count = called_regions(walk, root, called);
	bool found = false, indirect = false;

	for (size_t i = 0; i < count; i++) {
		found |= code_map_region(walk->map, called[i])->acts;
		indirect |= code_map_region(walk->map, called[i])->indirect;
	}
	for (size_t i = 0; i < walk->count && indirect; i++)
		found |= code_map_region(walk->map, walk->regions[i])->acts;
	return found;
}

static void add_written(struct constructor *c, struct code_map *map, uint32_t region)
{
	*ARRAY_ADD(c->written, c->count, c->capacity) = region;
	c->always |= code_map_region(map, region)->shares;
}

static void add(struct constructors *constructors, struct walk *walk, uint64_t address)
{
	struct constructor *c;

	walk_begin(walk, 0);
	walk_follow(walk, address);
	c = ARRAY_ADD(constructors->items, constructors->count, constructors->capacity);
	*c = (struct constructor){ .address = address,
		.always = walk->unknown || walk->loads || acts(walk, address) };
	for (size_t i = 0; i < walk->count; i++) {
		c->always |= code_map_region(walk->map, walk->regions[i])->shares;
		if (code_map_region(walk->map, walk->regions[i])->writable)
			add_written(c, walk->map, walk->regions[i]);
	}
	c->always |= !c->count;
}

static bool holds_constructors(const struct image_section *section)
{
	static const char *const names[] = { ".init_array", ".preinit_array", ".ctors" };

	for (size_t i = 0; i < ARRAY_SIZE(names); i++)
		if (section->name && !strncmp(section->name, names[i], strlen(names[i])))
			return true;
	return false;
}

/* Of crtbegin.o, the same in each program: it has no size. */
static bool is_frame_dummy(const struct image *image, uint64_t address)
{
	for (size_t i = image_label_from(image, address);
		i < image->label_count && image->labels[i].address == address; i++)
		if (!strcmp(image->labels[i].name, "frame_dummy"))
			return true;
	return false;
}

/* What chooses a function runs if anybody asks for it; most only read what the processor is. */
static void add_resolver(struct constructors *constructors, struct walk *walk, uint64_t address)
{
	struct constructor *c;

	add(constructors, walk, address);
	c = &constructors->items[constructors->count - 1];
	c->always = c->always && c->count;
}

static void add_resolvers(
	struct constructors *constructors, struct walk *walk, const struct image *image)
{
	for (size_t i = 0; i < image->relocation_count; i++)
		if (image->relocations[i].type == R_X86_64_IRELATIVE)
			add_resolver(
				constructors, walk, (uint64_t)image->relocations[i].addend);
	for (size_t i = 0; i < image->export_count; i++)
		if (image->exports[i].resolves)
			add_resolver(constructors, walk, image->exports[i].address);
}

void constructors_find(
	struct constructors *constructors, const struct image *image, struct code_map *map)
{
	AUTO(walk_release) struct walk walk = { .map = map, .limit = REGIONS_MAX };

	*constructors = (struct constructors){ 0 };
	if (image->init)
		add(constructors, &walk, image->init);
	for (size_t i = 0; i < image->section_count; i++) {
		const struct image_section *s = &image->sections[i];
		uint64_t address;

		if (!s->bytes || !holds_constructors(s))
			continue;
		for (uint64_t at = 0; at + 8 <= s->size; at += 8)
			if (image_pointer(image, s->address + at, &address) && address &&
				address != UINT64_MAX && !is_frame_dummy(image, address))
				add(constructors, &walk, address);
	}
	if (image->library)
		add_resolvers(constructors, &walk, image);
}

void constructors_prove(struct constructors *constructors, struct code_map *map,
	uint64_t constructor, const uint64_t *written, size_t count, struct description *effect)
{
	for (size_t i = 0; i < constructors->count; i++) {
		struct constructor *c = &constructors->items[i];

		if (c->address != constructor)
			continue;
		c->always = false;
		c->count = 0;
		for (size_t k = 0; k < count; k++)
			add_written(c, map, code_map_find(map, written[k]));
		c->known = !effect->failed;
		description_release(&c->effect);
		c->effect = *effect;
		*effect = (struct description){ 0 };
	}
}

void constructors_add_drawn(struct constructors *constructors, struct code_map *map,
	uint64_t constructor, const uint64_t *drawn, size_t count)
{
	struct constructor *c;

	c = ARRAY_ADD(constructors->items, constructors->count, constructors->capacity);
	*c = (struct constructor){ .address = constructor };
	for (size_t i = 0; i < count; i++)
		add_written(c, map, code_map_find(map, drawn[i]));
}

void constructors_release(struct constructors *constructors)
{
	for (size_t i = 0; i < constructors->count; i++) {
		description_release(&constructors->items[i].effect);
		free(constructors->items[i].written);
	}
	free(constructors->items);
	*constructors = (struct constructors){ 0 };
}

bool constructor_concerns(const struct constructor *constructor, const struct walk *walk)
{
	for (size_t i = 0; i < constructor->count; i++)
		if (walk_may_see(walk, constructor->written[i]))
			return true;
	return constructor->always;
}

void constructor_follow(const struct constructor *constructor, struct walk *walk)
{
	const struct description *effect = &constructor->effect;

	if (!constructor->known) {
		walk_follow(walk, constructor->address);
		return;
	}
	for (size_t i = 0; i < constructor->count; i++)
		walk_follow(walk, code_map_region(walk->map, constructor->written[i])->start);
	walk_mix(walk, effect->hash);
	for (size_t i = 0; i < effect->root_count; i++)
		walk_follow(walk, effect->roots[i]);
}
