/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_ACCESS_H
#define DRIVER_CODE_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What an x86-64 instruction may do with the address in its field, judged by the few bytes
 * before the field. The judgement is never too small: what cannot be excluded is included
 * (docs/decisions/0013).
 */

#define ACCESS_ANY 0 /* takes the address: all around it may be reached */

/* Bytes that the instruction can reach from the address: 1 to 64, or ACCESS_ANY. */
uint64_t access_width(const unsigned char *code, size_t offset);
/* Of an address relative to the instruction: may an immediate of 1, or of 2 or 4 bytes follow
 * the field? The address is then larger by that. */
void access_immediate(const unsigned char *code, size_t offset, bool *one, bool *more);

/* An instruction that goes to an address relative to its end, or takes it. */
struct access_jump {
	size_t opcode, width; /* bytes, of the opcode and of the distance */
	int64_t distance;
};

/* call, jmp, jcc or lea with 32 bits of distance; jmp or jcc with 8. */
bool access_jump(const unsigned char *code, size_t left, struct access_jump *jump);

#endif
