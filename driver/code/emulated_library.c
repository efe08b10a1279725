/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/emulated_library.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"

#define STRING_TYPE "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"
#define STRING      "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
#define STRING_GET  "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE"
#define COPY_MAX    (UINT64_C(1) << 20)
#define IN_STRING   15 /* characters that need no memory */

struct call {
	struct emulator *e;
	uint64_t *result;
	bool failed;
};

static uint64_t argument(struct call *c, unsigned number)
{
	return emulated_argument(c->e, number);
}

static void store(struct call *c, uint64_t address, unsigned size, uint64_t value)
{
	if (!emulated_memory_write(c->e->cpu.memory, address, size, emulated_word_of(value)))
		c->failed = true;
}

static uint64_t load(struct call *c, uint64_t address, unsigned size)
{
	struct emulated_word word = { 0 };

	if (!emulated_memory_read(c->e->cpu.memory, address, size, &word) ||
		!emulated_word_is_known(word, size))
		c->failed = true;
	return word.bits;
}

static void nothing(struct call *c)
{
	*c->result = 0;
}

static void allocate(struct call *c)
{
	*c->result = emulated_memory_allocate(c->e->cpu.memory, argument(c, 0), 16);
	c->failed |= !*c->result;
}

static void allocate_aligned(struct call *c)
{
	*c->result = emulated_memory_allocate(c->e->cpu.memory, argument(c, 0), argument(c, 1));
	c->failed |= !*c->result || argument(c, 1) > 4096;
}

static void copy_bytes(struct call *c, uint64_t to, uint64_t from, uint64_t size)
{
	struct emulated_memory *memory = c->e->cpu.memory;
	struct emulated_word *bytes;

	if (size > COPY_MAX || !(bytes = calloc(size + 1, sizeof(*bytes)))) {
		c->failed = true;
		return;
	}
	for (uint64_t i = 0; i < size && !c->failed; i++)
		c->failed = !emulated_memory_read(memory, from + i, 1, &bytes[i]);
	for (uint64_t i = 0; i < size && !c->failed; i++)
		c->failed = !emulated_memory_write(memory, to + i, 1, bytes[i]);
	free(bytes);
}

static void copy(struct call *c)
{
	copy_bytes(c, argument(c, 0), argument(c, 1), argument(c, 2));
	*c->result = argument(c, 0);
}

static void fill(struct call *c)
{
	uint64_t size = argument(c, 2);

	c->failed |= size > COPY_MAX;
	for (uint64_t i = 0; i < size && !c->failed; i++)
		store(c, argument(c, 0) + i, 1, argument(c, 1));
	*c->result = argument(c, 0);
}

static uint64_t length_of(struct call *c, uint64_t text)
{
	uint64_t length = 0;

	while (!c->failed && length < COPY_MAX && load(c, text + length, 1))
		length++;
	return length;
}

static void length(struct call *c)
{
	*c->result = length_of(c, argument(c, 0));
}

/* Members of std::string: a pointer, the length, and 16 bytes or the capacity. */

static void string_get_data(struct call *c)
{
	*c->result = load(c, argument(c, 0), 8);
}

static void string_get_length(struct call *c)
{
	*c->result = load(c, argument(c, 0) + 8, 8);
}

static void string_local(struct call *c)
{
	*c->result = argument(c, 0) + 16;
}

static void string_set_data(struct call *c)
{
	store(c, argument(c, 0), 8, argument(c, 1));
}

static void string_set_capacity(struct call *c)
{
	store(c, argument(c, 0) + 16, 8, argument(c, 1));
}

static void string_end_at(struct call *c, uint64_t string, uint64_t size)
{
	store(c, string + 8, 8, size);
	store(c, load(c, string, 8) + size, 1, 0);
}

static void string_set_length(struct call *c)
{
	string_end_at(c, argument(c, 0), argument(c, 1));
}

static void string_create(struct call *c)
{
	uint64_t capacity = load(c, argument(c, 1), 8), old = argument(c, 2);

	if (capacity > old && capacity < 2 * old)
		capacity = 2 * old;
	store(c, argument(c, 1), 8, capacity);
	*c->result = emulated_memory_allocate(c->e->cpu.memory, capacity + 1, 16);
	c->failed |= !*c->result || capacity > COPY_MAX;
}

static void string_make(struct call *c, uint64_t from, uint64_t size)
{
	uint64_t string = argument(c, 0), data = string + 16;

	if (size > IN_STRING) {
		data = emulated_memory_allocate(c->e->cpu.memory, size + 1, 16);
		c->failed |= !data || size > COPY_MAX;
		store(c, string + 16, 8, size);
	}
	store(c, string, 8, data);
	copy_bytes(c, data, from, size);
	string_end_at(c, string, size);
}

static void string_from_text(struct call *c)
{
	string_make(c, argument(c, 1), length_of(c, argument(c, 1)));
}

static void string_from_string(struct call *c)
{
	string_make(c, load(c, argument(c, 1), 8), load(c, argument(c, 1) + 8, 8));
}

static void string_construct(struct call *c)
{
	string_make(c, argument(c, 1), argument(c, 2) - argument(c, 1));
}

static void string_copy(struct call *c)
{
	copy_bytes(c, argument(c, 0), argument(c, 1), argument(c, 2) - argument(c, 1));
}

/* Of libstdc++: the object is the generator of a machine without a source of random numbers. */
#define RANDOM_DEVICE_SIZE 5000

static void random_device(struct call *c)
{
	for (uint64_t i = 0; i < RANDOM_DEVICE_SIZE && !c->failed; i += 8)
		c->failed = !emulated_memory_write(c->e->cpu.memory, argument(c, 0) + i, 8,
			(struct emulated_word){ .drawn = true });
}

static void draw(struct call *c)
{
	c->e->cpu.draws = true;
}

static const struct function {
	const char *name;
	void (*call)(struct call *);
} functions[] = {
	{ "_Znwm", allocate },
	{ "_Znam", allocate },
	{ "malloc", allocate },
	{ "_ZnwmRKSt9nothrow_t", allocate },
	{ "_ZnwmSt11align_val_t", allocate_aligned },
	{ "_ZdlPv", nothing },
	{ "_ZdlPvm", nothing },
	{ "_ZdaPv", nothing },
	{ "_ZdaPvm", nothing },
	{ "_ZdlPvSt11align_val_t", nothing },
	{ "_ZdlPvmSt11align_val_t", nothing },
	{ "free", nothing },
	{ "__cxa_atexit", nothing },
	{ "_ZNSt8ios_base4InitC1Ev", nothing },
	{ "_ZNSt13random_device7_M_initERK" STRING_TYPE, random_device },
	{ "_ZNSt13random_device9_M_getvalEv", draw },
	{ "memcpy", copy },
	{ "memmove", copy },
	{ "memset", fill },
	{ "strlen", length },
	{ "_ZNSaIcEC1Ev", nothing },
	{ "_ZNSaIcEC2Ev", nothing },
	{ "_ZNSaIcED1Ev", nothing },
	{ "_ZNSaIcED2Ev", nothing },
	{ STRING "D1Ev", nothing },
	{ STRING "D2Ev", nothing },
	{ STRING "10_M_disposeEv", nothing },
	{ STRING "9_M_createERmm", string_create },
	{ STRING "13_M_local_dataEv", string_local },
	{ STRING "7_M_dataEPc", string_set_data },
	{ STRING "11_M_capacityEm", string_set_capacity },
	{ STRING "13_M_set_lengthEm", string_set_length },
	{ STRING "12_Alloc_hiderC1EPcRKS3_", string_set_data },
	{ STRING "12_Alloc_hiderC2EPcRKS3_", string_set_data },
	{ STRING "12_Alloc_hiderC1EPcOS3_", string_set_data },
	{ STRING "C1EPKcRKS3_", string_from_text },
	{ STRING "C2EPKcRKS3_", string_from_text },
	{ STRING "C1IS3_EEPKcRKS3_", string_from_text },
	{ STRING "C2IS3_EEPKcRKS3_", string_from_text },
	{ STRING "C1ERKS4_", string_from_string },
	{ STRING "C2ERKS4_", string_from_string },
	{ STRING "12_M_constructIPKcEEvT_S8_St20forward_iterator_tag", string_construct },
	{ STRING "12_M_constructIPcEEvT_S7_St20forward_iterator_tag", string_construct },
	{ STRING "13_S_copy_charsEPcPKcS7_", string_copy },
	{ STRING "4dataEv", string_get_data },
	{ STRING_GET "7_M_dataEv", string_get_data },
	{ STRING_GET "4dataEv", string_get_data },
	{ STRING_GET "5c_strEv", string_get_data },
	{ STRING_GET "4sizeEv", string_get_length },
	{ STRING_GET "6lengthEv", string_get_length },
};

enum emulated_call library_call(struct emulator *emulator, const char *name, uint64_t *result)
{
	struct call c = { .e = emulator, .result = result };

	/* Its own functions of these names may do anything. */
	if (emulator->cpu.next >= MEMORY_PROGRAM)
		return CALL_UNKNOWN;
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++)
		if (!strcmp(functions[i].name, name)) {
			functions[i].call(&c);
			return c.failed || emulator->cpu.stuck ? CALL_FAILED : CALL_DONE;
		}
	return CALL_UNKNOWN;
}
