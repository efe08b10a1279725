/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/registrations.h"

#include <stdlib.h>

#include "compare/base/memory.h"

#define TEXT_MAX 65536

struct registration *registrations_add(
	struct registrations *all, uint64_t object, const char *name)
{
	struct registration *r;

	r = ARRAY_ADD(all->items, all->count, all->capacity);
	*r = (struct registration){ .object = object, .name = memory_text(name) };
	return r;
}

struct registration *registrations_find(struct registrations *all, uint64_t object)
{
	for (size_t i = all->count; i > 0; i--)
		if (all->items[i - 1].object == object)
			return &all->items[i - 1];
	return NULL;
}

void registrations_set_name(struct registration *r, const char *name)
{
	free(r->name);
	r->name = memory_text(name);
}

static void release(struct registration *r)
{
	free(r->name);
	description_release(&r->description);
}

void registrations_shorten(struct registrations *all, size_t count)
{
	while (all->count > count)
		release(&all->items[--all->count]);
}

void registrations_drop_incomplete(struct registrations *all)
{
	size_t kept = 0;

	for (size_t i = 0; i < all->count; i++) {
		if (all->items[i].complete)
			all->items[kept++] = all->items[i];
		else
			release(&all->items[i]);
	}
	all->count = kept;
}

void registrations_release(struct registrations *all)
{
	registrations_shorten(all, 0);
	free(all->items);
	free(all->library);
	*all = (struct registrations){ 0 };
}

void registrations_note_library(struct registrations *all, const struct emulator *emulator)
{
	uint64_t address = emulator->cpu.next - MEMORY_PROGRAM;

	if (emulator->cpu.next < MEMORY_PROGRAM)
		return;
	for (size_t i = 0; i < all->library_count; i++)
		if (all->library[i] == address)
			return;
	*ARRAY_ADD(all->library, all->library_count, all->library_capacity) = address;
}

char *emulated_text(struct emulator *emulator, uint64_t address, uint64_t size)
{
	char *text = memory_zeroed(1, TEXT_MAX);
	struct emulated_word c;

	for (uint64_t i = 0; i + 1 < TEXT_MAX; i++) {
		if (i == size)
			return text;
		if (!emulated_memory_read(emulator->cpu.memory, address + i, 1, &c) ||
			!(c.known & 1) || (!c.bits && size != UINT64_MAX))
			break;
		if (!c.bits)
			return text;
		text[i] = (char)c.bits;
	}
	free(text);
	return NULL;
}

char *emulated_string(struct emulator *emulator, uint64_t address)
{
	struct emulated_word at, size;

	if (!emulated_memory_read(emulator->cpu.memory, address, 8, &at) ||
		!emulated_memory_read(emulator->cpu.memory, address + 8, 8, &size) ||
		!emulated_word_is_known(at, 8) || !emulated_word_is_known(size, 8))
		return NULL;
	return emulated_text(emulator, at.bits, size.bits);
}
