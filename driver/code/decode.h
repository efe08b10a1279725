/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_DECODE_H
#define DRIVER_CODE_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An x86-64 instruction, as far as it refers to other places. */

enum decode_flow { FLOW_ON, FLOW_BRANCH, FLOW_CALL, FLOW_JUMP, FLOW_END };

/* A number in an instruction that is an address, or may be one where a relocation says so. */
struct decode_field {
	uint8_t offset, size; /* bytes */
	bool relative;        /* to the end of the instruction; else absolute */
	bool branch;          /* is jumped to or called */
	bool memory;          /* of a memory operand */
	bool indexed;         /* a register is added */
	uint16_t width; /* bytes that are read or written there; 0: the address is taken */
	int64_t value;
};

struct decode_instruction {
	uint8_t size;
	enum decode_flow flow;
	bool indirect; /* calls or jumps where a register or memory says */
	bool acts;     /* on the state of the processor, or asks the kernel */
	bool varies;   /* asks the kernel, or takes the time or random numbers */
	bool thread;   /* on memory relative to the thread's base */
	bool no_op;
	uint8_t field_count;
	struct decode_field fields[2];
};

/* Zydis, set up for x86-64. */
const struct ZydisDecoder_ *decode_zydis(void);
/* False: no instruction within `left` bytes. */
bool decode(const unsigned char *code, size_t left, struct decode_instruction *instruction);

#endif
