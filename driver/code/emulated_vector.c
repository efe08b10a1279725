/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/emulated_vector.h"

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
	if (size == 16)
		high = operand_read(cpu, 1, 1);
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
static void join_halves(struct emulated_cpu *cpu)
{
	unsigned first = cpu->instruction.operand_count_visible == 3 ? 1 : 0;
	struct emulated_word low = operand_read(cpu, first, 0);
	struct emulated_word high = operand_read(cpu, first + 1, 0);

	operand_write(cpu, 0, 0, low);
	operand_write(cpu, 0, 1, high);
}

static void clear_vector(struct emulated_cpu *cpu)
{
	unsigned last = cpu->instruction.operand_count_visible - 1;

	if (!operand_is_vector(cpu, 0) || !operand_same_register(cpu, last - 1, last))
		cpu->stuck = true;
	operand_write(cpu, 0, 0, emulated_word_of(0));
	operand_write(cpu, 0, 1, emulated_word_of(0));
}

static void insert_quad(struct emulated_cpu *cpu)
{
	unsigned last = cpu->instruction.operand_count_visible - 1;
	uint64_t half = operand_number(cpu, last) & 1;
	struct emulated_word word = operand_read(cpu, last - 1, 0);

	if (last == 3)
		operand_write(cpu, 0, !half, operand_read(cpu, 1, !half));
	operand_write(cpu, 0, half & 1, word);
}

bool emulated_vector_step(struct emulated_cpu *cpu)
{
	switch (cpu->instruction.mnemonic) {
	case ZYDIS_MNEMONIC_MOVAPS:
	case ZYDIS_MNEMONIC_MOVUPS:
	case ZYDIS_MNEMONIC_MOVAPD:
	case ZYDIS_MNEMONIC_MOVUPD:
	case ZYDIS_MNEMONIC_MOVDQA:
	case ZYDIS_MNEMONIC_MOVDQU:
	case ZYDIS_MNEMONIC_VMOVAPS:
	case ZYDIS_MNEMONIC_VMOVUPS:
	case ZYDIS_MNEMONIC_VMOVDQA:
	case ZYDIS_MNEMONIC_VMOVDQU:
		cpu->stuck |= operand_size(cpu, 0) != 16;
		move_vector(cpu, 16);
		return true;
	case ZYDIS_MNEMONIC_MOVQ:
	case ZYDIS_MNEMONIC_VMOVQ:
		move_vector(cpu, 8);
		return true;
	case ZYDIS_MNEMONIC_MOVD:
	case ZYDIS_MNEMONIC_VMOVD:
		move_vector(cpu, 4);
		return true;
	case ZYDIS_MNEMONIC_MOVSS:
	case ZYDIS_MNEMONIC_VMOVSS:
		emulated_vector_move(cpu, 4);
		return true;
	case ZYDIS_MNEMONIC_VMOVSD:
		emulated_vector_move(cpu, 8);
		return true;
	case ZYDIS_MNEMONIC_MOVLPS:
	case ZYDIS_MNEMONIC_MOVLPD:
		move_half(cpu, 0);
		return true;
	case ZYDIS_MNEMONIC_MOVHPS:
	case ZYDIS_MNEMONIC_MOVHPD:
		move_half(cpu, 1);
		return true;
	case ZYDIS_MNEMONIC_PUNPCKLQDQ:
	case ZYDIS_MNEMONIC_VPUNPCKLQDQ:
	case ZYDIS_MNEMONIC_UNPCKLPD:
	case ZYDIS_MNEMONIC_MOVLHPS:
		join_halves(cpu);
		return true;
	case ZYDIS_MNEMONIC_PXOR:
	case ZYDIS_MNEMONIC_XORPS:
	case ZYDIS_MNEMONIC_XORPD:
	case ZYDIS_MNEMONIC_VPXOR:
	case ZYDIS_MNEMONIC_VXORPS:
	case ZYDIS_MNEMONIC_VXORPD:
		clear_vector(cpu);
		return true;
	case ZYDIS_MNEMONIC_PINSRQ:
	case ZYDIS_MNEMONIC_VPINSRQ:
		insert_quad(cpu);
		return true;
	default:
		return false;
	}
}
