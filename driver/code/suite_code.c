/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/suite_code.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/code/code_map.h"
#include "driver/code/code_pointers.h"
#include "driver/code/elf_image.h"
#include "driver/code/fingerprint.h"
#include "driver/code/gbench_names.h"
#include "driver/code/libraries.h"
#include "driver/code/timed_loop.h"
#include "driver/code/twins.h"
#include "harness/bench.h"

struct reading {
	struct suite_code code;
	struct image image;
	struct libraries libraries;
	struct code_pointers pointers; /* of a pair */
	struct fingerprints *prints;   /* NULL: nothing can be followed */
};

/* 0: the item is not that of the benchmark; else more, the closer its name is. */
static size_t item_length(const char *item, bool family, const char *name)
{
	size_t length = strlen(item);

	if (strncmp(item, name, length) != 0 ||
		(name[length] && !(family && name[length] == '/')))
		return 0;
	return length + 1;
}

/* What decides the timed work: the timed function, set-up and the hook before a sample. */
static size_t entry_roots(const struct image *image, uint64_t entry, uint64_t roots[3])
{
	static const size_t offsets[] = { offsetof(struct bd_benchmark, run),
		offsetof(struct bd_benchmark, setup),
		offsetof(struct bd_benchmark, before_sample) };
	size_t count = 0;

	for (size_t i = 0; i < 3; i++)
		if (image_pointer(image, entry + offsets[i], &roots[count]) && roots[count])
			count++;
		else if (i == 1 && count) /* the hook is no set-up */
			roots[count++] = roots[0];
	return count;
}

static struct fingerprint fingerprint(
	struct reading *reading, const struct suite_code_item *item)
{
	const uint64_t *roots = item->roots;
	size_t count = item->root_count;
	struct fingerprint print = fingerprints_of(reading->prints, roots, count, false), rest;

	if (!libraries_are_followed(&reading->libraries))
		return print;
	rest = library_walk(&reading->libraries, reading->prints, print.threads);
	if (rest.threads && !print.threads)
		print = fingerprints_of(reading->prints, roots, count, true);
	print.hash = code_mix(print.hash, rest.hash);
	print.known = print.known && rest.known;
	print.opens_files = print.opens_files || rest.opens_files;
	return print;
}

static void set_fingerprint(struct reading *reading, struct suite_code_item *item)
{
	struct fingerprint print;

	item->bytes = -1;
	if (!reading->prints)
		return;
	print = fingerprint(reading, item);
	item->opens_files = print.opens_files;
	if (!print.known)
		return;
	snprintf(item->fingerprint, CODE_TEXT, "%016" PRIx64, print.hash);
	item->bytes = (int64_t)print.bytes;
}

/* Takes the name. */
static void add_item(
	struct suite_code *code, char *name, const uint64_t *roots, size_t count, bool family)
{
	struct suite_code_item *item = ARRAY_ADD(code->items, code->count, code->capacity);

	*item = (struct suite_code_item){ .roots = memory_array(count, sizeof(*roots)),
		.root_count = count,
		.name = name,
		.family = family };
	if (count)
		memcpy(item->roots, roots, count * sizeof(*roots));
}

static void visit_entry(struct reading *reading, uint64_t entry)
{
	const struct image *image = &reading->image;
	uint64_t name_at, args_at, arg_count, arg, roots[3];
	size_t root_count = entry_roots(image, entry, roots);
	const char *name;

	if (!image_pointer(image, entry + offsetof(struct bd_benchmark, name), &name_at) ||
		!image_pointer(image, entry + offsetof(struct bd_benchmark, args), &args_at) ||
		!image_pointer(
			image, entry + offsetof(struct bd_benchmark, arg_count), &arg_count))
		return;
	name = image_text(image, name_at);
	if (!name || !root_count)
		return;
	if (!arg_count)
		add_item(&reading->code, memory_text(name), roots, root_count, false);
	for (uint64_t i = 0; i < arg_count; i++) {
		if (!image_pointer(image, args_at + i * sizeof(long), &arg))
			return;
		add_item(&reading->code, memory_format("%s/%ld", name, (long)arg), roots,
			root_count, false);
	}
}

static int visit_benchmarks(struct reading *reading)
{
	const struct image *image = &reading->image;
	const struct image_section *s = image_section_named(image, "bd_benchmarks");
	uint64_t entry;

	for (uint64_t at = s ? s->address : 0; s && at + 8 <= s->address + s->size; at += 8)
		if (image_pointer(image, at, &entry) && entry)
			visit_entry(reading, entry);
	return s ? 0 : -1;
}

static bool find_symbol(const struct image *image, const char *name, uint64_t *address)
{
	for (size_t i = 0; i < image->symbol_count; i++)
		if (image->symbols[i].name && !strcmp(image->symbols[i].name, name)) {
			*address = image->symbols[i].address;
			return true;
		}
	return false;
}

/* What may be meant by any name: all that runs. */
static int program_roots(struct reading *reading, uint64_t **roots, size_t *count)
{
	size_t capacity = 0;
	uint64_t address, next;

	if (!find_symbol(&reading->image, "main", &address))
		return -1;
	for (next = address; next;) {
		*ARRAY_ADD(*roots, *count, capacity) = next;
		next = reading->prints ? fingerprints_registering(reading->prints, *count - 1)
				       : 0;
	}
	return 0;
}

static void visit_names(struct reading *reading)
{
	const struct gbench_names *names = fingerprints_names(reading->prints);
	AUTO_FREE uint64_t *all = NULL;
	size_t count = 0;

	if (program_roots(reading, &all, &count))
		return;
	for (size_t i = 0; i < names->count; i++) {
		const struct gbench_name *n = &names->items[i];

		add_item(&reading->code, memory_text(n->name), n->count ? n->roots : all,
			n->count ? n->count : count, true);
	}
}

static const char *why_not(const struct image *image)
{
	if (!fingerprints_understand(image))
		return "machine code is compared on x86-64 only";
	if (image->has_kept_relocations)
		return NULL;
	if (!image->moves)
		return "the program is not position-independent: link it with "
		       "-Wl,--emit-relocs";
	if (!image->symbol_count)
		return "the program has no symbols: do not strip it";
	return NULL;
}

/* The harness's main() runs one benchmark after the other: bd_main() is not followed. */
static void add_main(struct reading *reading)
{
	uint64_t address, start, entry = reading->image.starts.entry;

	if (find_symbol(&reading->image, "bd_main", &address))
		fingerprints_cut(reading->prints, address);
	/* What comes before crt1.o leads to main() as well. */
	if (!find_symbol(&reading->image, "_start", &start) || start != entry ||
		!find_symbol(&reading->image, "main", &address))
		address = entry;
	fingerprints_add_common(reading->prints, address);
}

static int read_suite(
	struct reading *reading, const char *path, char *const *env, struct err *e)
{
	struct suite_code_item *program = &reading->code.program;

	if (image_open(&reading->image, path, e))
		return -1;
	reading->code.reason = why_not(&reading->image);
	reading->code.relocations = reading->image.has_kept_relocations;
	if (!reading->code.reason) {
		libraries_find(&reading->libraries, &reading->image, path, env);
		library_walk_open(&reading->libraries, &reading->image);
		reading->prints = fingerprints_new(
			&reading->image, library_walk_seed(&reading->libraries));
		add_main(reading);
		visit_names(reading);
	}
	if (visit_benchmarks(reading) &&
		program_roots(reading, &program->roots, &program->root_count))
		return bd_err(e, "%s: has neither benchmarks nor a symbol main; is it a suite?",
			path);
	return 0;
}

static void reading_release(struct reading *reading)
{
	suite_code_release(&reading->code);
	code_pointers_release(&reading->pointers);
	fingerprints_free(reading->prints);
	libraries_release(&reading->libraries);
	image_release(&reading->image);
}

int suite_code_read(struct suite_code *code, const char *path, char *const *env, struct err *e)
{
	AUTO(reading_release) struct reading reading = { 0 };

	*code = (struct suite_code){ 0 };
	if (read_suite(&reading, path, env, e))
		return -1;
	for (size_t i = 0; i < reading.code.count; i++)
		set_fingerprint(&reading, &reading.code.items[i]);
	if (reading.code.program.root_count)
		set_fingerprint(&reading, &reading.code.program);
	*code = reading.code;
	reading.code = (struct suite_code){ 0 };
	return 0;
}

int suite_code_visit(const char *path, char *const *env, const char *benchmark,
	code_part_visit *visit, void *ctx, struct err *e)
{
	AUTO(reading_release) struct reading reading = { 0 };
	const struct suite_code_item *item;
	bool known;

	if (read_suite(&reading, path, env, e))
		return -1;
	item = suite_code_find(&reading.code, benchmark);
	if (reading.code.reason)
		return bd_err(e, "%s: %s", path, reading.code.reason);
	if (!item->root_count)
		return bd_err(e, "%s: %s is not found in it", path, benchmark);
	known = fingerprint(&reading, item).known;
	fingerprints_visit(reading.prints, visit, ctx);
	library_walk_visit(&reading.libraries, visit, ctx);
	return known ? 0
		     : bd_err(e, "%s: not all that %s can reach can be followed", path,
			       benchmark);
}

struct suite_code_pair {
	struct reading readings[2];
};

void suite_code_pair_close(struct suite_code_pair *pair)
{
	for (int b = 0; pair && b < 2; b++)
		reading_release(&pair->readings[b]);
	free(pair);
}

struct suite_code_pair *suite_code_pair_open(
	const char *const paths[2], char *const *env, struct err *e)
{
	struct suite_code_pair *pair = memory_zeroed(1, sizeof(*pair));
	int rc = 0;

	for (int b = 0; b < 2 && !rc; b++) {
		rc = read_suite(&pair->readings[b], paths[b], env, e);
		if (!rc && pair->readings[b].code.reason)
			rc = bd_err(e, "%s: %s", paths[b], pair->readings[b].code.reason);
	}
	for (int b = 0; b < 2 && !rc; b++)
		code_pointers_find(&pair->readings[b].pointers, &pair->readings[b].image);
	if (!rc)
		return pair;
	suite_code_pair_close(pair);
	return NULL;
}

void code_change_release(struct code_change *change)
{
	for (int b = 0; b < 2; b++) {
		free(change->traps[b].items);
		free(change->traps[b].pointers);
	}
	*change = (struct code_change){ 0 };
}

/* NULL, or why its bytes cannot be told apart from others. */
static const char *add_trap(struct traps *traps, const struct reading *reading,
	const struct code_map *map, uint32_t number)
{
	const struct region *r = &map->regions.items[number];
	const struct image_section *section = image_section_at(&reading->image, r->start);
	const struct image_relocation *relocation;

	for (size_t i = image_relocation_from(&reading->image, r->start);
		i < reading->image.relocation_count; i++) {
		relocation = &reading->image.relocations[i];
		if (relocation->address >= r->end)
			break;
		if (relocation->dynamic)
			return "the loader writes to a function that differs";
	}
	if (!section || !section->bytes)
		return "a function that differs is not in the file";
	*ARRAY_ADD(traps->items, traps->count, traps->capacity) =
		(struct trap){ r->start, r->end - r->start };
	code_pointers_divert(&reading->pointers, r->start, r->end, traps);
	return NULL;
}

/* Of our harness; NULL: there is none. */
static const struct suite_code_item *find_own(const struct suite_code *code, const char *name)
{
	const struct suite_code_item *item = suite_code_find(code, name);

	return item == &code->program || item->family ? NULL : item;
}

int suite_code_read_loops(
	const char *path, const struct string_list *names, char **loops, struct err *e)
{
	AUTO(reading_release) struct reading reading = { 0 };
	struct gbench_names bodies;
	struct code_map map;

	if (image_open(&reading.image, path, e))
		return -1;
	code_map_init(&map, &reading.image);
	gbench_names_init(&bodies, &reading.image);
	visit_benchmarks(&reading);
	for (size_t i = 0; i < names->count && fingerprints_understand(&reading.image); i++) {
		const struct suite_code_item *own = find_own(&reading.code, names->items[i]);
		struct gbench_name body = { 0 };

		gbench_names_find(&bodies, names->items[i], &body);
		loops[i] = timed_loop_read(&map, own ? own->roots : body.roots,
			own ? own->root_count : body.count, !own);
		free(body.roots);
	}
	gbench_names_release(&bodies);
	code_map_release(&map);
	return 0;
}

int suite_code_pair_compare(struct suite_code_pair *pair, const char *benchmark,
	struct code_change *change, struct err *e)
{
	struct reading *r = pair->readings;
	AUTO(twins_release) struct twins twins = { 0 };
	const struct suite_code_item *old = find_own(&r[0].code, benchmark),
				     *new = find_own(&r[1].code, benchmark);

	*change = (struct code_change){ 0 };
	for (int b = 0; b < 2; b++)
		change->traps[b].entry = r[b].image.starts.entry;
	if (!old || !new)
		return bd_err(e, "%s is not found in both builds", benchmark);
	fingerprints_pair((struct fingerprints *[2]){ r[0].prints, r[1].prints },
		(uint64_t *[2]){ old->roots, new->roots },
		(size_t[2]){ old->root_count, new->root_count }, &twins);
	if (!twins.changed && !twins.reason)
		twins.reason = "no function differs";
	for (size_t i = 0; i < twins.count; i++)
		for (int b = 0; b < 2 && twins.items[i].differs && !twins.reason; b++)
			twins.reason = add_trap(&change->traps[b], &r[b], twins.maps[b],
				twins.items[i].regions[b]);
	if (!twins.reason)
		return 0;
	code_change_release(change);
	return bd_err(e, "%s", twins.reason);
}

void suite_code_release(struct suite_code *code)
{
	for (size_t i = 0; i < code->count; i++) {
		free(code->items[i].name);
		free(code->items[i].roots);
	}
	free(code->items);
	free(code->program.roots);
	*code = (struct suite_code){ 0 };
}

const struct suite_code_item *suite_code_find(const struct suite_code *code, const char *name)
{
	const struct suite_code_item *found = &code->program;
	size_t longest = 0;

	for (size_t i = 0; i < code->count; i++) {
		const struct suite_code_item *item = &code->items[i];
		size_t length = item_length(item->name, item->family, name);

		if (length > longest) {
			found = item;
			longest = length;
		}
	}
	return found;
}
