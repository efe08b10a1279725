/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/registers.h"

#include <Zydis/Zydis.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/decode.h"
#include "driver/code/image.h"
#include "driver/code/regions.h"

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
	memset(r->values, 0, sizeof(r->values));
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
	/* A handler of exceptions, or a case of a table. */
	if (!known || r->lost)
		memset(r->values, 0, sizeof(r->values));
	r->reached = true;
}

/* What the instruction puts into its first operand. */
static struct register_value result_of(const struct registers *r, const struct image *image,
	const ZydisDisassembledInstruction *i, uint64_t at)
{
	const ZydisDecodedOperand *from = &i->operands[1];
	struct register_value value = { .kind = VALUE_ADDRESS };
	bool moves = i->info.mnemonic == ZYDIS_MNEMONIC_MOV;
	int number = moves && from->type == ZYDIS_OPERAND_TYPE_REGISTER
			     ? decode_register(from->reg.value)
			     : -1;

	if (number >= 0 && from->size == 64)
		return r->values[number];
	if (i->info.mnemonic == ZYDIS_MNEMONIC_LEA && from->mem.base == ZYDIS_REGISTER_RIP &&
		ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&i->info, from, at, &value.number)))
		return value;
	value.number = from->imm.value.u;
	if (moves && !image->moves && from->type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
		return value;
	return (struct register_value){ 0 };
}

static void leave(struct registers *r, const struct decode_instruction *i, uint64_t at)
{
	for (unsigned k = 0; k < REGISTERS && i->flow == FLOW_CALL; k++)
		if (!(DECODE_KEPT >> k & 1))
			r->values[k] = (struct register_value){ 0 };
	if (i->flow == FLOW_CALL)
		return;
	if (i->field_count && i->fields[0].branch)
		add_jump(r, at + i->size + (uint64_t)i->fields[0].value);
	r->reached = i->flow == FLOW_ON || i->flow == FLOW_BRANCH;
}

struct register_value registers_take(struct registers *r, const struct image *image,
	const struct image_section *section, const struct decode_instruction *decoded,
	uint64_t at)
{
	ZydisDisassembledInstruction i;
	const ZydisDecodedOperand *o = i.operands;
	struct register_value value;

	if (!decode_at(section, at, at + decoded->size, &i))
		return (struct register_value){ 0 };
	leave(r, decoded, at);
	value = result_of(r, image, &i, at);
	for (unsigned k = 0; k < i.info.operand_count; k++) {
		int number = o[k].type == ZYDIS_OPERAND_TYPE_REGISTER
				     ? decode_register(o[k].reg.value)
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
}
