/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_JUMPS_H
#define DRIVER_CODE_JUMPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct decode_instruction;
struct image;

/* Where code jumps to, of all that it says in its instructions. */
struct jumps {
	uint64_t start, end;  /* of all code */
	unsigned char *goals; /* a bit for each byte of it */
	/* Of the jumps that a register or memory says the goal of, ascending. */
	uint64_t *indirect;
	size_t count, capacity;
};

void jumps_begin(struct jumps *jumps, const struct image *image);
void jumps_add(struct jumps *jumps, const struct decode_instruction *i, uint64_t address);
void jumps_release(struct jumps *jumps);
/* Does one lead to the address, or may one of the function around it, [start, end)? */
bool jumps_may_lead_to(
	const struct jumps *jumps, uint64_t address, uint64_t start, uint64_t end);

#endif
