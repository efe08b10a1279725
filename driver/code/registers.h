/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_REGISTERS_H
#define DRIVER_CODE_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct decode_instruction;
struct image;
struct image_section;
struct region;

/* What a register of x86-64 is known to hold. */
struct register_value {
	enum { VALUE_UNKNOWN, VALUE_ADDRESS, VALUE_RESULT } kind;
	uint64_t number; /* the address; of a result: as the caller chose it */
};

/* In their order in the machine; the first ones that arguments and results are in. */
enum { REGISTER_RESULT = 0, REGISTER_SECOND = 6, REGISTER_FIRST = 7, REGISTERS = 16 };

struct register_jump {
	uint64_t target;
	struct register_value values[REGISTERS];
};

/* One pass over the instructions of a function, in the order of their addresses. Where ways
 * join, only what all of them hold is known, and nothing where a loop begins. */
struct registers {
	struct register_value values[REGISTERS]; /* before the next instruction */
	struct register_jump *jumps;             /* forward, that were seen; backward: all */
	size_t count, capacity;
	bool reached; /* the instruction before does not end or jump */
	bool lost;    /* a register or memory says where it jumps: nothing is known */
};

/* code: of the function. */
void registers_begin(
	struct registers *registers, const unsigned char *code, const struct region *function);
/* At the instruction, before it is taken. */
void registers_join(struct registers *registers, uint64_t at);
/* Goes behind it. Returns the value that it stores in memory, if it does nothing else. */
struct register_value registers_take(struct registers *registers, const struct image *image,
	const struct image_section *section, const struct decode_instruction *decoded,
	uint64_t at);
void registers_release(struct registers *registers);

#endif
