/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/code_map.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/gbench_symbols.h"
#include "driver/code/image.h"
#include "driver/code/parse.h"
#include "driver/code/parse_code.h"
#include "driver/code/parse_data.h"
#include "driver/code/refer.h"
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

struct code_map {
	const struct image *image;
	struct regions *regions;
	struct unwind_table *unwind;
	bool criterion;            /* objects of Criterion.rs can be told by their names */
	struct code_region *items; /* by region, as far as they were parsed */
	size_t capacity;
	struct code_reference *references;
	size_t reference_count, reference_capacity;
	const char **imports;
	size_t import_count, import_capacity;
};

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
	if (symbol_is_one_of(region->name, symbols_starting_thread) ||
		symbol_is_one_of(region->name, symbols_starting_again))
		return true;
	return map->criterion &&
	       (symbol_is_one_of(region->name, symbols_of_criterion) ||
		       is_of_crate(image_source(map->image, region->file), CRITERION));
}

struct code_map *code_map_new(const struct image *image)
{
	struct code_map *map = memory_zeroed(1, sizeof(*map));

	map->image = image;
	map->regions = regions_new(image);
	map->unwind = unwind_table_new(image);
	map->criterion =
		has_one_crate(image, CRITERION) && has_one_crate(image, "criterion_plot.");
	return map;
}

void code_map_free(struct code_map *map)
{
	if (!map)
		return;
	regions_free(map->regions);
	unwind_table_free(map->unwind);
	free(map->items);
	free(map->references);
	free(map->imports);
	free(map);
}

const struct region *code_map_extent(const struct code_map *map, uint32_t region)
{
	return regions_item(map->regions, region);
}

const struct image *code_map_image(const struct code_map *map)
{
	return map->image;
}

uint32_t code_map_find(struct code_map *map, uint64_t address)
{
	uint32_t region = regions_symbol(map->regions, address);

	if (region == NO_REGION)
		region = regions_code(map->regions, address);
	return region != NO_REGION ? region : regions_gap(map->regions, address);
}

/* Symbols that overlap may hold several functions. */
static void refer_to_handlers(struct code_map *map, struct parse *p)
{
	uint64_t at = p->region.start, start, end;

	while (unwind_handlers(map->unwind, &at, p->region.end, &start, &end))
		refer_to_bytes(p, start, end - start, false);
}

static void set_name(struct code_region *region, const char *name)
{
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
	struct region region = *regions_item(map->regions, number);
	struct parse p = { .image = map->image,
		.regions = map->regions,
		.section = &map->image->sections[region.section],
		.kind = region.kind,
		.name = region.name,
		.file = region.file || !region.code ? region.file
						    : file_at(map->image, region.start),
		.references = map->references,
		.reference_count = map->reference_count,
		.reference_capacity = map->reference_capacity,
		.imports = map->imports,
		.import_count = map->import_count,
		.import_capacity = map->import_capacity,
		.region = { .start = region.start,
			.end = region.end,
			.section = region.section,
			.writable = region.writable,
			.whole = region.kind == REGION_SECTION,
			.sealed = is_sealed(map, &region),
			.first = map->reference_count,
			.first_import = map->import_count,
			.parsed = true } };

	if (p.section->bytes)
		p.bytes = p.section->bytes + (region.start - p.section->address);
	if (region.code)
		parse_code(&p);
	else
		parse_data(&p);
	if (region.code)
		refer_to_handlers(map, &p);
	p.region.count = p.reference_count - p.region.first;
	if (region.code && region.name)
		set_name(&p.region, region.name);
	map->references = p.references;
	map->reference_count = p.reference_count;
	map->reference_capacity = p.reference_capacity;
	p.region.import_count = p.import_count - p.region.first_import;
	map->imports = p.imports;
	map->import_count = p.import_count;
	map->import_capacity = p.import_capacity;
	map->items[number] = p.region;
}

const struct code_region *code_map_region(struct code_map *map, uint32_t region)
{
	map->items = memory_grow_zeroed(
		map->items, &map->capacity, regions_count(map->regions), sizeof(*map->items));
	if (!map->items[region].parsed)
		parse_region(map, region);
	return &map->items[region];
}

const struct code_reference *code_map_references(
	const struct code_map *map, const struct code_region *region)
{
	return region->count ? map->references + region->first : NULL;
}

void code_map_cut(struct code_map *map, uint32_t from, uint32_t to)
{
	const struct code_region *region = code_map_region(map, from);

	for (size_t i = 0; i < region->count; i++)
		map->references[region->first + i].cut |=
			map->references[region->first + i].region == to;
}

const char *const *code_map_imports(
	const struct code_map *map, const struct code_region *region)
{
	return region->import_count ? map->imports + region->first_import : NULL;
}
