/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_EMULATED_OPERAND_H
#define DRIVER_CODE_EMULATED_OPERAND_H

#include <Zydis/Zydis.h>

#include "driver/code/emulated_memory.h"

enum { CPU_AX, CPU_CX, CPU_DX, CPU_BX, CPU_SP, CPU_BP, CPU_SI, CPU_DI, CPU_R8, CPU_R9 };

/* Registers, as far as compilers' code without loops over vectors needs them. */
struct emulated_cpu {
	struct emulated_memory *memory;
	struct emulated_word general[16];
	struct emulated_word vectors[16][2]; /* 16 bytes each */
	uint64_t next;                       /* instruction */
	bool flags_known, carry, zero, sign, overflow;
	bool stuck; /* something is not known, or an instruction */
	bool draws; /* the function that is called returns a word that is drawn */
	ZydisDecodedInstruction instruction;
	ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];
};

/* All of these set `stuck` when they cannot. */

uint64_t operand_address(struct emulated_cpu *cpu, unsigned operand);
/* Of up to 8 bytes, or the half of a vector, as it is. */
struct emulated_word operand_read(struct emulated_cpu *cpu, unsigned operand, unsigned half);
void operand_write(
	struct emulated_cpu *cpu, unsigned operand, unsigned half, struct emulated_word word);
/* A number that must be known, and a number with its sign. */
uint64_t operand_number(struct emulated_cpu *cpu, unsigned operand);
int64_t operand_signed(struct emulated_cpu *cpu, unsigned operand);

unsigned operand_size(const struct emulated_cpu *cpu, unsigned operand); /* bytes */
bool operand_is_vector(const struct emulated_cpu *cpu, unsigned operand);
uint64_t operand_register(struct emulated_cpu *cpu, unsigned number);
/* A register, or a part of an address, that is drawn. */
bool operand_is_drawn(const struct emulated_cpu *cpu, unsigned operand);
bool operand_same_register(const struct emulated_cpu *cpu, unsigned a, unsigned b);

#endif
