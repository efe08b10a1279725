/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/registers.h"

#include <Zydis/Zydis.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/decode.h"
#include "driver/code/image.h"
#include "driver/code/regions.h"

/* That a call leaves as they are, by number: rbx, rsp, rbp, r12 to r15. */
#define KEPT_BY_CALLS 0xF038u

/* Of a general register, or a part of it; -1: another one. */
static int number_of(ZydisRegister reg)
{
	reg = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, reg);
	return ZydisRegisterGetClass(reg) == ZYDIS_REGCLASS_GPR64 ? ZydisRegisterGetId(reg)
								  : -1;
}

static void forget(struct registers *r)
{
	memset(r->values, 0, sizeof(r->values));
}

static void add_jump(struct registers *r, uint64_t target)
{
	struct register_jump *jump = ARRAY_ADD(r->jumps, r->count, r->capacity);

	jump->target = target;
	memcpy(jump->values, r->values, sizeof(r->values));
}

void registers_begin(
	struct registers *r, const unsigned char *code, const struct region *function)
{
	struct decode_instruction i;

	r->count = 0;
	r->reached = true;
	r->lost = false;
	forget(r);
	for (uint64_t at = function->start; at < function->end; at += i.size) {
		uint64_t target;

		if (!decode(code + (at - function->start), function->end - at, &i))
			return;
		r->lost |= i.flow == FLOW_JUMP && i.indirect;
		target = at + i.size + (uint64_t)i.fields[0].value;
		if (i.field_count && i.fields[0].branch && i.flow != FLOW_CALL && target <= at)
			add_jump(r, target);
	}
}

void registers_join(struct registers *r, uint64_t at)
{
	bool known = r->reached;

	for (size_t i = 0; i < r->count; i++) {
		if (r->jumps[i].target != at)
			continue;
		if (!known)
			memcpy(r->values, r->jumps[i].values, sizeof(r->values));
		known = true;
		for (size_t k = 0; k < REGISTERS; k++)
			if (r->values[k].kind != r->jumps[i].values[k].kind ||
				r->values[k].number != r->jumps[i].values[k].number)
				r->values[k] = (struct register_value){ 0 };
	}
	if (!known || r->lost)
		forget(r); /* a handler of exceptions, or a case of a table */
	r->reached = true;
}

/* What the instruction puts into its first operand. */
static struct register_value result_of(const struct registers *r, const struct image *image,
	const ZydisDecodedInstruction *i, const ZydisDecodedOperand *o, uint64_t at)
{
	struct register_value value = { .kind = VALUE_ADDRESS };
	int from = i->mnemonic == ZYDIS_MNEMONIC_MOV && o[1].type == ZYDIS_OPERAND_TYPE_REGISTER
			   ? number_of(o[1].reg.value)
			   : -1;

	if (from >= 0 && o[1].size == 64)
		return r->values[from];
	if (i->mnemonic == ZYDIS_MNEMONIC_LEA && o[1].mem.base == ZYDIS_REGISTER_RIP &&
		ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(i, &o[1], at, &value.number)))
		return value;
	value.number = o[1].imm.value.u;
	if (i->mnemonic == ZYDIS_MNEMONIC_MOV && !image->moves &&
		o[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
		return value;
	return (struct register_value){ 0 };
}

static void leave(struct registers *r, const ZydisDecodedInstruction *i, uint64_t at)
{
	switch (i->meta.category) {
	case ZYDIS_CATEGORY_CALL:
		for (unsigned k = 0; k < REGISTERS; k++)
			if (!(KEPT_BY_CALLS >> k & 1))
				r->values[k] = (struct register_value){ 0 };
		return;
	case ZYDIS_CATEGORY_COND_BR:
	case ZYDIS_CATEGORY_UNCOND_BR:
		if (i->raw.imm[0].is_relative)
			add_jump(r, at + i->length + i->raw.imm[0].value.u);
		r->reached = i->meta.category == ZYDIS_CATEGORY_COND_BR;
		return;
	case ZYDIS_CATEGORY_RET:
		r->reached = false;
		return;
	default:
		return;
	}
}

struct register_value registers_take(struct registers *r, const struct image *image,
	const unsigned char *code, size_t size, uint64_t at)
{
	ZydisDecodedInstruction i;
	ZydisDecodedOperand o[ZYDIS_MAX_OPERAND_COUNT];
	struct register_value value;

	if (!ZYAN_SUCCESS(ZydisDecoderDecodeFull(decode_zydis(), code, size, &i, o)))
		return (struct register_value){ 0 };
	leave(r, &i, at);
	value = result_of(r, image, &i, o, at);
	for (unsigned k = 0; k < i.operand_count; k++) {
		int number = o[k].type == ZYDIS_OPERAND_TYPE_REGISTER
				     ? number_of(o[k].reg.value)
				     : -1;

		if (number >= 0 && o[k].actions & ZYDIS_OPERAND_ACTION_MASK_WRITE)
			r->values[number] =
				k || o[0].size < 32 ? (struct register_value){ 0 } : value;
	}
	return o[0].type == ZYDIS_OPERAND_TYPE_MEMORY ? value : (struct register_value){ 0 };
}

void registers_release(struct registers *r)
{
	free(r->jumps);
	*r = (struct registers){ 0 };
}
