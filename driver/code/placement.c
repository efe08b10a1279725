/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/placement.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/path.h"
#include "driver/code/code_map.h"
#include "driver/code/elf_image.h"
#include "driver/code/libraries.h"
#include "driver/code/symbols.h"
#include "driver/code/walk.h"
#include "harness/bench.h"

struct search {
	struct image image;
	struct code_map map;
	struct walk walk;
};

static void reach(struct search *search, uint64_t address)
{
	const struct image_section *section = image_section_at(&search->image, address);

	if (section && section->bytes && section_is_code(section))
		walk_follow(&search->walk, address);
}

static int reach_functions(struct search *search)
{
	const struct image *image = &search->image;

	for (size_t i = 0; i < image->symbol_count; i++)
		if (image->symbols[i].name && symbol_is_timed(image->symbols[i].name))
			reach(search, image->symbols[i].address);
	return search->walk.count ? 0 : -1;
}

static int reach_benchmarks(struct search *search, const char *path, struct err *e)
{
	const struct image *image = &search->image;
	const struct image_section *s = image_section_named(image, "bd_benchmarks");
	uint64_t entry, run;

	for (uint64_t at = s ? s->address : 0; s && at + 8 <= s->address + s->size; at += 8)
		if (image_pointer(image, at, &entry) && entry &&
			image_pointer(image, entry + offsetof(struct bd_benchmark, run), &run))
			reach(search, run);
	if (s || !reach_functions(search))
		return 0;
	return bd_err(e, "%s: has no benchmarks that a symbol shows; is it a suite?", path);
}

/* Aliases share an address: the first of them counts. */
static void add_inside(struct placement *placement, struct search *search)
{
	const struct image_symbol *symbols = search->image.symbols;
	uint64_t before = UINT64_MAX;

	for (size_t i = 0; i < search->image.symbol_count; before = symbols[i++].address) {
		uint64_t at = symbols[i].address;
		uint32_t region =
			at == before ? NO_REGION : code_map_find(search->walk.map, at);

		if (region == NO_REGION || !walk_has(&search->walk, region) ||
			search->walk.map->regions.items[region].start != at)
			continue;
		placement->functions++;
		if (at % PLACEMENT_LINE && placement->inside++ < PLACEMENT_NAMES) {
			AUTO_FREE char *name =
				symbol_shown(symbols[i].name ? symbols[i].name : "");

			string_list_add(&placement->names, name);
		}
	}
}

static void search_begin(struct search *search)
{
	code_map_init(&search->map, &search->image);
	search->walk = (struct walk){
		.map = &search->map, .cut = NO_REGION, .limit = SIZE_MAX, .only_code = true
	};
	walk_begin(&search->walk, 0);
}

int placement_read(struct placement *placement, const char *path, struct err *e)
{
	struct search search = { 0 };
	int result = -1;

	*placement = (struct placement){ 0 };
	if (!image_open(&search.image, path, e)) {
		search_begin(&search);
		result = reach_benchmarks(&search, path, e);
		add_inside(placement, &search);
		code_map_release(&search.map);
		walk_release(&search.walk);
	}
	image_release(&search.image);
	return result;
}

/* From what the program asks for. */
static void read_library(
	struct placement *placement, const struct library *library, const struct image *program)
{
	struct search search = { .image = library->image };

	search_begin(&search);
	for (size_t i = 0; i < program->dynamic_count; i++) {
		size_t k = image_dynamic_find(&library->image, program->dynamic[i].name);

		if (!program->dynamic[i].defined && k < library->image.dynamic_count &&
			library->image.dynamic[k].defined)
			reach(&search, library->image.dynamic[k].address);
	}
	add_inside(placement, &search);
	code_map_release(&search.map);
	walk_release(&search.walk);
}

void placement_read_libraries(struct string_list *texts, const char *path, char *const *env)
{
	struct libraries libraries = { 0 };
	struct image image;

	if (!image_open(&image, path, NULL)) {
		libraries_find(&libraries, &image, path, env);
		library_walk_open(&libraries, &image);
	}
	for (size_t i = 0; i < libraries.count; i++) {
		const struct library *library = &libraries.items[i];
		AUTO(placement_release) struct placement placement = { 0 };
		AUTO_FREE char *text = NULL;

		if (!library->followed)
			continue;
		read_library(&placement, library, &image);
		text = placement_text(&placement);
		if (placement.inside)
			string_list_addf(texts, "%s: %s", path_name(library->path), text);
	}
	libraries_release(&libraries);
	image_release(&image);
}

char *placement_text(const struct placement *placement)
{
	AUTO_FREE char *names = string_list_join(&placement->names, ", ");

	return memory_format("%zu of %zu%s%s", placement->inside, placement->functions,
		*names ? ": " : "", names);
}

void placement_release(struct placement *placement)
{
	string_list_release(&placement->names);
}
