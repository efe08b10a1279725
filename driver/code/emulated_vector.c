/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/emulated_vector.h"

#include <limits.h>

#include "driver/code/emulated_operand.h"

/* Of 4, 8 or 16 bytes, between memory and registers of all kinds. */
static void move_vector(struct emulated_cpu *cpu, unsigned size)
{
	struct emulated_word low = operand_read(cpu, 1, 0), high = emulated_word_of(0);
	uint8_t upper = (uint8_t)(0xFF << size);

	if (size < 8) {
		low.bits &= (UINT64_C(1) << 8 * size) - 1;
		low.known |= upper;
	}
	if (size == 16) {
		high = operand_read(cpu, 1, 1);
		cpu->stuck |= operand_size(cpu, 0) != 16;
	}
	operand_write(cpu, 0, 0, low);
	if (operand_is_vector(cpu, 0) || size == 16)
		operand_write(cpu, 0, 1, high);
}

/* MOVSS and MOVSD between registers keep the rest; MOVLPS and MOVHPS are halves. */
void emulated_vector_move(struct emulated_cpu *cpu, unsigned size)
{
	if (cpu->instruction.operand_count_visible != 2 ||
		(operand_is_vector(cpu, 0) && operand_is_vector(cpu, 1)))
		cpu->stuck = true;
	else
		move_vector(cpu, size);
}

static void move_half(struct emulated_cpu *cpu, unsigned half)
{
	if (cpu->instruction.operand_count_visible != 2)
		cpu->stuck = true;
	else if (operand_is_vector(cpu, 0))
		operand_write(cpu, 0, half, operand_read(cpu, 1, 0));
	else
		operand_write(cpu, 0, 0, operand_read(cpu, 1, half));
}

/* The halves of two vectors: with VEX from the second and third operand. */
static void join_halves(struct emulated_cpu *cpu, unsigned last)
{
	struct emulated_word low = operand_read(cpu, last - 1, 0);
	struct emulated_word high = operand_read(cpu, last, 0);

	operand_write(cpu, 0, 0, low);
	operand_write(cpu, 0, 1, high);
}

static void clear_vector(struct emulated_cpu *cpu, unsigned last)
{
	if (!operand_is_vector(cpu, 0) || !operand_same_register(cpu, last - 1, last))
		cpu->stuck = true;
	operand_write(cpu, 0, 0, emulated_word_of(0));
	operand_write(cpu, 0, 1, emulated_word_of(0));
}

static void insert_quad(struct emulated_cpu *cpu, unsigned last)
{
	uint64_t half = operand_number(cpu, last) & 1;
	struct emulated_word word = operand_read(cpu, last - 1, 0);

	if (last == 3)
		operand_write(cpu, 0, !half, operand_read(cpu, 1, !half));
	operand_write(cpu, 0, half & 1, word);
}

/* Instead of an argument: the number of the last visible operand. */
#define LAST_OPERAND UINT_MAX

static const struct {
	void (*run)(struct emulated_cpu *cpu, unsigned argument);
	unsigned argument;
} moves[ZYDIS_MNEMONIC_MAX_VALUE + 1] = {
	[ZYDIS_MNEMONIC_MOVAPS] = { move_vector, 16 },
	[ZYDIS_MNEMONIC_MOVUPS] = { move_vector, 16 },
	[ZYDIS_MNEMONIC_MOVAPD] = { move_vector, 16 },
	[ZYDIS_MNEMONIC_MOVUPD] = { move_vector, 16 },
	[ZYDIS_MNEMONIC_MOVDQA] = { move_vector, 16 },
	[ZYDIS_MNEMONIC_MOVDQU] = { move_vector, 16 },
	[ZYDIS_MNEMONIC_VMOVAPS] = { move_vector, 16 },
	[ZYDIS_MNEMONIC_VMOVUPS] = { move_vector, 16 },
	[ZYDIS_MNEMONIC_VMOVDQA] = { move_vector, 16 },
	[ZYDIS_MNEMONIC_VMOVDQU] = { move_vector, 16 },
	[ZYDIS_MNEMONIC_MOVQ] = { move_vector, 8 },
	[ZYDIS_MNEMONIC_VMOVQ] = { move_vector, 8 },
	[ZYDIS_MNEMONIC_MOVD] = { move_vector, 4 },
	[ZYDIS_MNEMONIC_VMOVD] = { move_vector, 4 },
	[ZYDIS_MNEMONIC_MOVSS] = { emulated_vector_move, 4 },
	[ZYDIS_MNEMONIC_VMOVSS] = { emulated_vector_move, 4 },
	[ZYDIS_MNEMONIC_VMOVSD] = { emulated_vector_move, 8 },
	[ZYDIS_MNEMONIC_MOVLPS] = { move_half, 0 },
	[ZYDIS_MNEMONIC_MOVLPD] = { move_half, 0 },
	[ZYDIS_MNEMONIC_MOVHPS] = { move_half, 1 },
	[ZYDIS_MNEMONIC_MOVHPD] = { move_half, 1 },
	[ZYDIS_MNEMONIC_PUNPCKLQDQ] = { join_halves, LAST_OPERAND },
	[ZYDIS_MNEMONIC_VPUNPCKLQDQ] = { join_halves, LAST_OPERAND },
	[ZYDIS_MNEMONIC_UNPCKLPD] = { join_halves, LAST_OPERAND },
	[ZYDIS_MNEMONIC_MOVLHPS] = { join_halves, LAST_OPERAND },
	[ZYDIS_MNEMONIC_PXOR] = { clear_vector, LAST_OPERAND },
	[ZYDIS_MNEMONIC_XORPS] = { clear_vector, LAST_OPERAND },
	[ZYDIS_MNEMONIC_XORPD] = { clear_vector, LAST_OPERAND },
	[ZYDIS_MNEMONIC_VPXOR] = { clear_vector, LAST_OPERAND },
	[ZYDIS_MNEMONIC_VXORPS] = { clear_vector, LAST_OPERAND },
	[ZYDIS_MNEMONIC_VXORPD] = { clear_vector, LAST_OPERAND },
	[ZYDIS_MNEMONIC_PINSRQ] = { insert_quad, LAST_OPERAND },
	[ZYDIS_MNEMONIC_VPINSRQ] = { insert_quad, LAST_OPERAND },
};

bool emulated_vector_step(struct emulated_cpu *cpu)
{
	unsigned argument = moves[cpu->instruction.mnemonic].argument;

	if (!moves[cpu->instruction.mnemonic].run)
		return false;
	if (argument == LAST_OPERAND)
		argument = cpu->instruction.operand_count_visible - 1U;
	moves[cpu->instruction.mnemonic].run(cpu, argument);
	return true;
}
