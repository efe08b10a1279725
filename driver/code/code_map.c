/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/code_map.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/image.h"
#include "driver/code/parse.h"
#include "driver/code/parse_code.h"
#include "driver/code/parse_data.h"
#include "driver/code/refer.h"
#include "driver/code/refer_import.h"
#include "driver/code/symbols.h"
#include "driver/code/targets.h"
#include "driver/code/unwind.h"

/*
 * Method: regions (regions.h) are parsed on demand, since most of an image is in no benchmark.
 * The hash of a region leaves out addresses, as these change with every link; what stands at
 * them is kept as references to other regions, which the fingerprint follows. A function also
 * refers to its handlers of exceptions (unwind.h). What cannot be understood is marked unknown
 * and never taken for the same. docs/decisions/0013-decoded-code.md has the reasons.
 */

#define CRITERION "criterion."

/* rustc names objects "CRATE.HASH-cgu.NUMBER". crate: with the dot. */
static bool is_of_crate(const char *source, const char *crate)
{
	return !strncmp(source, crate, strlen(crate)) && strstr(source, "-cgu.");
}

/* A crate of the user that has the same name has another hash. */
static bool has_one_crate(const struct image *image, const char *crate)
{
	const char *found = NULL;

	for (size_t i = 0; i < image->origins.source_count; i++) {
		const char *source = image->origins.sources[i];

		if (!is_of_crate(source, crate))
			continue;
		if (found && strncmp(source, found, strcspn(source, "-") + 1) != 0)
			return false;
		found = source;
	}
	return found;
}

/* Objects of Criterion.rs hold no code of its users, who come later. It starts gnuplot and
 * cargo before and after it measures. std looks up one function of libc to start a thread.
 * Google Benchmark executes its own program. */
static bool is_sealed(const struct code_map *map, const struct region *region)
{
	if (!region->code || !region->name)
		return false;
	if (symbol_is_one_of(region->name, symbols_sealed))
		return true;
	return map->criterion &&
	       (symbol_is_one_of(region->name, symbols_of_criterion) ||
		       is_of_crate(image_source(map->image, region->file), CRITERION));
}

void code_map_init(struct code_map *map, const struct image *image)
{
	*map = (struct code_map){ .image = image,
		.criterion = has_one_crate(image, CRITERION) &&
			     has_one_crate(image, "criterion_plot.") };
	regions_find(&map->regions, image);
}

void code_map_release(struct code_map *map)
{
	regions_release(&map->regions);
}

uint32_t code_map_find(struct code_map *map, uint64_t address)
{
	uint32_t region = regions_symbol(&map->regions, address);

	if (region == NO_REGION)
		region = regions_code(&map->regions, address);
	return region != NO_REGION ? region : regions_gap(&map->regions, address);
}

/* Symbols that overlap may hold several functions. */
static void refer_to_handlers(struct code_map *map, struct parse *p)
{
	uint64_t at = p->region.start, start, end;

	while (map->image->unwind &&
		unwind_handlers(map->image->unwind, &at, p->region.end, &start, &end))
		refer_to_bytes(p, start, end - start, false);
}

static void set_name(const struct image *image, struct region *region)
{
	const char *name = region->name;

	/* A program that is linked statically has them itself, also by other names. */
	for (size_t i = image_symbol_from(image, region->start);
		!image->loading.interpreter && !image->library && i < image->symbol_count &&
		image->symbols[i].address < region->end;
		i++)
		refer_note_name(region, image->symbols[i].name);
	region->renames |= symbol_is_one_of(name, symbols_renaming);
	region->library = symbol_is_one_of(name, symbols_of_registration);
	if (!strncmp(name, "_ZN9benchmark", 13) || !strncmp(name, "_ZNK9benchmark", 14))
		region->of = OF_FRAMEWORK;
	else if (strstr(name, "13random_device"))
		region->of = OF_RANDOM_DEVICE;
	region->timed = strstr(name, "5StateE") && strstr(name, "9benchmark");
}

static void parse_region(struct code_map *map, uint32_t number)
{
	struct parse p = { .image = map->image,
		.regions = &map->regions,
		.region = map->regions.items[number] };

	p.section = &map->image->sections[p.region.section];
	p.file = p.region.file || !p.region.code ? p.region.file
						 : file_at(map->image, p.region.start);
	p.region.sealed = is_sealed(map, &p.region);
	p.region.first = map->regions.reference_count;
	p.region.first_import = map->regions.import_count;
	p.region.parsed = true;
	if (p.section->bytes)
		p.bytes = p.section->bytes + (p.region.start - p.section->address);
	if (p.region.code) {
		parse_code(&p);
		refer_to_handlers(map, &p);
		if (p.region.name)
			set_name(map->image, &p.region);
	} else {
		parse_data(&p);
	}
	p.region.count = map->regions.reference_count - p.region.first;
	p.region.import_count = map->regions.import_count - p.region.first_import;
	map->regions.items[number] = p.region;
}

const struct region *code_map_region(struct code_map *map, uint32_t region)
{
	if (!map->regions.items[region].parsed)
		parse_region(map, region);
	return &map->regions.items[region];
}

void code_map_cut(struct code_map *map, uint32_t from, uint32_t to)
{
	const struct region *region = code_map_region(map, from);

	for (size_t i = 0; i < region->count; i++)
		map->regions.references[region->first + i].cut |=
			map->regions.references[region->first + i].region == to;
}
