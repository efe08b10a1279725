/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/same_code.h"

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "driver/code/elf_image.h"
#include "driver/code/fingerprint.h"
#include "harness/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void visit_function(void *ctx, const char *name, const uint64_t *roots, size_t count);

static bool entry_pointer(const struct image *image, uint64_t entry, size_t offset, uint64_t *p)
{
	return image_pointer(image, entry + offset, p);
}

/* What decides the timed work: the timed function, set-up and the hook before a sample. */
static size_t entry_roots(const struct image *image, uint64_t entry, uint64_t roots[3])
{
	static const size_t offsets[] = { offsetof(struct bd_benchmark, run),
		offsetof(struct bd_benchmark, setup),
		offsetof(struct bd_benchmark, before_sample) };
	size_t count = 0;

	for (size_t i = 0; i < 3; i++)
		if (entry_pointer(image, entry, offsets[i], &roots[count]) && roots[count])
			count++;
	return count;
}

static void visit_entry(
	const struct image *image, uint64_t entry, visit_function *visit, void *ctx)
{
	uint64_t name_at, args_at, arg_count, arg, roots[3];
	size_t root_count = entry_roots(image, entry, roots);
	const char *name;

	if (!entry_pointer(image, entry, offsetof(struct bd_benchmark, name), &name_at) ||
		!entry_pointer(image, entry, offsetof(struct bd_benchmark, args), &args_at) ||
		!entry_pointer(
			image, entry, offsetof(struct bd_benchmark, arg_count), &arg_count))
		return;
	name = image_text(image, name_at);
	if (!name || !root_count)
		return;
	if (!arg_count)
		visit(ctx, name, roots, root_count);
	for (uint64_t i = 0; i < arg_count; i++) {
		char *full;

		if (!entry_pointer(image, args_at, i * sizeof(long), &arg))
			return;
		full = memory_format("%s/%ld", name, (long)arg);
		visit(ctx, full, roots, root_count);
		free(full);
	}
}

static int visit_benchmarks(const struct image *image, visit_function *visit, void *ctx)
{
	for (size_t i = 0; i < image->section_count; i++) {
		const struct image_section *s = &image->sections[i];
		uint64_t entry;

		if (!s->name || strcmp(s->name, "bd_benchmarks") != 0)
			continue;
		for (uint64_t at = s->address; at + 8 <= s->address + s->size; at += 8)
			if (image_pointer(image, at, &entry) && entry)
				visit_entry(image, entry, visit, ctx);
		return 0;
	}
	return -1;
}

struct search {
	struct image old_image, new_image;
	struct code_boundaries *old_boundaries, *new_boundaries;
	struct table *old_prints; /* name -> fingerprint in the old build */
	struct same_code *same;
	bool same_file;
};

static void note_old(void *ctx, const char *name, const uint64_t *roots, size_t count)
{
	struct search *search = ctx;

	table_add(search->old_prints, name,
		code_fingerprint(search->old_boundaries, roots, count), NULL);
}

static void compare_new(void *ctx, const char *name, const uint64_t *roots, size_t count)
{
	struct search *search = ctx;
	struct same_code *same = search->same;
	const size_t *old = table_find(search->old_prints, name);

	if (!old || (!search->same_file &&
			    *old != code_fingerprint(search->new_boundaries, roots, count)))
		return;
	same->names = memory_grow(
		same->names, &same->capacity, same->count + 1, sizeof(*same->names));
	same->names[same->count++] = memory_text(name);
}

static char *why_not(const struct image *old_image, const struct image *new_image)
{
	if (!code_fingerprint_understands(old_image) ||
		!code_fingerprint_understands(new_image))
		return memory_text("machine code is compared on x86-64 only");
	if (!old_image->has_kept_relocations || !new_image->has_kept_relocations)
		return memory_text("the suite is linked without -Wl,--emit-relocs");
	return NULL;
}

int same_code_find(
	struct same_code *same, const char *old_path, const char *new_path, struct err *e)
{
	struct search search = { .same = same };
	int result = -1;

	memset(same, 0, sizeof(*same));
	search.old_prints = table_new();
	if (image_open(&search.old_image, old_path, e) ||
		image_open(&search.new_image, new_path, e))
		goto out;
	search.same_file = search.old_image.build_id[0] &&
			   !strcmp(search.old_image.build_id, search.new_image.build_id);
	result = 0;
	if (!search.same_file)
		same->reason = why_not(&search.old_image, &search.new_image);
	if (same->reason)
		goto out;
	search.old_boundaries = code_boundaries_new(&search.old_image);
	search.new_boundaries = code_boundaries_new(&search.new_image);
	if (visit_benchmarks(&search.old_image, note_old, &search))
		result =
			bd_err(e, "%s: has no section bd_benchmarks; is it a suite?", old_path);
	else if (visit_benchmarks(&search.new_image, compare_new, &search))
		result =
			bd_err(e, "%s: has no section bd_benchmarks; is it a suite?", new_path);
out:
	code_boundaries_free(search.old_boundaries);
	code_boundaries_free(search.new_boundaries);
	image_release(&search.old_image);
	image_release(&search.new_image);
	table_free(search.old_prints);
	return result;
}

void same_code_release(struct same_code *same)
{
	for (size_t i = 0; i < same->count; i++)
		free(same->names[i]);
	free(same->names);
	free(same->reason);
	memset(same, 0, sizeof(*same));
}
