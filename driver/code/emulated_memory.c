/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: memory is made of pages, from the file when they are first used. What a section says
 * that is read-only after the loader's work is known. Data that others may have written before
 * are assumed to be as in the file, and noted. What is in neither is not known until it is
 * written here; to read it ends the emulation. Fresh memory and registers that a call has
 * changed hold no information: such bytes may be moved about, as programs do with padding, but
 * nothing may be computed from them.
 */
#include "driver/code/emulated_memory.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/image.h"
#include "driver/code/regions.h"

#define PAGE        4096u
#define STACK_MAX   (UINT64_C(1) << 20)
#define HEAP_MAX    (UINT64_C(64) << 20)
#define IMPORT_STEP (UINT64_C(1) << 20)

enum byte_state {
	BYTE_FRESH,
	BYTE_KNOWN,
	BYTE_FOREIGN,
	BYTE_DRAWN,
	BYTE_INITIAL,
	BYTE_READ_ONLY
};

struct page {
	uint64_t address; /* first, for image_first_from() */
	unsigned char *bytes, *states;
};

struct emulated_memory {
	const struct image *image;
	struct page *pages; /* by address */
	size_t page_count, page_capacity;
	struct allocation *allocations; /* by address */
	size_t allocation_count, allocation_capacity;
	uint64_t heap_end;
	uint64_t *written;
	size_t written_count, written_capacity;
	uint64_t *assumed;
	size_t assumed_count, assumed_capacity;
};

struct emulated_memory *emulated_memory_new(const struct image *image)
{
	struct emulated_memory *memory = memory_zeroed(1, sizeof(*memory));

	memory->image = image;
	memory->heap_end = MEMORY_HEAP;
	return memory;
}

void emulated_memory_free(struct emulated_memory *memory)
{
	if (!memory)
		return;
	for (size_t i = 0; i < memory->page_count; i++)
		free(memory->pages[i].bytes);
	free(memory->pages);
	free(memory->allocations);
	free(memory->written);
	free(memory->assumed);
	free(memory);
}

/* What the loader writes; false: not known. */
static bool relocated(const struct image *image, size_t i, uint64_t *value)
{
	const struct image_relocation *r = &image->relocations[i];
	bool addend = r->type == R_X86_64_64;

	switch (r->type) {
	case R_X86_64_RELATIVE:
		*value = MEMORY_PROGRAM + (uint64_t)r->addend;
		return true;
	case R_X86_64_64:
	case R_X86_64_GLOB_DAT:
	case R_X86_64_JUMP_SLOT:
		*value = r->defined ? MEMORY_PROGRAM + r->value
				    : MEMORY_IMPORT + i * IMPORT_STEP;
		*value += addend ? (uint64_t)r->addend : 0;
		return true;
	default:
		return false;
	}
}

static void relocate(const struct image *image, struct page *page)
{
	uint64_t start = page->address - MEMORY_PROGRAM, from = start < 8 ? 0 : start - 7;

	for (size_t i = image_relocation_from(image, from);
		i < image->relocation_count && image->relocations[i].address < start + PAGE;
		i++) {
		uint64_t at = image->relocations[i].address, value = 0;
		bool known = relocated(image, i, &value);

		if (!image->relocations[i].dynamic)
			continue;
		for (unsigned k = 0; k < 8; k++) {
			uint64_t offset = at + k - start;

			if (offset >= PAGE)
				continue;
			page->bytes[offset] = (unsigned char)(value >> 8 * k);
			if (!known)
				page->states[offset] = BYTE_FOREIGN;
		}
	}
}

static void fill(const struct image *image, struct page *page)
{
	uint64_t start = page->address - MEMORY_PROGRAM;

	memset(page->states, BYTE_FOREIGN, PAGE);
	for (unsigned i = 0; i < PAGE; i++) {
		const struct image_section *s = image_section_at(image, start + i);

		if (!s || !(s->flags & SHF_ALLOC) || !s->bytes)
			continue;
		page->bytes[i] = s->bytes[start + i - s->address];
		page->states[i] = section_is_writable(s) ? BYTE_INITIAL : BYTE_READ_ONLY;
	}
	relocate(image, page);
}

static bool is_in_program(const struct emulated_memory *memory, uint64_t address)
{
	return address >= MEMORY_PROGRAM && address < MEMORY_HEAP &&
	       image_section_at(memory->image, address - MEMORY_PROGRAM);
}

static bool exists(const struct emulated_memory *memory, uint64_t address)
{
	return is_in_program(memory, address) ||
	       (address >= MEMORY_HEAP && address < memory->heap_end) ||
	       (address < MEMORY_STACK && address >= MEMORY_STACK - STACK_MAX);
}

static struct page *page_at(struct emulated_memory *memory, uint64_t address)
{
	uint64_t start = address & ~(uint64_t)(PAGE - 1);
	size_t i;

	if (!exists(memory, address))
		return NULL;
	i = image_first_from(memory->pages, memory->page_count, sizeof(*memory->pages), start);
	if (i < memory->page_count && memory->pages[i].address == start)
		return &memory->pages[i];
	memory->pages = memory_grow(memory->pages, &memory->page_capacity,
		memory->page_count + 1, sizeof(*memory->pages));
	memmove(&memory->pages[i + 1], &memory->pages[i],
		(memory->page_count++ - i) * sizeof(*memory->pages));
	memory->pages[i] = (struct page){ start, memory_zeroed(2, PAGE), NULL };
	memory->pages[i].states = memory->pages[i].bytes + PAGE;
	if (start < MEMORY_HEAP)
		fill(memory->image, &memory->pages[i]);
	return &memory->pages[i];
}

/* Addresses of objects come one after the other. */
static void note(uint64_t **list, size_t *count, size_t *capacity, uint64_t address)
{
	for (size_t i = *count; i > 0 && i + 8 > *count; i--)
		if ((*list)[i - 1] == address)
			return;
	*ARRAY_ADD(*list, *count, *capacity) = address;
}

bool emulated_memory_read(struct emulated_memory *memory, uint64_t address, unsigned size,
	struct emulated_word *word)
{
	const struct allocation *allocation = emulated_memory_at(memory, address);

	*word = (struct emulated_word){ 0 };
	for (unsigned i = 0; i < size; i++) {
		const struct page *page = page_at(memory, address + i);
		unsigned char state;

		if (!page)
			return false;
		state = page->states[(address + i) % PAGE];
		if (state == BYTE_FOREIGN || state == BYTE_DRAWN ||
			(state == BYTE_FRESH && allocation && allocation->opaque))
			return false;
		if (state == BYTE_INITIAL)
			note(&memory->assumed, &memory->assumed_count,
				&memory->assumed_capacity, address + i - MEMORY_PROGRAM);
		if (state == BYTE_FRESH)
			continue;
		word->bits |= (uint64_t)page->bytes[(address + i) % PAGE] << 8 * i;
		word->known |= (uint8_t)(1 << i);
	}
	return true;
}

bool emulated_memory_is_drawn(struct emulated_memory *memory, uint64_t address)
{
	const struct page *page = page_at(memory, address);

	return page && page->states[address % PAGE] == BYTE_DRAWN;
}

bool emulated_memory_write(struct emulated_memory *memory, uint64_t address, unsigned size,
	struct emulated_word word)
{
	bool program = is_in_program(memory, address);

	for (unsigned i = 0; i < size; i++) {
		struct page *page = page_at(memory, address + i);
		unsigned offset = (address + i) % PAGE;
		const struct image_section *s =
			program ? image_section_at(memory->image, address + i - MEMORY_PROGRAM)
				: NULL;

		if (!page || (program ? !s || !section_is_writable(s) : word.drawn))
			return false;
		page->bytes[offset] = (unsigned char)(word.bits >> 8 * i);
		/* In the program, what is not known would look as if it were fresh. */
		page->states[offset] = word.drawn            ? BYTE_DRAWN
				       : word.known >> i & 1 ? BYTE_KNOWN
				       : program             ? BYTE_FOREIGN
							     : BYTE_FRESH;
		if (program)
			note(&memory->written, &memory->written_count,
				&memory->written_capacity, address + i - MEMORY_PROGRAM);
	}
	return true;
}

uint64_t emulated_memory_allocate(
	struct emulated_memory *memory, uint64_t size, uint64_t alignment)
{
	uint64_t start;

	if (alignment < 16 || alignment > PAGE || alignment & (alignment - 1))
		alignment = alignment > PAGE ? PAGE : 16;
	start = (memory->heap_end + alignment - 1) & ~(alignment - 1);
	if (size > HEAP_MAX || start + size - MEMORY_HEAP > HEAP_MAX)
		return 0;
	*ARRAY_ADD(memory->allocations, memory->allocation_count, memory->allocation_capacity) =
		(struct allocation){ .address = start, .size = size };
	/* A gap, so that the end of one is not the start of the next. */
	memory->heap_end = start + size + 16;
	return start;
}

struct allocation *emulated_memory_at(struct emulated_memory *memory, uint64_t address)
{
	size_t after = image_first_from(memory->allocations, memory->allocation_count,
		sizeof(*memory->allocations), address + 1);

	if (!after || address - memory->allocations[after - 1].address >
			      memory->allocations[after - 1].size)
		return NULL;
	return &memory->allocations[after - 1];
}

const uint64_t *emulated_memory_written(const struct emulated_memory *memory, size_t *count)
{
	*count = memory->written_count;
	return memory->written;
}

const uint64_t *emulated_memory_assumed(const struct emulated_memory *memory, size_t *count)
{
	*count = memory->assumed_count;
	return memory->assumed;
}

const struct image_relocation *emulated_import(
	const struct image *image, uint64_t address, uint64_t *offset)
{
	uint64_t index = (address - MEMORY_IMPORT) / IMPORT_STEP;

	if (address < MEMORY_IMPORT || index >= image->relocation_count)
		return NULL;
	*offset = (address - MEMORY_IMPORT) % IMPORT_STEP;
	return &image->relocations[index];
}
