/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/description.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/code_map.h"
#include "driver/code/image.h"
#include "harness/base/hash.h"

#define SIZE_LIMIT (UINT64_C(1) << 20)
#define SPACE      (UINT64_C(1) << 32) /* of the heap, or the stack */

enum { KIND_NUMBER = 1, KIND_PLACE, KIND_IMPORT, KIND_ALLOCATION };

void description_mix(struct description *d, uint64_t number)
{
	d->hash = code_mix(d->hash, number);
}

void description_mix_text(struct description *d, const char *text)
{
	description_mix(d, strlen(text));
	description_mix(d, bd_fnv1a(text, strlen(text), 0));
}

void description_release(struct description *d)
{
	free(d->roots);
	free(d->seen);
	*d = (struct description){ 0 };
}

static void add_place(struct description *d, uint64_t address)
{
	*ARRAY_ADD(d->roots, d->root_count, d->root_capacity) = address;
	description_mix(d, KIND_PLACE);
}

static void add_import(struct description *d, const struct image *image, uint64_t address)
{
	uint64_t offset = 0;
	const struct image_relocation *r = emulated_import(image, address, &offset);

	/* It may lie before the next symbol. */
	if (!r || offset >= SIZE_LIMIT / 2) {
		d->failed = true;
		return;
	}
	description_mix(d, KIND_IMPORT);
	description_mix_text(d, r->symbol);
	description_mix_text(d, r->version);
	description_mix(d, offset);
	*ARRAY_ADD(d->roots, d->root_count, d->root_capacity) = address;
}

static bool is_place(const struct image *image, uint64_t value)
{
	return value >= MEMORY_PROGRAM && value < MEMORY_HEAP &&
	       image_section_at(image, value - MEMORY_PROGRAM);
}

static bool is_on_stack(uint64_t value)
{
	return value <= MEMORY_STACK && MEMORY_STACK - value < SPACE;
}

static bool is_import(uint64_t value)
{
	return value >= MEMORY_IMPORT && value < MEMORY_PROGRAM &&
	       value - MEMORY_IMPORT < SPACE * UINT16_MAX;
}

static bool is_address(const struct image *image, uint64_t value)
{
	return is_place(image, value) || is_on_stack(value) || is_import(value) ||
	       (value >= MEMORY_HEAP && value - MEMORY_HEAP < SPACE);
}

static void add_allocation(struct description *d, const struct image *image,
	struct emulated_memory *memory, uint64_t address)
{
	const struct allocation *found = emulated_memory_at(memory, address);
	struct allocation a;
	size_t i = 0;

	if (!found) {
		d->failed = true;
		return;
	}
	a = *found;
	while (i < d->seen_count && d->seen[i] != a.address)
		i++;
	description_mix(d, KIND_ALLOCATION);
	description_mix(d, i);
	description_mix(d, address - a.address);
	if (i < d->seen_count)
		return;
	d->seen = memory_grow(d->seen, &d->seen_capacity, i + 1, sizeof(*d->seen));
	d->seen[d->seen_count++] = a.address;
	description_mix(d, a.size);
	/* What a library wrote there is the library's. */
	if (a.opaque)
		d->failed = true;
	description_add(d, image, memory, a.address, a.size);
}

void description_add_word(struct description *d, const struct image *image,
	struct emulated_memory *memory, struct emulated_word word, unsigned size)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < size; i++)
		if (word.known >> i & 1)
			bits |= word.bits & UINT64_C(0xFF) << 8 * i;
	if (size < 8 || !emulated_word_is_known(word, 8) || !is_address(image, bits)) {
		description_mix(d, KIND_NUMBER);
		description_mix(d, word.known & ((1U << size) - 1));
		description_mix(d, bits);
	} else if (is_place(image, bits)) {
		add_place(d, bits - MEMORY_PROGRAM);
	} else if (is_import(bits)) {
		add_import(d, image, bits);
	} else if (is_on_stack(bits)) {
		d->failed = true; /* it will be gone */
	} else {
		add_allocation(d, image, memory, bits);
	}
}

/* An address that stands across two words would be taken for numbers. */
static bool has_odd_address(
	const struct image *image, struct emulated_word one, struct emulated_word two)
{
	for (unsigned i = 1; i < 8; i++) {
		uint64_t value = one.bits >> 8 * i | two.bits << (64 - 8 * i);

		if ((one.known >> i) == 0xFF >> i &&
			(two.known & ((1U << i) - 1)) == (1U << i) - 1 &&
			is_address(image, value))
			return true;
	}
	return false;
}

/* partly: bytes that were not written are not known; else false. */
static bool read_word(struct emulated_memory *memory, uint64_t address, unsigned size,
	bool partly, struct emulated_word *word)
{
	struct emulated_word byte;

	if (!partly)
		return emulated_memory_read(memory, address, size, word);
	*word = (struct emulated_word){ 0 };
	for (unsigned i = 0; i < size; i++)
		if (emulated_memory_read(memory, address + i, 1, &byte)) {
			word->bits |= byte.bits << 8 * i;
			word->known |= (uint8_t)(byte.known << i);
		} else if (emulated_memory_is_drawn(memory, address + i)) {
			return false;
		}
	return true;
}

static void add_memory(struct description *d, const struct image *image,
	struct emulated_memory *memory, uint64_t address, uint64_t size, bool partly)
{
	struct emulated_word before = { 0 }, word;

	d->failed |= size > SIZE_LIMIT;
	for (uint64_t at = 0; at < size && !d->failed; at += 8) {
		unsigned part = size - at < 8 ? (unsigned)(size - at) : 8;

		if (!read_word(memory, address + at, part, partly, &word) ||
			has_odd_address(image, before, word)) {
			d->failed = true;
			return;
		}
		description_add_word(d, image, memory, word, part);
		before = word;
	}
}

void description_add(struct description *d, const struct image *image,
	struct emulated_memory *memory, uint64_t address, uint64_t size)
{
	add_memory(d, image, memory, address, size, false);
}

void description_add_object(struct description *d, const struct image *image,
	struct emulated_memory *memory, uint64_t address, uint64_t size)
{
	add_memory(d, image, memory, address, size, true);
}
