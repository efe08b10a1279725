/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/code_pointers.h"

#include <elf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/decode.h"
#include "driver/code/image.h"
#include "driver/exec/traps.h"

/* Below a program that the loader places there is nothing, as its heap is behind it; below one
 * with fixed addresses there is no room. Distances of 4 bytes reach it. */
#define AWAY (UINT64_C(1) << 30)

struct finding {
	struct code_pointers *pointers;
	const struct image *image;
};

static void add(struct finding *f, const struct code_pointer *pointer)
{
	if (image_code_at(f->image, pointer->target))
		*ARRAY_ADD(f->pointers->items, f->pointers->count, f->pointers->capacity) =
			*pointer;
}

/* A number that is not relative is only an address if the linker says so. */
static void take_instruction(void *ctx, const struct decode_instruction *i, uint64_t address)
{
	struct finding *f = ctx;

	for (unsigned k = 0; k < i->field_count; k++) {
		const struct decode_field *field = &i->fields[k];
		uint64_t at = address + field->offset;

		if (field->branch ||
			(!field->relative && !image_has_relocation(f->image, at, at + 1)))
			continue;
		add(f, &(struct code_pointer){
			       .target = (uint64_t)field->value +
					 (field->relative ? address + i->size : 0),
			       .at = at,
			       .value = (uint64_t)field->value,
			       .size = field->size });
	}
}

/* What the file has there is what the program sees, or what the loader adds to. */
static void take_relocations(struct finding *f)
{
	const struct image *image = f->image;
	uint32_t type = image->moves ? R_X86_64_RELATIVE : R_X86_64_64;

	for (size_t i = 0; i < image->relocation_count; i++) {
		const struct image_relocation *r = &image->relocations[i];
		const struct image_section *s = image_section_at(image, r->address);
		uint64_t offset = s ? r->address - s->address : 0, value;

		if (r->type != type || !s || !s->bytes || section_is_code(s) ||
			s->size - offset < sizeof(value))
			continue;
		memcpy(&value, s->bytes + offset, sizeof(value));
		if (value == r->value + (uint64_t)r->addend)
			add(f, &(struct code_pointer){ value, r->address, value, 8 });
	}
}

/* Mostly the loader takes the address from its own table. */
static void take_addends(struct finding *f)
{
	const struct image_section *s = image_section_named(f->image, ".rela.dyn");
	Elf64_Rela entry;

	for (size_t at = 0; s && at + sizeof(entry) <= s->size; at += sizeof(entry)) {
		memcpy(&entry, s->bytes + at, sizeof(entry));
		if (ELF64_R_TYPE(entry.r_info) == R_X86_64_RELATIVE)
			add(f, &(struct code_pointer){ (uint64_t)entry.r_addend,
				       s->address + at + offsetof(Elf64_Rela, r_addend),
				       (uint64_t)entry.r_addend, 8 });
	}
}

void code_pointers_find(struct code_pointers *pointers, const struct image *image)
{
	struct finding f = { pointers, image };

	*pointers = (struct code_pointers){ .away = image->moves ? -AWAY : AWAY };
	sweep_code(image, take_instruction, &f);
	take_relocations(&f);
	take_addends(&f);
	image_sort_by_address(pointers->items, pointers->count, sizeof(*pointers->items));
}

void code_pointers_release(struct code_pointers *pointers)
{
	free(pointers->items);
	*pointers = (struct code_pointers){ 0 };
}

void code_pointers_divert(
	const struct code_pointers *pointers, uint64_t start, uint64_t end, struct traps *traps)
{
	size_t i = image_first_from(
		pointers->items, pointers->count, sizeof(*pointers->items), start);

	for (; i < pointers->count && pointers->items[i].target < end; i++)
		*ARRAY_ADD(traps->pointers, traps->pointer_count,
			traps->pointer_capacity) = (struct trap_pointer){ pointers->items[i].at,
			pointers->items[i].value + pointers->away, pointers->items[i].size };
}
