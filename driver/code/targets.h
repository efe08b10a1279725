/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_TARGETS_H
#define DRIVER_CODE_TARGETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image;

/* The addresses of data that code or pointers refer to, ascending. They are from the
 * relocations that the linker kept, else from the instructions. Distances in data are left out:
 * what they are relative to is not known. */
struct target {
	uint64_t address;
	bool unnamed;         /* also by a relocation without the name of a symbol */
	uint32_t file;        /* struct image_symbol: only its code does so; 0: not known */
	uint64_t first, last; /* places that refer to it lie between these */
};

struct targets {
	struct target *items;
	size_t count, capacity;
	/* Only where the linker kept no relocations: where code jumps to. */
	uint64_t start, end;  /* of all code */
	unsigned char *goals; /* a bit for each byte of it; NULL: not known */
	/* The jumps that a register or memory says the goal of, ascending. */
	uint64_t *indirect;
	size_t indirect_count, indirect_capacity;
};

/* Of the function or object at the address: that of its symbol, or of what it names that only
 * one file knows, as a literal. 0: not known. */
uint32_t file_at(const struct image *image, uint64_t address);

void targets_find(struct targets *targets, const struct image *image);
void targets_release(struct targets *targets);

/* NULL: nobody refers to it. */
const struct target *targets_at(const struct targets *targets, uint64_t address);
/* The first at or after the address; UINT64_MAX: none. */
uint64_t targets_from(const struct targets *targets, uint64_t address);
/* The last before the address; 0: none. */
uint64_t targets_before(const struct targets *targets, uint64_t address);
/* Does a jump lead to the address, or may one of the function around it, [start, end)? */
bool targets_may_jump_to(
	const struct targets *targets, uint64_t address, uint64_t start, uint64_t end);

#endif
