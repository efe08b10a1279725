/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/targets.h"

#include <elf.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "driver/code/decode.h"
#include "driver/code/image.h"

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

static void add_relocations(struct targets *targets, const struct image *image)
{
	for (size_t i = 0; i < image->relocation_count; i++) {
		const struct image_relocation *r = &image->relocations[i];
		bool relative = r->type == R_X86_64_PC32 || r->type == R_X86_64_PLT32;

		if ((!r->defined && !r->dynamic) ||
			(relative && !image_code_at(image, r->address)))
			continue;
		*ARRAY_ADD(targets->items, targets->count, targets->capacity) = (struct target){
			.address = r->value + (uint64_t)r->addend + (relative ? 4 : 0),
			.unnamed = !r->symbol[0],
			.file = r->symbol[0] ? 0 : file_at(image, r->address),
			.first = r->address,
			.last = r->address
		};
	}
}

static void add_jump(
	struct targets *targets, const struct decode_instruction *i, uint64_t address)
{
	uint64_t goal = address + i->size + (uint64_t)i->fields[0].value;

	if (i->indirect)
		*ARRAY_ADD(targets->indirect, targets->indirect_count,
			targets->indirect_capacity) = address;
	else if (i->field_count && goal >= targets->start && goal < targets->end)
		targets->goals[(goal - targets->start) / 8] |= 1U
							       << (goal - targets->start) % 8;
}

static void add_instruction(void *ctx, const struct decode_instruction *i, uint64_t address)
{
	struct targets *targets = ctx;

	if (i->flow == FLOW_JUMP || i->flow == FLOW_BRANCH)
		add_jump(targets, i, address);
	if (i->field_count && i->fields[0].relative && !i->fields[0].branch)
		*ARRAY_ADD(targets->items, targets->count, targets->capacity) = (struct target){
			.address = address + i->size + (uint64_t)i->fields[0].value,
			.first = address,
			.last = address
		};
}

/* Of instructions, with their jumps. */
static void add_code(struct targets *targets, const struct image *image)
{
	targets->start = UINT64_MAX;
	for (size_t i = 0; i < image->section_count; i++) {
		const struct image_section *s = &image->sections[i];

		if (!section_is_code(s) || !s->bytes)
			continue;
		targets->start = s->address < targets->start ? s->address : targets->start;
		targets->end = s->address + s->size;
	}
	if (targets->start < targets->end)
		targets->goals = memory_zeroed((targets->end - targets->start) / 8 + 1, 1);
	sweep_code(image, add_instruction, targets);
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
		if (!last->unnamed)
			last->file = item.file;
		else if (item.unnamed && last->file != item.file)
			last->file = 0;
		last->unnamed |= item.unnamed;
		last->first = item.first < last->first ? item.first : last->first;
		last->last = item.last > last->last ? item.last : last->last;
	}
	targets->count = kept;
}

void targets_find(struct targets *targets, const struct image *image)
{
	*targets = (struct targets){ 0 };
	add_relocations(targets, image);
	if (!image->has_kept_relocations)
		add_code(targets, image);
	sort(targets);
}

static size_t first_from(const struct targets *targets, uint64_t address)
{
	return image_first_from(
		targets->items, targets->count, sizeof(*targets->items), address);
}

void targets_release(struct targets *targets)
{
	free(targets->items);
	free(targets->goals);
	free(targets->indirect);
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

bool targets_may_jump_to(
	const struct targets *targets, uint64_t address, uint64_t start, uint64_t end)
{
	uint64_t at = address - targets->start;
	size_t i = image_first_from(
		targets->indirect, targets->indirect_count, sizeof(*targets->indirect), start);

	return address < targets->start || address >= targets->end ||
	       targets->goals[at / 8] >> at % 8 & 1 ||
	       (i < targets->indirect_count && targets->indirect[i] < end);
}
