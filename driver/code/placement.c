/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/placement.h"

#include <elf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/elf_image.h"
#include "driver/code/symbols.h"
#include "harness/bench.h"

struct search {
	struct image image;
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

/* A field holds the address itself, or its distance from the next instruction. */
static void reach_relocations(struct search *search, uint64_t start, uint64_t end)
{
	const struct image *image = &search->image;

	for (size_t i = image_relocation_from(image, start);
		i < image->relocation_count && image->relocations[i].address < end; i++) {
		const struct image_relocation *r = &image->relocations[i];
		uint64_t target = r->value + (uint64_t)r->addend;

		if (!r->defined)
			continue;
		reach(search, target);
		reach(search, target + 4);
	}
}

/* Calls and jumps that the assembler resolved itself: no relocation is left. */
static void reach_calls(struct search *search, uint64_t start, uint64_t end)
{
	const struct image_section *section = image_section_at(&search->image, start);
	const unsigned char *code = section->bytes + (start - section->address);
	int32_t distance;

	if (search->image.machine != EM_X86_64 || end > section->address + section->size)
		return;
	for (uint64_t at = start; at + 5 <= end; at++, code++) {
		if (*code != 0xE8 && *code != 0xE9)
			continue;
		memcpy(&distance, code + 1, sizeof(distance));
		reach(search, at + 5 + (uint64_t)(int64_t)distance);
	}
}

static bool is_timed(const char *name)
{
	static const char end[] = "RN9benchmark5StateE";
	size_t length = strlen(name), own = sizeof(end) - 1;

	return !strncmp(name, "_Z", 2) && length > own && !strcmp(name + length - own, end);
}

static int reach_functions(struct search *search)
{
	const struct image *image = &search->image;

	for (size_t i = 0; i < image->symbol_count; i++)
		if (image->symbols[i].name && is_timed(image->symbols[i].name))
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

int placement_read(struct placement *placement, const char *path, struct err *e)
{
	struct search search = { 0 };
	int result = -1;

	*placement = (struct placement){ 0 };
	if (image_open(&search.image, path, e))
		goto out;
	search.seen = memory_zeroed(search.image.symbol_count + 1, sizeof(*search.seen));
	search.reached = memory_zeroed(search.image.symbol_count + 1, sizeof(*search.reached));
	result = reach_benchmarks(&search, path, e);
	for (size_t i = 0; i < search.count; i++) {
		const struct image_symbol *symbol = &search.image.symbols[search.reached[i]];
		uint64_t start = symbol->address, end = start + symbol->size;

		reach_relocations(&search, start, end);
		reach_calls(&search, start, end);
	}
	add_inside(placement, &search);
out:
	free(search.seen);
	free(search.reached);
	image_release(&search.image);
	return result;
}

void placement_release(struct placement *placement)
{
	string_list_release(&placement->names);
}
