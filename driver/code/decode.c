/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/decode.h"

#include <Zydis/Zydis.h>
#include <string.h>

#include "driver/code/image.h"

/* The stack protector's canary: the same in every process. */
#define CANARY 0x28

static const ZydisDecoder *zydis(void)
{
	static ZydisDecoder made;
	static bool ready;

	if (!ready)
		ready = ZYAN_SUCCESS(ZydisDecoderInit(
			&made, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64));
	return &made;
}

static enum decode_flow flow_of(const ZydisDecodedInstruction *i)
{
	switch (i->meta.category) {
	case ZYDIS_CATEGORY_CALL:
		return FLOW_CALL;
	case ZYDIS_CATEGORY_COND_BR:
		return FLOW_BRANCH;
	case ZYDIS_CATEGORY_UNCOND_BR:
		return FLOW_JUMP;
	case ZYDIS_CATEGORY_RET:
		return FLOW_END;
	default:
		break;
	}
	switch (i->mnemonic) {
	case ZYDIS_MNEMONIC_UD0:
	case ZYDIS_MNEMONIC_UD1:
	case ZYDIS_MNEMONIC_UD2:
	case ZYDIS_MNEMONIC_HLT:
	case ZYDIS_MNEMONIC_INT3:
		return FLOW_END;
	default:
		return FLOW_ON;
	}
}

/* What others see afterwards: rounding, denormals, direction, the thread's base, protection. */
static bool acts(const ZydisDecodedInstruction *i)
{
	switch (i->mnemonic) {
	case ZYDIS_MNEMONIC_LDMXCSR:
	case ZYDIS_MNEMONIC_VLDMXCSR:
	case ZYDIS_MNEMONIC_FLDCW:
	case ZYDIS_MNEMONIC_FLDENV:
	case ZYDIS_MNEMONIC_FRSTOR:
	case ZYDIS_MNEMONIC_FNINIT:
	case ZYDIS_MNEMONIC_FXRSTOR:
	case ZYDIS_MNEMONIC_FXRSTOR64:
	case ZYDIS_MNEMONIC_WRFSBASE:
	case ZYDIS_MNEMONIC_WRGSBASE:
	case ZYDIS_MNEMONIC_WRPKRU:
	case ZYDIS_MNEMONIC_STD:
	case ZYDIS_MNEMONIC_POPFQ:
		return true;
	default:
		break;
	}
	switch (i->meta.category) {
	case ZYDIS_CATEGORY_SYSCALL:
	case ZYDIS_CATEGORY_SYSTEM:
	case ZYDIS_CATEGORY_INTERRUPT:
	case ZYDIS_CATEGORY_XSAVE:
	case ZYDIS_CATEGORY_AMX_TILE:
		return i->mnemonic != ZYDIS_MNEMONIC_INT3 &&
		       i->mnemonic != ZYDIS_MNEMONIC_XGETBV &&
		       i->mnemonic != ZYDIS_MNEMONIC_RDTSC &&
		       i->mnemonic != ZYDIS_MNEMONIC_RDTSCP;
	default:
		return false;
	}
}

static bool varies(const ZydisDecodedInstruction *i)
{
	return i->meta.category == ZYDIS_CATEGORY_SYSCALL ||
	       i->mnemonic == ZYDIS_MNEMONIC_RDTSC || i->mnemonic == ZYDIS_MNEMONIC_RDTSCP ||
	       i->mnemonic == ZYDIS_MNEMONIC_RDRAND || i->mnemonic == ZYDIS_MNEMONIC_RDSEED ||
	       i->mnemonic == ZYDIS_MNEMONIC_RDPID;
}

/* 0: the address is taken; a bit that a register tells may be far from it. */
static uint16_t width_of(const ZydisDecodedInstruction *i, const ZydisDecoderContext *context)
{
	ZydisDecodedOperand operands[ZYDIS_MAX_OPERAND_COUNT];

	if (!ZYAN_SUCCESS(ZydisDecoderDecodeOperands(
		    zydis(), context, i, operands, i->operand_count)))
		return 0;
	for (unsigned k = 0; k < i->operand_count; k++)
		if (operands[k].type == ZYDIS_OPERAND_TYPE_MEMORY &&
			operands[k].mem.disp.has_displacement)
			return operands[k].mem.type == ZYDIS_MEMOP_TYPE_MEM &&
					       !(i->meta.category == ZYDIS_CATEGORY_BITBYTE &&
						       i->operand_count_visible == 2 &&
						       operands[1].type ==
							       ZYDIS_OPERAND_TYPE_REGISTER)
				       ? (uint16_t)((operands[k].size + 7) / 8)
				       : 0;
	return 0;
}

static void add_displacement(const ZydisDecodedInstruction *i,
	const ZydisDecoderContext *context, struct decode_instruction *out)
{
	bool has_sib = i->raw.modrm.rm == 4;
	bool no_base = i->raw.modrm.mod == 0 && (!has_sib || i->raw.sib.base == 5);
	bool index = has_sib && (i->raw.sib.index != 4 || i->raw.rex.X);
	struct decode_field *field = &out->fields[out->field_count];

	if (i->raw.disp.size != 32 && i->raw.disp.size != 64)
		return;
	out->field_count++;
	*field = (struct decode_field){ .offset = i->raw.disp.offset,
		.size = i->raw.disp.size / 8,
		.memory = true,
		.value = i->raw.disp.value };
	/* A disp of 64 bits belongs to an absolute mov without ModRM. */
	if (i->raw.disp.size == 64) {
		field->width = 16;
		return;
	}
	field->relative = no_base && !has_sib;
	field->indexed = !field->relative && (!no_base || index);
	if (no_base && !field->indexed)
		field->width = width_of(i, context);
}

static void add_immediates(
	const ZydisDecodedInstruction *i, enum decode_flow flow, struct decode_instruction *out)
{
	for (unsigned k = 0; k < 2 && out->field_count < 2; k++) {
		const struct ZydisDecodedInstructionRawImm_ *imm = &i->raw.imm[k];

		if (!imm->size || (!imm->is_relative && imm->size < 32))
			continue;
		out->fields[out->field_count++] = (struct decode_field){ .offset = imm->offset,
			.size = imm->size / 8,
			.relative = imm->is_relative,
			.branch = imm->is_relative && flow != FLOW_ON,
			.value = imm->value.s };
	}
}

bool decode(const unsigned char *code, size_t left, struct decode_instruction *out)
{
	ZydisDecodedInstruction i;
	ZydisDecoderContext context;

	if (!ZYAN_SUCCESS(ZydisDecoderDecodeInstruction(zydis(), &context, code, left, &i)))
		return false;
	*out = (struct decode_instruction){ .size = i.length,
		.flow = flow_of(&i),
		.acts = acts(&i),
		.varies = varies(&i),
		.no_op = i.meta.category == ZYDIS_CATEGORY_NOP ||
			 i.meta.category == ZYDIS_CATEGORY_WIDENOP ||
			 i.mnemonic == ZYDIS_MNEMONIC_INT3 };
	if (i.raw.disp.size)
		add_displacement(&i, &context, out);
	add_immediates(&i, out->flow, out);
	out->thread = i.mnemonic == ZYDIS_MNEMONIC_RDFSBASE ||
		      (i.attributes & ZYDIS_ATTRIB_HAS_SEGMENT_FS &&
			      !(out->field_count && out->fields[0].value == CANARY));
	out->indirect = (out->flow == FLOW_CALL || out->flow == FLOW_JUMP) &&
			!(out->field_count && out->fields[0].branch) && !i.raw.imm[0].size;
	return true;
}

bool decode_at(const struct image_section *section, uint64_t at, uint64_t end,
	ZydisDisassembledInstruction *i)
{
	return section && section->bytes && at >= section->address &&
	       end <= section->address + section->size &&
	       ZYAN_SUCCESS(
		       ZydisDecoderDecodeFull(zydis(), section->bytes + (at - section->address),
			       end - at, &i->info, i->operands));
}

int decode_register(int reg)
{
	ZydisRegister whole = ZydisRegisterGetLargestEnclosing(
		ZYDIS_MACHINE_MODE_LONG_64, (ZydisRegister)reg);

	return ZydisRegisterGetClass(whole) == ZYDIS_REGCLASS_GPR64 ? ZydisRegisterGetId(whole)
								    : -1;
}

static void sweep(const struct image_section *section, uint64_t at, uint64_t end,
	sweep_visit *visit, void *ctx)
{
	struct decode_instruction i;

	while (at < end) {
		if (!decode(section->bytes + (at - section->address), end - at, &i)) {
			at++;
			continue;
		}
		visit(ctx, &i, at);
		at += i.size;
	}
}

void sweep_code(const struct image *image, sweep_visit *visit, void *ctx)
{
	for (size_t k = 0; k < image->section_count; k++) {
		const struct image_section *section = &image->sections[k];
		uint64_t at = section->address, end = at + section->size;

		if (!section->bytes || !section_is_code(section))
			continue;
		for (size_t i = image_symbol_from(image, at);
			i < image->symbol_count && image->symbols[i].address < end; i++) {
			sweep(section, at, image->symbols[i].address, visit, ctx);
			at = image->symbols[i].address;
		}
		sweep(section, at, end, visit, ctx);
	}
}

/* No-ops, or a jump over them; then zeros. */
static bool is_padding(const unsigned char *code, size_t size)
{
	struct decode_instruction i;

	for (; size && *code; code += i.size, size -= i.size) {
		i.size = 1;
		if (*code == 0xCC)
			continue;
		if (!decode(code, size, &i))
			return false;
		if (!i.no_op &&
			!(i.flow == FLOW_JUMP && i.field_count && i.fields[0].relative &&
				i.size + (uint64_t)i.fields[0].value == size))
			return false;
	}
	while (size && !*code)
		code++, size--;
	return !size;
}

/* The last function of crtbegin.o, whose symbols have no sizes, ends with its first jump. */
static uint64_t behind_start_files(const struct image *image,
	const struct image_section *section, uint64_t start, uint64_t end)
{
	const struct image_label *label = image_label_like(image, start, end, "frame_dummy");
	struct decode_instruction i = { .flow = FLOW_ON };

	if (!label)
		return start;
	for (start = label->address; start < end && i.flow == FLOW_ON; start += i.size)
		if (!decode(section->bytes + (start - section->address), end - start, &i))
			break;
	return start;
}

uint64_t sweep_gap(const struct image *image, uint64_t start, uint64_t end)
{
	const struct image_section *section = image_section_at(image, start);

	if (!section || !section->bytes)
		return end;
	start = behind_start_files(image, section, start, end);
	return is_padding(section->bytes + (start - section->address), end - start) ? end
										    : start;
}
