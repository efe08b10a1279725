/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/targets.h"

#include <elf.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "driver/code/image.h"
#include "driver/code/sweep.h"

static void add(
	struct targets *targets, uint64_t address, uint32_t file, uint64_t from, bool read)
{
	*ARRAY_ADD(targets->items, targets->count, targets->capacity) =
		(struct target){ address, file, from, from, read };
}

static bool is_in_code(const struct image *image, uint64_t address)
{
	const struct image_section *section = image_section_at(image, address);

	return section && section->flags & SHF_EXECINSTR;
}

uint32_t file_at(const struct image *image, uint64_t address)
{
	const struct image_symbol *s = image_symbol_at(image, address);
	size_t i = s ? image_relocation_from(image, s->address) : 0;

	if (!s)
		return 0;
	for (; !s->file && i < image->relocation_count &&
		image->relocations[i].address < s->address + s->size;
		i++)
		if (image->relocations[i].file)
			return image->relocations[i].file;
	return s->file;
}

static void add_relocations(struct targets *targets, const struct image *image, bool unnamed)
{
	for (size_t i = 0; i < image->relocation_count; i++) {
		const struct image_relocation *r = &image->relocations[i];
		bool relative = r->type == R_X86_64_PC32 || r->type == R_X86_64_PLT32;

		if ((r->defined || r->dynamic) &&
			(!relative || is_in_code(image, r->address)) &&
			!(unnamed && r->symbol[0]))
			add(targets, r->value + (uint64_t)r->addend + (relative ? 4 : 0),
				unnamed ? file_at(image, r->address) : 0, r->address, false);
	}
}

static void add_instruction(void *ctx, const struct decode_instruction *i, uint64_t address)
{
	struct targets *targets = ctx;

	jumps_add(&targets->jumps, i, address);
	if (i->field_count && i->fields[0].relative && !i->fields[0].branch)
		add(targets, address + i->size + (uint64_t)i->fields[0].value, 0, address,
			i->fields[0].width);
}

static void sort(struct targets *targets)
{
	size_t kept = 0;

	image_sort_by_address(targets->items, targets->count, sizeof(*targets->items));
	for (size_t i = 0; i < targets->count; i++) {
		struct target *last = &targets->items[kept ? kept - 1 : 0],
			      item = targets->items[i];

		if (!kept || last->address != item.address) {
			targets->items[kept++] = item;
			continue;
		}
		if (last->file != item.file)
			last->file = 0;
		last->read |= item.read;
		last->first = item.first < last->first ? item.first : last->first;
		last->last = item.last > last->last ? item.last : last->last;
	}
	targets->count = kept;
}

void targets_find(struct targets *targets, const struct image *image)
{
	*targets = (struct targets){ 0 };
	add_relocations(targets, image, false);
	if (!image->has_kept_relocations) {
		jumps_begin(&targets->jumps, image);
		sweep_code(image, add_instruction, targets);
	}
	sort(targets);
}

static size_t first_from(const struct targets *targets, uint64_t address)
{
	return image_first_from(
		targets->items, targets->count, sizeof(*targets->items), address);
}

void targets_find_unnamed(struct targets *targets, const struct image *image)
{
	*targets = (struct targets){ 0 };
	add_relocations(targets, image, true);
	sort(targets);
}

void targets_release(struct targets *targets)
{
	free(targets->items);
	jumps_release(&targets->jumps);
	*targets = (struct targets){ 0 };
}

const struct target *targets_at(const struct targets *targets, uint64_t address)
{
	size_t i = first_from(targets, address);

	return i < targets->count && targets->items[i].address == address ? &targets->items[i]
									  : NULL;
}

uint64_t targets_from(const struct targets *targets, uint64_t address)
{
	size_t i = first_from(targets, address);

	return i < targets->count ? targets->items[i].address : UINT64_MAX;
}

uint64_t targets_before(const struct targets *targets, uint64_t address)
{
	size_t i = first_from(targets, address);

	return i ? targets->items[i - 1].address : 0;
}
