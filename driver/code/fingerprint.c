/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: there are two walks. The common one goes once over what runs before every function:
 * main(), the constructors that may concern all, and what the program exports, as libraries may
 * call it. The own one goes from the roots, and from the constructors that write to what they
 * reach. A fingerprint is made of both. What both reach is mixed in as a pair of places: else
 * it would not matter which of two equal objects main() writes to.
 */
#include "driver/code/fingerprint.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/code_map.h"
#include "driver/code/constructors.h"
#include "driver/code/image.h"
#include "driver/code/twins.h"

/* A benchmark that reaches more regions is unknown; so is a program before main(). */
#define REGIONS_MAX 20000
#define COMMON_MAX  500000
/* Fingerprints of other definitions differ from all of this one. */
#define DEFINITION 14
#define CACHE_LINE 64

struct fingerprints {
	const struct image *image;
	uint64_t seed;
	struct code_map map;
	struct constructors constructors;
	uint64_t before; /* address of what runs before every root; 0: nothing */
	uint32_t cut;    /* region */
	bool ready;      /* the common walk is done */
	struct walk common, own;
	struct walk open; /* up to sealed code */
};

bool fingerprints_understand(const struct image *image)
{
	return image->machine == EM_X86_64;
}

struct fingerprints *fingerprints_new(const struct image *image, uint64_t seed)
{
	struct fingerprints *f = memory_zeroed(1, sizeof(*f));

	f->image = image;
	f->seed = seed;
	code_map_init(&f->map, image);
	constructors_find(&f->constructors, image, &f->map);
	f->common = (struct walk){ .map = &f->map, .limit = COMMON_MAX };
	f->own = (struct walk){ .map = &f->map, .limit = REGIONS_MAX, .cut = NO_REGION };
	f->open = (struct walk){ .map = &f->map, .limit = COMMON_MAX, .before_seals = true };
	f->cut = NO_REGION;
	return f;
}

void fingerprints_free(struct fingerprints *f)
{
	if (!f)
		return;
	walk_release(&f->common);
	walk_release(&f->own);
	walk_release(&f->open);
	constructors_release(&f->constructors);
	code_map_release(&f->map);
	free(f);
}

void fingerprints_add_common(struct fingerprints *f, uint64_t address)
{
	f->before = address;
}

void fingerprints_cut(struct fingerprints *f, uint64_t address)
{
	f->cut = code_map_find(&f->map, address);
}

const struct gbench_names *fingerprints_names(const struct fingerprints *f)
{
	return &f->constructors.names;
}

uint64_t fingerprints_registering(const struct fingerprints *f, size_t i)
{
	for (size_t k = 0; k < f->constructors.count; k++)
		if (f->constructors.items[k].registered.any && !i--)
			return f->constructors.items[k].address;
	return 0;
}

/* Does it only call what is cut, and write nothing but the stack? */
static bool is_harmless(struct fingerprints *f, uint64_t address)
{
	uint32_t number = code_map_find(&f->map, address);
	struct region function;

	if (number == NO_REGION)
		return false;
	function = *code_map_region(&f->map, number);
	for (size_t i = 0; i < function.count; i++) {
		struct code_reference r = f->map.regions.references[function.first + i];

		if ((r.called && r.region != f->cut) ||
			code_map_region(&f->map, r.region)->writable ||
			code_map_region(&f->map, r.region)->shares)
			return false;
	}
	return !function.indirect && !function.acts && !function.unknown && !function.shares;
}

/* A constructor may reach what another one writes to. */
static void follow_constructors(
	struct constructors *constructors, struct walk *walk, bool common)
{
	bool more = true;

	while (more) {
		more = false;
		for (size_t i = 0; i < constructors->count; i++) {
			struct constructor *c = &constructors->items[i];

			if (c->common || c->own || !constructor_concerns(c, walk))
				continue;
			c->common = common;
			c->own = !common;
			more = true;
			constructor_follow(c, walk);
		}
	}
}

/* The code of the function itself counts in each case. */
static void follow_start(struct fingerprints *f, struct walk *walk, uint64_t address)
{
	if (!is_harmless(f, address))
		walk_follow(walk, address);
	else
		walk_mix(walk, code_map_region(&f->map, code_map_find(&f->map, address))->hash);
}

static void follow_common(struct fingerprints *f, struct walk *walk)
{
	walk->cut = f->cut;
	if (f->before)
		follow_start(f, walk, f->before);
	/* Of a library, who asks for them decides. */
	for (size_t i = 0; i < f->image->dynamic_count && !f->image->library; i++)
		if (f->image->dynamic[i].exported)
			walk_follow(walk, f->image->dynamic[i].address);
}

static void make_common(struct fingerprints *f)
{
	f->ready = true;
	walk_begin(&f->common, f->seed);
	follow_common(f, &f->common);
	if (f->common.renames)
		constructors_distrust(&f->constructors);
	follow_constructors(&f->constructors, &f->common, true);
}

/* Those that are not all of a section, by address; the caller frees them. */
static struct region *sorted(const struct walk *walk, bool writable, size_t *count)
{
	struct region *regions = memory_zeroed(walk->count + 1, sizeof(*regions));

	*count = 0;
	for (size_t i = 0; i < walk->count; i++) {
		const struct region *region = code_map_region(walk->map, walk->regions[i]);

		if (region->writable == writable && region->kind != REGION_SECTION)
			regions[(*count)++] = *region;
	}
	image_sort_by_address(regions, *count, sizeof(*regions));
	return regions;
}

/* Texts may overlap. */
static uint64_t constant_bytes(const struct walk *walk)
{
	size_t count;
	AUTO_FREE struct region *regions = sorted(walk, false, &count);
	uint64_t bytes = 0, end = 0;

	for (size_t i = 0; i < count; i++) {
		uint64_t start = regions[i].start > end ? regions[i].start : end;

		if (regions[i].end > start)
			bytes += regions[i].end - start;
		end = regions[i].end > end ? regions[i].end : end;
	}
	return bytes;
}

/* Threads that write to one line of the cache slow each other down: which objects share one? */
static void mix_lines(struct walk *walk)
{
	size_t count;
	AUTO_FREE struct region *written = sorted(walk, true, &count);

	for (size_t i = 1; i < count; i++) {
		bool share =
			(written[i - 1].end - 1) / CACHE_LINE == written[i].start / CACHE_LINE;

		walk_mix(walk, share);
		walk_mix(walk, share ? written[i].hash : 0);
	}
}

/* Objects that both walks reach have one identity. */
static void mix_common(struct walk *own, const struct walk *common)
{
	walk_mix(own, common->hash);
	for (size_t i = 0; i < own->count; i++)
		if (walk_has(common, own->regions[i])) {
			walk_mix(own, i);
			walk_mix(own, walk_place(common, own->regions[i]));
		}
}

/* Constructors run in the order of the file, whatever that of the walks. */
static void mix_order(struct fingerprints *f)
{
	for (size_t i = 0; i < f->constructors.count; i++) {
		const struct constructor *c = &f->constructors.items[i];
		const struct walk *walk = c->own ? &f->own : &f->common;
		uint32_t region =
			c->own || c->common ? code_map_find(&f->map, c->address) : NO_REGION;

		if (region != NO_REGION)
			walk_mix(&f->own, 2 * (uint64_t)walk_place(walk, region) + c->own);
	}
}

/* Does anything load or execute what is not known, but for sealed code? */
static bool loads(struct fingerprints *f, const uint64_t *roots, size_t count)
{
	struct walk *walk = &f->open;

	if (!f->own.loads && !f->common.loads)
		return false;
	if (!f->own.sealed && !f->common.sealed)
		return true;
	walk->cut = NO_REGION;
	walk_begin(walk, 0);
	for (size_t i = 0; i < count; i++)
		walk_follow(walk, roots[i]);
	for (size_t i = 0; i < f->constructors.count; i++)
		walk_follow(walk, f->constructors.items[i].address);
	follow_common(f, walk);
	return walk->loads || walk->unknown;
}

struct fingerprint fingerprints_of(
	struct fingerprints *f, const uint64_t *roots, size_t count, bool threads)
{
	struct fingerprint print = { 0 };

	if (!f->ready)
		make_common(f);
	walk_begin(&f->own, DEFINITION);
	for (size_t i = 0; i < count; i++)
		walk_follow(&f->own, roots[i]);
	print.opens_files = f->own.opens_files;
	print.bytes = constant_bytes(&f->own);
	for (size_t i = 0; i < f->constructors.count; i++)
		f->constructors.items[i].own = false;
	follow_constructors(&f->constructors, &f->own, false);
	print.threads = threads || f->own.threads || f->common.threads;
	if (print.threads)
		mix_lines(&f->own);
	mix_common(&f->own, &f->common);
	mix_order(f);
	print.hash = f->own.hash;
	print.loads = loads(f, roots, count);
	print.known = !f->own.unknown && !f->common.unknown && !print.loads;
	return print;
}

void fingerprints_imports(
	const struct fingerprints *f, void (*visit)(void *ctx, const char *name), void *ctx)
{
	const struct walk *walks[] = { &f->own, &f->common };

	for (int w = 0; w < 2; w++)
		for (size_t i = 0; i < walks[w]->count; i++) {
			const struct region *r = &f->map.regions.items[walks[w]->regions[i]];

			for (size_t k = 0; k < r->import_count; k++)
				visit(ctx, f->map.regions.imports[r->first_import + k]);
		}
}

void fingerprints_visit(struct fingerprints *f, code_part_visit *visit, void *ctx)
{
	for (size_t i = 0; i < f->own.count; i++)
		code_part_visit_region(&f->map, f->own.regions[i], visit, ctx);
	for (size_t i = 0; i < f->common.count; i++)
		if (!walk_has(&f->own, f->common.regions[i]))
			code_part_visit_region(&f->map, f->common.regions[i], visit, ctx);
}

static void pair_all(
	struct twins *twins, const uint64_t *old, const uint64_t *new, size_t count)
{
	for (size_t i = 0; i < count && !twins->reason; i++)
		twins_follow(twins, (uint64_t[2]){ old[i], new[i] });
}

/* The next one from `at` on; NULL: there is none. */
static const struct dynamic_symbol *next_export(const struct image *image, size_t *at)
{
	while (*at < image->dynamic_count && !image->dynamic[*at].exported)
		++*at;
	return *at < image->dynamic_count ? &image->dynamic[(*at)++] : NULL;
}

static void pair_exports(struct twins *twins, const struct image *old, const struct image *new)
{
	const struct dynamic_symbol *a, *b;
	size_t next[2] = { 0 };

	while (a = next_export(old, &next[0]), b = next_export(new, &next[1]), a || b) {
		if (!a || !b || strcmp(a->name, b->name) != 0)
			twins->reason = "what libraries can call differs";
		if (twins->reason)
			return;
		twins_follow(twins, (uint64_t[2]){ a->address, b->address });
	}
}

/* As they run in each launch. What chooses functions comes last. */
static void pair_constructors(
	struct twins *twins, const struct constructors *old, const struct constructors *new)
{
	if (old->count != new->count)
		twins->reason = "one has more constructors";
	for (size_t i = 0; i < old->count && !twins->reason && !old->items[i].resolves; i++)
		twins_follow(
			twins, (uint64_t[2]){ old->items[i].address, new->items[i].address });
}

void fingerprints_pair(struct fingerprints *const prints[2], uint64_t *const roots[2],
	const size_t counts[2], struct twins *twins)
{
	for (int b = 0; b < 2; b++) {
		twins->maps[b] = &prints[b]->map;
		twins->cut[b] = prints[b]->cut;
	}
	if (counts[0] != counts[1])
		twins->reason = "it begins at another place";
	if (twins->reason)
		return;
	pair_all(twins, roots[0], roots[1], counts[0]);
	pair_all(twins, &prints[0]->before, &prints[1]->before, 1);
	pair_exports(twins, prints[0]->image, prints[1]->image);
	pair_constructors(twins, &prints[0]->constructors, &prints[1]->constructors);
}
