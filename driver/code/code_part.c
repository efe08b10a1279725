/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/code_part.h"

#include <ctype.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/code_map.h"
#include "driver/code/image.h"
#include "harness/base/hash.h"

/* "17h", 16 digits and "E" end the names of Rust's older mangling. */
#define RUST_HASH 20

static size_t rust_length(const char *name, size_t length)
{
	const char *hash = name + length - RUST_HASH;

	if (length <= RUST_HASH || strncmp(hash, "17h", 3) != 0 || name[length - 1] != 'E')
		return length;
	for (size_t i = 3; i < RUST_HASH - 1; i++)
		if (!isxdigit((unsigned char)hash[i]))
			return length;
	return length - RUST_HASH;
}

size_t code_part_length(const char *name)
{
	static const char *const marks[] = { ".constprop", ".isra", ".part", ".cold", ".llvm.",
		".__uniq." };
	size_t length = strlen(name);

	for (size_t i = 0; i < ARRAY_SIZE(marks); i++) {
		const char *mark = strstr(name, marks[i]);

		if (mark && mark > name && (size_t)(mark - name) < length)
			length = (size_t)(mark - name);
	}
	return rust_length(name, length);
}

static uint64_t identity(struct code_map *map, uint32_t region)
{
	const char *name = map->regions.items[region].name;

	return name ? bd_fnv1a(name, code_part_length(name), 0)
		    : code_map_region(map, region)->hash;
}

void code_part_visit_region(
	struct code_map *map, uint32_t region, code_part_visit *visit, void *ctx)
{
	const struct region extent = map->regions.items[region];
	struct region parsed;
	struct code_part part;
	AUTO_FREE char *name = NULL;

	if (!extent.name || !*extent.name)
		return;
	parsed = *code_map_region(map, region);
	part = (struct code_part){ .hash = parsed.hash,
		.code = extent.code,
		.source = image_source(map->image, extent.file) };
	for (size_t i = 0; i < parsed.count; i++) {
		struct code_reference to = map->regions.references[parsed.first + i];

		part.hash = code_mix(part.hash, identity(map, to.region));
		part.hash = code_mix(part.hash, to.offset);
	}
	name = memory_format("%.*s", (int)code_part_length(extent.name), extent.name);
	part.name = name;
	visit(ctx, &part);
}
