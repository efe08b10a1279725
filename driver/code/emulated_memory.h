/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_EMULATED_MEMORY_H
#define DRIVER_CODE_EMULATED_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image;
struct image_relocation;

/*
 * The memory of a program that is carried out in part (emulator.h). The file is mapped at
 * MEMORY_PROGRAM, so that an address of it is no number that a program uses otherwise.
 */
#define MEMORY_PROGRAM 0x5500000000000000
#define MEMORY_HEAP    0x6600000000000000
#define MEMORY_STACK   0x7700000000000000 /* its end; it grows down */
#define MEMORY_IMPORT  0x4400000000000000 /* what shared libraries define */

/*
 * Up to 8 bytes. known: a bit for each; the others are what nobody has written, or, if the word
 * is drawn, what a generator of random numbers gives when the program runs, and what is
 * computed from that.
 */
struct emulated_word {
	uint64_t bits;
	uint8_t known;
	bool drawn;
};

struct allocation {
	uint64_t address, size;
	bool opaque; /* a library has written to it */
};

struct emulated_memory;

struct emulated_memory *emulated_memory_new(const struct image *image); /* borrows it */
void emulated_memory_free(struct emulated_memory *memory);              /* NULL is fine */

/* False: not known, as something else may have written there before; or no memory at all. */
bool emulated_memory_read(struct emulated_memory *memory, uint64_t address, unsigned size,
	struct emulated_word *word);
/* A word that is drawn may stand in objects of the program only, and is not read again. */
bool emulated_memory_write(struct emulated_memory *memory, uint64_t address, unsigned size,
	struct emulated_word word);
bool emulated_memory_is_drawn(struct emulated_memory *memory, uint64_t address);
/* Returns 0 when it is too much. */
uint64_t emulated_memory_allocate(
	struct emulated_memory *memory, uint64_t size, uint64_t alignment);
/* The allocation around the address, or NULL. */
struct allocation *emulated_memory_at(struct emulated_memory *memory, uint64_t address);

/* Objects of the program that were written to: their addresses in the file. */
const uint64_t *emulated_memory_written(const struct emulated_memory *memory, size_t *count);
/* Addresses in the file whose bytes were assumed to be as in the file. */
const uint64_t *emulated_memory_assumed(const struct emulated_memory *memory, size_t *count);
/* What an address of MEMORY_IMPORT stands for; *offset: behind its start. NULL: nothing. */
const struct image_relocation *emulated_import(
	const struct image *image, uint64_t address, uint64_t *offset);

static inline struct emulated_word emulated_word_of(uint64_t bits)
{
	return (struct emulated_word){ bits, 0xFF, false };
}

/* Are all of its first bytes known? */
static inline bool emulated_word_is_known(struct emulated_word word, unsigned size)
{
	return (word.known | 0xFF << size) == (0xFF | 0xFF << size);
}

#endif
