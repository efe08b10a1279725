/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_DECODE_H
#define DRIVER_CODE_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image;
struct image_section;

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

/* False: no instruction within `left` bytes. */
bool decode(const unsigned char *code, size_t left, struct decode_instruction *instruction);
struct ZydisDisassembledInstruction_;
/* The same with all operands, of what is in the section up to `end`. */
bool decode_at(const struct image_section *section, uint64_t at, uint64_t end,
	struct ZydisDisassembledInstruction_ *instruction);
/* The number in the machine of a general register of Zydis, or of a part of it; -1: it is
 * another one. */
int decode_register(int reg);
/* Those that a call leaves as they are: rbx, rsp, rbp, r12 to r15. */
#define DECODE_KEPT 0xF038u

typedef void sweep_visit(
	void *ctx, const struct decode_instruction *instruction, uint64_t address);
/* Calls `visit` for each instruction of an image. From one symbol to the next the sweep is in
 * step again, wherever data stand between code. */
void sweep_code(const struct image *image, sweep_visit *visit, void *ctx);
/* Where constants may begin in code that has no symbols: behind what the start files have
 * there, and not if all is padding. `end`: there are none. */
uint64_t sweep_gap(const struct image *image, uint64_t start, uint64_t end);

#endif
