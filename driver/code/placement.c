/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/placement.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/path.h"
#include "driver/code/code_map.h"
#include "driver/code/elf_image.h"
#include "driver/code/gbench_symbols.h"
#include "driver/code/library_walk.h"
#include "driver/code/symbols.h"
#include "harness/bench.h"

struct search {
	struct image image;
	struct code_map *map;
	bool *seen;      /* of each symbol */
	size_t *reached; /* symbols, also the work list */
	size_t count;
};

/* Aliases share an address: the first of them counts. */
static void reach(struct search *search, uint64_t address)
{
	const struct image *image = &search->image;
	const struct image_section *section = image_section_at(image, address);
	size_t i = image_symbol_from(image, address);

	if (i == image->symbol_count || image->symbols[i].address != address ||
		search->seen[i] || !section || !section->bytes || !section_is_code(section))
		return;
	search->seen[i] = true;
	search->reached[search->count++] = i;
}

static void reach_references(struct search *search, uint64_t address)
{
	uint32_t number = code_map_find(search->map, address);
	const struct code_region *region =
		number == NO_REGION ? NULL : code_map_region(search->map, number);

	for (size_t i = 0; region && i < region->count; i++) {
		const struct code_reference *r = &code_map_references(search->map, region)[i];

		reach(search, code_map_extent(search->map, r->region)->start + r->offset);
	}
}

static int reach_functions(struct search *search)
{
	const struct image *image = &search->image;

	for (size_t i = 0; i < image->symbol_count; i++)
		if (image->symbols[i].name && symbol_is_timed(image->symbols[i].name))
			reach(search, image->symbols[i].address);
	return search->count ? 0 : -1;
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

static void add_name(struct string_list *names, const char *name)
{
	AUTO_FREE char *shown = symbol_shown(name);

	string_list_add(names, shown);
}

static void add_inside(struct placement *placement, const struct search *search)
{
	placement->functions = search->count;
	for (size_t i = 0; i < search->image.symbol_count; i++) {
		const struct image_symbol *symbol = &search->image.symbols[i];

		if (!search->seen[i] || symbol->address % PLACEMENT_LINE == 0)
			continue;
		if (placement->inside++ < PLACEMENT_NAMES)
			add_name(&placement->names, symbol->name ? symbol->name : "");
	}
}

static void search_init(struct search *search)
{
	search->map = code_map_new(&search->image);
	search->seen = memory_zeroed(search->image.symbol_count + 1, sizeof(*search->seen));
	search->reached =
		memory_zeroed(search->image.symbol_count + 1, sizeof(*search->reached));
}

static void search_release(struct search *search)
{
	code_map_free(search->map);
	free(search->seen);
	free(search->reached);
}

/* Goes on from what was reached so far. */
static void reach_all(struct search *search)
{
	for (size_t i = 0; i < search->count; i++)
		reach_references(search, search->image.symbols[search->reached[i]].address);
}

int placement_read(struct placement *placement, const char *path, struct err *e)
{
	struct search search = { 0 };
	int result = -1;

	*placement = (struct placement){ 0 };
	if (!image_open(&search.image, path, e)) {
		search_init(&search);
		result = reach_benchmarks(&search, path, e);
		reach_all(&search);
		add_inside(placement, &search);
	}
	search_release(&search);
	image_release(&search.image);
	return result;
}

/* From what the program asks for. */
static void read_library(
	struct placement *placement, const struct library *library, const struct image *program)
{
	struct search search = { .image = library->image };
	struct dynamic_symbols wanted = { 0 };

	search_init(&search);
	dynamic_symbols_read(&wanted, program);
	for (size_t i = 0; i < wanted.count; i++) {
		size_t k = dynamic_symbols_find(&library->symbols, wanted.items[i].name);

		if (!wanted.items[i].defined && k < library->symbols.count &&
			library->symbols.items[k].defined)
			reach(&search, library->symbols.items[k].address);
	}
	reach_all(&search);
	add_inside(placement, &search);
	free(wanted.items);
	search_release(&search);
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
