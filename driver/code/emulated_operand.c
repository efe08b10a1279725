/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/emulated_operand.h"

/* The stack protector's canary is at this offset of the thread: any number serves. */
#define CANARY 0x28

static struct emulated_word stuck(struct emulated_cpu *cpu)
{
	cpu->stuck = true;
	return (struct emulated_word){ 0 };
}

unsigned operand_size(const struct emulated_cpu *cpu, unsigned operand)
{
	return (cpu->operands[operand].size + 7) / 8;
}

bool operand_is_vector(const struct emulated_cpu *cpu, unsigned operand)
{
	return cpu->operands[operand].type == ZYDIS_OPERAND_TYPE_REGISTER &&
	       ZydisRegisterGetClass(cpu->operands[operand].reg.value) == ZYDIS_REGCLASS_XMM;
}

bool operand_same_register(const struct emulated_cpu *cpu, unsigned a, unsigned b)
{
	return cpu->operands[a].type == ZYDIS_OPERAND_TYPE_REGISTER &&
	       cpu->operands[b].type == ZYDIS_OPERAND_TYPE_REGISTER &&
	       cpu->operands[a].reg.value == cpu->operands[b].reg.value;
}

/* Of a register of any width but AH, BH, CH, DH; -1: none. */
static int general_number(ZydisRegister name)
{
	if (name >= ZYDIS_REGISTER_AH && name <= ZYDIS_REGISTER_BH)
		return -1;
	name = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, name);
	return ZydisRegisterGetClass(name) == ZYDIS_REGCLASS_GPR64 ? ZydisRegisterGetId(name)
								   : -1;
}

static bool is_drawn(const struct emulated_cpu *cpu, ZydisRegister name)
{
	int number = general_number(name);

	return number >= 0 && cpu->general[number].drawn;
}

bool operand_is_drawn(const struct emulated_cpu *cpu, unsigned operand)
{
	const ZydisDecodedOperand *o = &cpu->operands[operand];

	if (o->type == ZYDIS_OPERAND_TYPE_MEMORY)
		return is_drawn(cpu, o->mem.base) || is_drawn(cpu, o->mem.index);
	return o->type == ZYDIS_OPERAND_TYPE_REGISTER && is_drawn(cpu, o->reg.value);
}

uint64_t operand_register(struct emulated_cpu *cpu, unsigned number)
{
	if (!emulated_word_is_known(cpu->general[number], 8))
		cpu->stuck = true;
	return cpu->general[number].bits;
}

static uint64_t part_of_address(struct emulated_cpu *cpu, ZydisRegister name)
{
	int number = general_number(name);

	if (name == ZYDIS_REGISTER_NONE)
		return 0;
	if (name == ZYDIS_REGISTER_RIP)
		return cpu->next;
	if (number < 0 || ZydisRegisterGetClass(name) != ZYDIS_REGCLASS_GPR64)
		return stuck(cpu).bits;
	return operand_register(cpu, (unsigned)number);
}

uint64_t operand_address(struct emulated_cpu *cpu, unsigned operand)
{
	const ZydisDecodedOperandMem *m = &cpu->operands[operand].mem;

	return part_of_address(cpu, m->base) + part_of_address(cpu, m->index) * m->scale +
	       (m->disp.has_displacement ? (uint64_t)m->disp.value : 0);
}

static struct emulated_word read_memory(
	struct emulated_cpu *cpu, unsigned operand, unsigned half, unsigned size)
{
	const ZydisDecodedOperandMem *m = &cpu->operands[operand].mem;
	struct emulated_word word;

	if (m->segment == ZYDIS_REGISTER_FS && m->base == ZYDIS_REGISTER_NONE &&
		m->index == ZYDIS_REGISTER_NONE && m->disp.value == CANARY)
		return emulated_word_of(0);
	if (m->segment == ZYDIS_REGISTER_FS || m->segment == ZYDIS_REGISTER_GS ||
		!emulated_memory_read(
			cpu->memory, operand_address(cpu, operand) + 8 * half, size, &word))
		return stuck(cpu);
	return word;
}

static unsigned size_of_half(const struct emulated_cpu *cpu, unsigned operand)
{
	unsigned size = operand_size(cpu, operand);

	return size > 8 ? 8 : size;
}

struct emulated_word operand_read(struct emulated_cpu *cpu, unsigned operand, unsigned half)
{
	const ZydisDecodedOperand *o = &cpu->operands[operand];
	int number;

	switch (o->type) {
	case ZYDIS_OPERAND_TYPE_IMMEDIATE:
		return emulated_word_of(o->imm.value.u);
	case ZYDIS_OPERAND_TYPE_MEMORY:
		return read_memory(cpu, operand, half, size_of_half(cpu, operand));
	case ZYDIS_OPERAND_TYPE_REGISTER:
		if (operand_is_vector(cpu, operand) && ZydisRegisterGetId(o->reg.value) < 16)
			return cpu->vectors[ZydisRegisterGetId(o->reg.value)][half];
		number = general_number(o->reg.value);
		return number < 0 ? stuck(cpu) : cpu->general[number];
	default:
		return stuck(cpu);
	}
}

static void write_general(
	struct emulated_cpu *cpu, unsigned number, unsigned size, struct emulated_word word)
{
	struct emulated_word *to = &cpu->general[number];
	uint64_t mask = size < 8 ? (UINT64_C(1) << 8 * size) - 1 : UINT64_MAX;
	uint8_t bytes = (uint8_t)((1U << size) - 1);

	if (size == 4) {
		*to = emulated_word_of(0);
		bytes = 0x0F;
	}
	to->drawn = word.drawn || (to->drawn && size < 4);
	to->bits = (to->bits & ~mask) | (word.bits & mask);
	to->known = (uint8_t)((to->known & ~bytes) | (word.known & bytes));
}

void operand_write(
	struct emulated_cpu *cpu, unsigned operand, unsigned half, struct emulated_word word)
{
	const ZydisDecodedOperand *o = &cpu->operands[operand];
	int number;

	if (cpu->stuck)
		return;
	if (o->type == ZYDIS_OPERAND_TYPE_MEMORY) {
		cpu->stuck = o->mem.segment == ZYDIS_REGISTER_FS ||
			     o->mem.segment == ZYDIS_REGISTER_GS;
		if (!emulated_memory_write(cpu->memory,
			    operand_address(cpu, operand) + 8 * half,
			    size_of_half(cpu, operand), word))
			cpu->stuck = true;
		return;
	}
	if (operand_is_vector(cpu, operand) && ZydisRegisterGetId(o->reg.value) < 16) {
		cpu->vectors[ZydisRegisterGetId(o->reg.value)][half] = word;
		cpu->stuck |= word.drawn;
		return;
	}
	number = o->type == ZYDIS_OPERAND_TYPE_REGISTER ? general_number(o->reg.value) : -1;
	if (number < 0)
		cpu->stuck = true;
	else
		write_general(cpu, (unsigned)number, operand_size(cpu, operand), word);
}

uint64_t operand_number(struct emulated_cpu *cpu, unsigned operand)
{
	unsigned size = size_of_half(cpu, operand);
	struct emulated_word word = operand_read(cpu, operand, 0);

	if (cpu->operands[operand].type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
		return word.bits;
	if (!emulated_word_is_known(word, size))
		cpu->stuck = true;
	return size < 8 ? word.bits & ((UINT64_C(1) << 8 * size) - 1) : word.bits;
}

int64_t operand_signed(struct emulated_cpu *cpu, unsigned operand)
{
	uint64_t number = operand_number(cpu, operand);
	unsigned shift = 64 - 8 * size_of_half(cpu, operand);

	return (int64_t)(number << shift) >> shift;
}
