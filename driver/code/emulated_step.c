/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/emulated_step.h"

#include "driver/code/emulated_operand.h"
#include "driver/code/emulated_vector.h"

static uint64_t mask_of(unsigned size)
{
	return size < 8 ? (UINT64_C(1) << 8 * size) - 1 : UINT64_MAX;
}

static bool sign_of(uint64_t value, unsigned size)
{
	return value >> (8 * size - 1) & 1;
}

static void set_flags(
	struct emulated_cpu *cpu, uint64_t result, unsigned size, bool carry, bool overflow)
{
	result &= mask_of(size);
	cpu->flags_known = true;
	cpu->zero = !result;
	cpu->sign = sign_of(result, size);
	cpu->carry = carry;
	cpu->overflow = overflow;
}

static uint64_t add(struct emulated_cpu *cpu, uint64_t a, uint64_t b, unsigned size)
{
	uint64_t sum = (a + b) & mask_of(size);

	set_flags(cpu, sum, size, sum < (a & mask_of(size)),
		sign_of(a, size) == sign_of(b, size) && sign_of(sum, size) != sign_of(a, size));
	return sum;
}

static uint64_t subtract(struct emulated_cpu *cpu, uint64_t a, uint64_t b, unsigned size)
{
	uint64_t difference = (a - b) & mask_of(size);

	set_flags(cpu, difference, size, (a & mask_of(size)) < (b & mask_of(size)),
		sign_of(a, size) != sign_of(b, size) &&
			sign_of(difference, size) != sign_of(a, size));
	return difference;
}

static uint64_t logic(struct emulated_cpu *cpu, uint64_t result, unsigned size)
{
	set_flags(cpu, result, size, false, false);
	return result;
}

static uint64_t shift(struct emulated_cpu *cpu, unsigned size)
{
	unsigned count = operand_number(cpu, 1) & (size == 8 ? 63 : 31);
	uint64_t value = operand_number(cpu, 0);

	/* Flags of shifts are not worked out: who needs them is stuck. */
	cpu->flags_known = cpu->flags_known && !count;
	switch (cpu->instruction.mnemonic) {
	case ZYDIS_MNEMONIC_SHL:
		return value << count;
	case ZYDIS_MNEMONIC_SHR:
		return value >> count;
	default:
		return (uint64_t)(operand_signed(cpu, 0) >> count);
	}
}

/* Two operands, of which the first is the result. */
static void compute(struct emulated_cpu *cpu)
{
	unsigned size = operand_size(cpu, 0);
	uint64_t a = operand_number(cpu, 0), b = operand_number(cpu, 1), result;

	switch (cpu->instruction.mnemonic) {
	case ZYDIS_MNEMONIC_ADD:
		result = add(cpu, a, b, size);
		break;
	case ZYDIS_MNEMONIC_SUB:
		result = subtract(cpu, a, b, size);
		break;
	case ZYDIS_MNEMONIC_CMP:
		subtract(cpu, a, b, size);
		return;
	case ZYDIS_MNEMONIC_TEST:
		logic(cpu, a & b, size);
		return;
	case ZYDIS_MNEMONIC_AND:
		result = logic(cpu, a & b, size);
		break;
	case ZYDIS_MNEMONIC_OR:
		result = logic(cpu, a | b, size);
		break;
	default:
		result = logic(cpu, a ^ b, size);
	}
	operand_write(cpu, 0, 0, emulated_word_of(result));
}

/* What a register holds does not matter when it is combined with itself. */
static void exclude(struct emulated_cpu *cpu)
{
	if (!operand_same_register(cpu, 0, 1)) {
		compute(cpu);
		return;
	}
	set_flags(cpu, 0, operand_size(cpu, 0), false, false);
	operand_write(cpu, 0, 0, emulated_word_of(0));
}

static void change_one(struct emulated_cpu *cpu)
{
	unsigned size = operand_size(cpu, 0);
	uint64_t value = operand_number(cpu, 0);
	bool carry = cpu->carry;

	switch (cpu->instruction.mnemonic) {
	case ZYDIS_MNEMONIC_INC:
		value = add(cpu, value, 1, size);
		cpu->carry = carry;
		break;
	case ZYDIS_MNEMONIC_DEC:
		value = subtract(cpu, value, 1, size);
		cpu->carry = carry;
		break;
	case ZYDIS_MNEMONIC_NEG:
		value = subtract(cpu, 0, value, size);
		break;
	default:
		value = ~value;
	}
	operand_write(cpu, 0, 0, emulated_word_of(value));
}

static void multiply(struct emulated_cpu *cpu)
{
	unsigned first = cpu->instruction.operand_count_visible == 3 ? 1 : 0;

	if (cpu->instruction.operand_count_visible < 2) {
		cpu->stuck = true;
		return;
	}
	operand_write(cpu, 0, 0,
		emulated_word_of((uint64_t)operand_signed(cpu, first) *
				 (uint64_t)operand_signed(cpu, first + 1)));
	cpu->flags_known = false;
}

/* RDX and RAX are RAX times the operand. */
static void multiply_wide(struct emulated_cpu *cpu)
{
	__uint128_t product =
		(__uint128_t)operand_register(cpu, CPU_AX) * operand_number(cpu, 0);

	cpu->stuck |= operand_size(cpu, 0) != 8;
	cpu->general[CPU_AX] = emulated_word_of((uint64_t)product);
	cpu->general[CPU_DX] = emulated_word_of((uint64_t)(product >> 64));
	cpu->flags_known = false;
}

/* RAX by the operand, where RDX is only the sign of RAX. */
static void divide(struct emulated_cpu *cpu)
{
	int64_t value = (int64_t)operand_register(cpu, CPU_AX);
	int64_t divisor = operand_signed(cpu, 0);

	if (operand_size(cpu, 0) != 8 || divisor == 0 || divisor == -1 ||
		(int64_t)operand_register(cpu, CPU_DX) != value >> 63) {
		cpu->stuck = true;
		return;
	}
	cpu->general[CPU_AX] = emulated_word_of((uint64_t)(value / divisor));
	cpu->general[CPU_DX] = emulated_word_of((uint64_t)(value % divisor));
	cpu->flags_known = false;
}

/* The last four bits of the operation code, of jumps, moves and settings alike. */
static bool condition(struct emulated_cpu *cpu)
{
	unsigned code = cpu->instruction.opcode & 15;
	bool holds = false;

	if (!cpu->flags_known)
		cpu->stuck = true;
	switch (code >> 1) {
	case 0:
		holds = cpu->overflow;
		break;
	case 1:
		holds = cpu->carry;
		break;
	case 2:
		holds = cpu->zero;
		break;
	case 3:
		holds = cpu->carry || cpu->zero;
		break;
	case 4:
		holds = cpu->sign;
		break;
	case 5: /* parity */
		cpu->stuck = true;
		break;
	case 6:
		holds = cpu->sign != cpu->overflow;
		break;
	default:
		holds = cpu->zero || cpu->sign != cpu->overflow;
	}
	return holds != (code & 1);
}

void emulated_push(struct emulated_cpu *cpu, unsigned long long value)
{
	uint64_t at = operand_register(cpu, CPU_SP) - 8;

	cpu->general[CPU_SP] = emulated_word_of(at);
	if (!emulated_memory_write(cpu->memory, at, 8, emulated_word_of(value)))
		cpu->stuck = true;
}

static struct emulated_word pop_word(struct emulated_cpu *cpu)
{
	uint64_t at = operand_register(cpu, CPU_SP);
	struct emulated_word word;

	cpu->general[CPU_SP] = emulated_word_of(at + 8);
	if (!emulated_memory_read(cpu->memory, at, 8, &word))
		cpu->stuck = true;
	return word;
}

unsigned long long emulated_pop(struct emulated_cpu *cpu)
{
	struct emulated_word word = pop_word(cpu);

	if (!emulated_word_is_known(word, 8))
		cpu->stuck = true;
	return word.bits;
}

static void push_operand(struct emulated_cpu *cpu)
{
	struct emulated_word word = operand_read(cpu, 0, 0);

	emulated_push(cpu, 0);
	if (operand_size(cpu, 0) != 8 ||
		!emulated_memory_write(cpu->memory, operand_register(cpu, CPU_SP), 8, word))
		cpu->stuck = true;
}

static void go(struct emulated_cpu *cpu, bool call)
{
	const ZydisDecodedOperand *o = &cpu->operands[0];
	uint64_t to = o->type == ZYDIS_OPERAND_TYPE_IMMEDIATE
			      ? cpu->next + (uint64_t)o->imm.value.s
			      : operand_number(cpu, 0);

	if (call)
		emulated_push(cpu, cpu->next);
	cpu->next = to;
}

/* REP MOVS and REP STOS of 1, 2, 4 or 8 bytes, upwards. */
static void repeat(struct emulated_cpu *cpu, bool copy, unsigned size)
{
	bool many = cpu->instruction.attributes & ZYDIS_ATTRIB_HAS_REP;
	uint64_t count = many ? operand_register(cpu, CPU_CX) : 1;
	uint64_t from = copy ? operand_register(cpu, CPU_SI) : 0;
	uint64_t to = operand_register(cpu, CPU_DI);
	struct emulated_word word = cpu->general[CPU_AX];

	for (; count && !cpu->stuck; count--, from += size, to += size) {
		if (copy && !emulated_memory_read(cpu->memory, from, size, &word))
			cpu->stuck = true;
		else if (!emulated_memory_write(cpu->memory, to, size, word))
			cpu->stuck = true;
	}
	if (many)
		cpu->general[CPU_CX] = emulated_word_of(0);
	if (copy)
		cpu->general[CPU_SI] = emulated_word_of(from);
	cpu->general[CPU_DI] = emulated_word_of(to);
}

static bool step_flow(struct emulated_cpu *cpu)
{
	switch (cpu->instruction.mnemonic) {
	case ZYDIS_MNEMONIC_CALL:
		go(cpu, true);
		return true;
	case ZYDIS_MNEMONIC_JMP:
		go(cpu, false);
		return true;
	case ZYDIS_MNEMONIC_RET:
		cpu->next = emulated_pop(cpu);
		return true;
	case ZYDIS_MNEMONIC_PUSH:
		push_operand(cpu);
		return true;
	case ZYDIS_MNEMONIC_POP:
		operand_write(cpu, 0, 0, pop_word(cpu));
		return true;
	case ZYDIS_MNEMONIC_LEAVE:
		cpu->general[CPU_SP] = cpu->general[CPU_BP];
		cpu->general[CPU_BP] = pop_word(cpu);
		return true;
	default:
		break;
	}
	switch (cpu->instruction.meta.category) {
	case ZYDIS_CATEGORY_COND_BR:
		/* No LOOP, no JRCXZ. */
		if (cpu->instruction.opcode >> 4 != 7 && cpu->instruction.opcode >> 4 != 8)
			cpu->stuck = true;
		else if (condition(cpu))
			go(cpu, false);
		return true;
	case ZYDIS_CATEGORY_CMOV:
		/* 32 bits clear the others even where nothing is moved. */
		operand_write(cpu, 0, 0, operand_read(cpu, condition(cpu) ? 1 : 0, 0));
		return true;
	case ZYDIS_CATEGORY_SETCC:
		operand_write(cpu, 0, 0, emulated_word_of(condition(cpu)));
		return true;
	case ZYDIS_CATEGORY_NOP:
	case ZYDIS_CATEGORY_WIDENOP:
	case ZYDIS_CATEGORY_CET:
		cpu->stuck |= cpu->instruction.meta.category == ZYDIS_CATEGORY_CET &&
			      cpu->instruction.mnemonic != ZYDIS_MNEMONIC_ENDBR64;
		return true;
	default:
		return false;
	}
}

static bool step_string(struct emulated_cpu *cpu)
{
	switch (cpu->instruction.mnemonic) {
	case ZYDIS_MNEMONIC_MOVSB:
		repeat(cpu, true, 1);
		return true;
	case ZYDIS_MNEMONIC_MOVSQ:
		repeat(cpu, true, 8);
		return true;
	case ZYDIS_MNEMONIC_STOSB:
		repeat(cpu, false, 1);
		return true;
	case ZYDIS_MNEMONIC_STOSQ:
		repeat(cpu, false, 8);
		return true;
	case ZYDIS_MNEMONIC_MOVSD:
		if (cpu->instruction.meta.category == ZYDIS_CATEGORY_STRINGOP)
			repeat(cpu, true, 4);
		else
			emulated_vector_move(cpu, 8);
		return true;
	default:
		return false;
	}
}

static void step_arithmetic(struct emulated_cpu *cpu)
{
	switch (cpu->instruction.mnemonic) {
	case ZYDIS_MNEMONIC_CQO:
		cpu->general[CPU_DX] = emulated_word_of(
			(uint64_t)((int64_t)operand_register(cpu, CPU_AX) >> 63));
		break;
	case ZYDIS_MNEMONIC_IDIV:
		divide(cpu);
		break;
	case ZYDIS_MNEMONIC_XOR:
		exclude(cpu);
		break;
	case ZYDIS_MNEMONIC_ADD:
	case ZYDIS_MNEMONIC_SUB:
	case ZYDIS_MNEMONIC_CMP:
	case ZYDIS_MNEMONIC_TEST:
	case ZYDIS_MNEMONIC_AND:
	case ZYDIS_MNEMONIC_OR:
		compute(cpu);
		break;
	case ZYDIS_MNEMONIC_INC:
	case ZYDIS_MNEMONIC_DEC:
	case ZYDIS_MNEMONIC_NEG:
	case ZYDIS_MNEMONIC_NOT:
		change_one(cpu);
		break;
	case ZYDIS_MNEMONIC_SHL:
	case ZYDIS_MNEMONIC_SHR:
	case ZYDIS_MNEMONIC_SAR:
		operand_write(cpu, 0, 0, emulated_word_of(shift(cpu, operand_size(cpu, 0))));
		break;
	case ZYDIS_MNEMONIC_IMUL:
		multiply(cpu);
		break;
	case ZYDIS_MNEMONIC_MUL:
		multiply_wide(cpu);
		break;
	default:
		cpu->stuck = true;
	}
}

/* What is computed from what is drawn is drawn, and so are the flags. Not of memory: nothing
 * that is drawn is read there. */
static bool step_drawn(struct emulated_cpu *cpu)
{
	bool drawn = false;

	for (unsigned i = 0; i < cpu->instruction.operand_count_visible; i++)
		drawn |= (i || cpu->operands[0].actions & ZYDIS_OPERAND_ACTION_MASK_READ) &&
			 operand_is_drawn(cpu, i);
	if (!drawn || cpu->operands[0].type != ZYDIS_OPERAND_TYPE_REGISTER)
		return false;
	switch (cpu->instruction.mnemonic) {
	case ZYDIS_MNEMONIC_XOR:
		if (operand_same_register(cpu, 0, 1))
			return false;
		break;
	case ZYDIS_MNEMONIC_ADD:
	case ZYDIS_MNEMONIC_SUB:
	case ZYDIS_MNEMONIC_AND:
	case ZYDIS_MNEMONIC_OR:
	case ZYDIS_MNEMONIC_SHL:
	case ZYDIS_MNEMONIC_SHR:
	case ZYDIS_MNEMONIC_IMUL:
		break;
	case ZYDIS_MNEMONIC_LEA:
		operand_write(cpu, 0, 0, (struct emulated_word){ .drawn = true });
		return true;
	default:
		return false;
	}
	operand_write(cpu, 0, 0, (struct emulated_word){ .drawn = true });
	cpu->flags_known = false;
	return true;
}

static void step_general(struct emulated_cpu *cpu)
{
	if (step_drawn(cpu))
		return;
	switch (cpu->instruction.mnemonic) {
	case ZYDIS_MNEMONIC_MOV:
		operand_write(cpu, 0, 0, operand_read(cpu, 1, 0));
		break;
	case ZYDIS_MNEMONIC_MOVZX:
		operand_write(cpu, 0, 0, emulated_word_of(operand_number(cpu, 1)));
		break;
	case ZYDIS_MNEMONIC_MOVSX:
	case ZYDIS_MNEMONIC_MOVSXD:
		operand_write(cpu, 0, 0, emulated_word_of((uint64_t)operand_signed(cpu, 1)));
		break;
	case ZYDIS_MNEMONIC_LEA:
		operand_write(cpu, 0, 0, emulated_word_of(operand_address(cpu, 1)));
		break;
	case ZYDIS_MNEMONIC_CDQE:
		cpu->general[CPU_AX] = emulated_word_of(
			(uint64_t)(int64_t)(int32_t)operand_register(cpu, CPU_AX));
		break;
	default:
		step_arithmetic(cpu);
	}
}

void emulated_step(struct emulated_cpu *cpu)
{
	if (cpu->instruction.attributes & ZYDIS_ATTRIB_HAS_LOCK ||
		!(step_flow(cpu) || step_string(cpu) || emulated_vector_step(cpu)))
		step_general(cpu);
}
