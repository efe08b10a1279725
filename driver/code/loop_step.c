/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/loop_step.h"

#include <Zydis/Zydis.h>

#include "compare/base/memory.h"

#define WIDEST_BITS 64 /* a longer store copies or fills */

static int whole(ZydisRegister r)
{
	return ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, r);
}

static bool is_move(ZydisMnemonic mnemonic)
{
	static const ZydisMnemonic moves[] = { ZYDIS_MNEMONIC_MOV, ZYDIS_MNEMONIC_MOVD,
		ZYDIS_MNEMONIC_MOVQ, ZYDIS_MNEMONIC_MOVSS, ZYDIS_MNEMONIC_MOVSD,
		ZYDIS_MNEMONIC_MOVLPS, ZYDIS_MNEMONIC_MOVLPD, ZYDIS_MNEMONIC_MOVAPS,
		ZYDIS_MNEMONIC_MOVAPD, ZYDIS_MNEMONIC_MOVDQA, ZYDIS_MNEMONIC_VMOVD,
		ZYDIS_MNEMONIC_VMOVQ, ZYDIS_MNEMONIC_VMOVSS, ZYDIS_MNEMONIC_VMOVSD,
		ZYDIS_MNEMONIC_VMOVAPS, ZYDIS_MNEMONIC_VMOVAPD };

	for (size_t i = 0; i < ARRAY_SIZE(moves); i++)
		if (moves[i] == mnemonic)
			return true;
	return false;
}

static void take_memory(
	struct loop_step *s, const ZydisDecodedOperand *o, bool load, bool framed)
{
	s->base = whole(o->mem.base);
	s->slot = o->mem.disp.value;
	if (o->mem.index || o->mem.segment == ZYDIS_REGISTER_FS || o->size > WIDEST_BITS)
		return;
	if (load)
		s->kind = STEP_LOAD;
	else if (s->base == ZYDIS_REGISTER_RSP || (framed && s->base == ZYDIS_REGISTER_RBP))
		s->kind = STEP_STORE;
	else
		s->kind = STEP_SAVE;
}

static enum step_kind kind_of(const struct loop_step *s, const ZydisDecodedInstruction *i,
	const ZydisDecodedOperand *o)
{
	switch (i->mnemonic) {
	case ZYDIS_MNEMONIC_CMP:
	case ZYDIS_MNEMONIC_TEST:
		return STEP_COMPARE;
	case ZYDIS_MNEMONIC_INC:
	case ZYDIS_MNEMONIC_DEC:
		return STEP_COUNT;
	case ZYDIS_MNEMONIC_ADD:
	case ZYDIS_MNEMONIC_SUB:
		return o[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE ? STEP_COUNT : STEP_WORK;
	case ZYDIS_MNEMONIC_XOR:
	case ZYDIS_MNEMONIC_PXOR:
	case ZYDIS_MNEMONIC_XORPS:
		return s->to == s->from ? STEP_SET : STEP_WORK;
	default:
		return is_move(i->mnemonic) ? STEP_SET : STEP_WORK;
	}
}

static void take_operands(struct loop_step *s, const ZydisDecodedInstruction *i,
	const ZydisDecodedOperand *o, bool *framed)
{
	const ZydisDecodedOperand *second = i->operand_count_visible > 1 ? &o[1] : &o[0];
	bool memory = second->type == ZYDIS_OPERAND_TYPE_MEMORY;

	s->to = o[0].type == ZYDIS_OPERAND_TYPE_REGISTER ? whole(o[0].reg.value) : 0;
	s->from = second->type == ZYDIS_OPERAND_TYPE_REGISTER ? whole(second->reg.value) : 0;
	if (is_move(i->mnemonic) && (memory || !s->to))
		take_memory(s, &o[memory], memory, *framed);
	else if (s->to && !memory)
		s->kind = kind_of(s, i, o);
	if (s->kind == STEP_COUNT)
		s->slot =
			second->type == ZYDIS_OPERAND_TYPE_IMMEDIATE ? second->imm.value.s : 1;
	*framed |= i->mnemonic == ZYDIS_MNEMONIC_MOV && s->to == ZYDIS_REGISTER_RBP &&
		   s->from == ZYDIS_REGISTER_RSP;
}

bool loop_step_read(
	struct loop_step *s, const unsigned char *code, size_t left, uint64_t at, bool *framed)
{
	struct decode_instruction d;
	ZydisDecodedInstruction i;
	ZydisDecodedOperand o[ZYDIS_MAX_OPERAND_COUNT] = { 0 };

	if (!decode(code, left, &d) ||
		!ZYAN_SUCCESS(ZydisDecoderDecodeFull(decode_zydis(), code, left, &i, o)))
		return false;
	*s = (struct loop_step){ .at = at, .size = d.size, .flow = d.flow };
	if (d.field_count && d.fields[0].branch)
		s->target = at + d.size + (uint64_t)d.fields[0].value;
	if (d.flow == FLOW_BRANCH && s->target)
		s->kind = STEP_BRANCH;
	else if ((d.flow == FLOW_JUMP && s->target) || i.mnemonic == ZYDIS_MNEMONIC_ENDBR64 ||
		 (i.mnemonic == ZYDIS_MNEMONIC_NOP && d.size > 1)) /* one byte: a person's */
		s->kind = STEP_NOTHING;
	else if (d.flow == FLOW_ON && i.operand_count_visible)
		take_operands(s, &i, o, framed);
	return true;
}
