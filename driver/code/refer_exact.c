/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: all ways from the instruction on are followed, with the registers that hold the
 * address, until a call consumes it: the ABI says which registers hold arguments, and that the
 * others of a caller are lost. Any other use, a way that leaves the function, and a long one
 * say no. Numbers in registers are known from a few instructions before, if no jump leads
 * between.
 */
#include "driver/code/refer_exact.h"

#include <Zydis/Zydis.h>
#include <elf.h>
#include <fnmatch.h>
#include <stddef.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/constants.h"
#include "driver/code/decode.h"
#include "driver/code/image.h"
#include "driver/code/parse.h"
#include "driver/code/refer_import.h"
#include "driver/code/trusted.h"

#define TEXT_UP_TO_NUL UINT64_MAX
/* Compilers load arguments right before the call. */
#define INSTRUCTIONS_MAX 100
#define WAYS_MAX         8
#define REGISTERS        16
#define BYTES_MAX        65536
#define ARGUMENTS        0x03C6u /* rdi, rsi, rdx, rcx, r8, r9 */
/* As the loader gives them to constructors; and so many calls pass them on. */
#define ENTRY_ARGUMENTS 0x00C4u
#define CALLS_MAX       2

struct text_bytes {
	uint64_t start, count;
};

enum { RAX, RCX, RDX, RSI = 6, RDI, R8 };

struct way {
	uint64_t at;
	unsigned holds; /* registers with the address */
	unsigned known; /* with a number */
	uint64_t numbers[REGISTERS];
};

struct ways {
	const struct image *image;
	const struct image_section *section;
	uint64_t start, end; /* of the function */
	uint64_t at;         /* of the instruction that takes the address of the text */
	struct way items[WAYS_MAX];
	size_t count;
	struct text_bytes bytes; /* that calls read; all the same */
};

enum step { STEP_ON, STEP_DONE, STEP_LOST };

static unsigned bit_of(ZydisRegister reg)
{
	int number = decode_register(reg);

	return number < 0 ? 0 : 1U << number;
}

static unsigned used_by(const ZydisDecodedOperand *o)
{
	if (o->type == ZYDIS_OPERAND_TYPE_MEMORY)
		return bit_of(o->mem.base) | bit_of(o->mem.index);
	return o->type == ZYDIS_OPERAND_TYPE_REGISTER &&
			       (o->actions & (ZYDIS_OPERAND_ACTION_MASK_READ |
						     ZYDIS_OPERAND_ACTION_CONDWRITE) ||
				       o->size < 32)
		       ? bit_of(o->reg.value)
		       : 0;
}

static unsigned written_by(const ZydisDecodedOperand *o)
{
	return o->type == ZYDIS_OPERAND_TYPE_REGISTER &&
			       o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE
		       ? bit_of(o->reg.value)
		       : 0;
}

/* Functions that read as many bytes of one argument as another one says, or up to where it
 * points. */
static bool takes_bytes(const char *name, const struct way *way, struct text_bytes *bytes)
{
	static const struct {
		const char *name;
		unsigned text, count;
		bool end;
	} readers[] = { { "memcpy", RSI, RDX, false }, { "memmove", RSI, RDX, false },
		{ "mem[ci]*mp", RSI, RDX, false }, { "mem[ci]*mp", RDI, RDX, false },
		{ "_ZNSt[37]__*basic_stringIc*EPKcm", RSI, RDX, false },
		{ "_ZNSt[37]__*basic_stringIc*C[12]EPKcmRKS*_", RSI, RDX, false },
		{ "_ZNSt[37]__*basic_stringIc*E[mlj]PKcm", RDX, RCX, false },
		{ "_ZNSt[37]__*basic_stringIc*E[mlj][mlj]PKcm", RCX, R8, false },
		{ "_ZNSt[37]__*basic_stringIc*12_M_constructIPKcEE*", RSI, RDX, true },
		{ "_ZSt16__ostream_insert*PKS3_l", RSI, RDX, false },
		{ "_ZNSt3__124__put_character_sequence*PKS*m", RSI, RDX, false } };

	for (size_t i = 0; i < ARRAY_SIZE(readers); i++) {
		unsigned text = 1U << readers[i].text, count = 1U << readers[i].count;
		uint64_t number = way->numbers[readers[i].count];

		unsigned taken = text | (readers[i].end ? count : 0);

		if (way->holds & ARGUMENTS & ~taken || !(way->holds & taken) ||
			!(way->known & text) || !(way->known & count) ||
			fnmatch(readers[i].name, name, 0) != 0)
			continue;
		bytes->start = way->numbers[readers[i].text];
		bytes->count = readers[i].end ? number - bytes->start : number;
		return bytes->count <= BYTES_MAX;
	}
	return false;
}

/* Each character of a wide text has a NUL. */
static bool may_be_wide(const struct image *image, uint64_t text)
{
	const struct image_section *s = image_section_at(image, text);

	return !s || !s->bytes || s->address + s->size - text < sizeof(wchar_t) ||
	       memchr(s->bytes + (text - s->address), 0, sizeof(wchar_t));
}

/* All arguments that are the text are its start. */
static bool takes_text(const struct image *image, uint64_t function, const char *name,
	const struct way *way, struct text_bytes *bytes)
{
	*bytes = (struct text_bytes){ 0, TEXT_UP_TO_NUL };
	for (unsigned k = 0; k < REGISTERS; k++) {
		if (!(way->holds & ARGUMENTS & 1U << k))
			continue;
		if (bytes->start && bytes->start != way->numbers[k])
			return false;
		bytes->start = way->numbers[k];
	}
	return trusted_reads_texts(image, function, name) &&
	       !(strstr(name, "printf") && may_be_wide(image, bytes->start));
}

/* What a function of the program does itself. */
struct body {
	unsigned reads, writes; /* registers */
	unsigned takes;         /* those that are read before they are written */
	bool calls, leaves;     /* something; what is not known to keep registers */
	bool returns;
};

/* Compilers move a part of a function there. */
static bool is_cold(const struct image *image, uint64_t address)
{
	const struct image_symbol *symbol = image_symbol_at(image, address);

	return symbol && symbol->name && strstr(symbol->name, ".cold");
}

/* depth: of calls that may pass on what it takes. */
static struct body body_of(const struct image *image, uint64_t address, int depth)
{
	const struct image_section *s = image_section_at(image, address);
	const struct image_symbol *function = image_symbol_at(image, address);
	struct body body = { .leaves = !function || function->address != address };
	ZydisDisassembledInstruction i = { 0 };
	uint64_t end = body.leaves ? address : address + function->size;
	unsigned written;

	for (uint64_t at = address; at < end; at += i.info.length) {
		ZyanU64 target = 0;

		if (!decode_at(s, at, end, &i))
			return (struct body){ UINT32_MAX, .takes = UINT32_MAX, .calls = true };
		/* Compilers set registers to 0 so. */
		written = i.info.mnemonic == ZYDIS_MNEMONIC_XOR ? UINT32_MAX : body.writes;
		for (unsigned k = 0; k < i.info.operand_count; k++) {
			body.reads |= used_by(&i.operands[k]);
			body.takes |= used_by(&i.operands[k]) & ~written;
			body.writes |= written_by(&i.operands[k]);
		}
		body.returns |= i.info.meta.category == ZYDIS_CATEGORY_RET;
		if (i.info.meta.category != ZYDIS_CATEGORY_CALL &&
			i.info.meta.category != ZYDIS_CATEGORY_COND_BR &&
			i.info.meta.category != ZYDIS_CATEGORY_UNCOND_BR)
			continue;
		if (!ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&i.info, i.operands, at, &target)) ||
			target < address || target >= end) {
			body.calls = true;
			body.leaves |= !image_symbol_at(image, target);
			if (depth && ENTRY_ARGUMENTS & ~body.writes & ~body.takes)
				body.takes |=
					body_of(image, target, depth - 1).takes & ~body.writes;
			body.returns |= i.info.meta.category == ZYDIS_CATEGORY_UNCOND_BR &&
					target && !is_cold(image, target);
		}
	}
	return body;
}

bool refer_returns(const struct image *image, uint64_t address)
{
	return body_of(image, address, 0).returns;
}

bool refer_takes_arguments(const struct image *image, uint64_t address)
{
	return body_of(image, address, CALLS_MAX).takes & ENTRY_ARGUMENTS;
}

/* A program or library may have a function of its own that has the name of one in C, or give
 * types of its own to templates of C++. */
static bool is_known(const struct image *image, uint64_t target, const char *name)
{
	uint64_t slot = refer_slot(image, target);
	size_t i = image_relocation_from(image, slot ? slot : target);

	if (!strncmp(name, "_Z", 2))
		return trusted_words(name) &&
		       (strncmp(name, "_ZN9benchmark", 13) != 0 ||
			       !image_symbol_at(image, target) || trusted_is(image, target));
	return !image_symbol_at(image, target) && i < image->relocation_count &&
	       image->relocations[i].address == (slot ? slot : target) &&
	       !strncmp(image->relocations[i].version, "GLIBC_", 6);
}

/*
 * The call, or the jump at the end of a function. A caller may know which registers a function
 * of the program leaves as they are (-fipa-ra).
 */
static enum step call(struct ways *w, struct way *way, uint64_t target, uint64_t next)
{
	const struct image *image = w->image;
	const struct image_symbol *function = image_symbol_at(image, target);
	const char *name = refer_name(image, target);
	struct body body;
	struct text_bytes bytes;

	if (function && !section_is_code(image_section_at(image, target)))
		return STEP_LOST; /* the call is by a pointer there */
	body = body_of(image, target, 0);
	if ((!body.calls && !body.leaves && !(way->holds & (body.reads | body.writes))) ||
		!way->holds) {
		way->known &= body.calls || body.leaves ? DECODE_KEPT : ~body.writes;
		way->at = next;
		return STEP_ON;
	}
	if (!name || way->holds & DECODE_KEPT || !is_known(image, target, name) ||
		(!body.leaves && way->holds & ~body.writes) ||
		(!takes_text(image, target, name, way, &bytes) &&
			!takes_bytes(name, way, &bytes)))
		return STEP_LOST;
	if (w->bytes.start && (w->bytes.start != bytes.start || w->bytes.count != bytes.count))
		return STEP_LOST;
	w->bytes = bytes;
	return STEP_DONE;
}

static enum step branch(
	struct ways *w, struct way *way, const ZydisDecodedInstruction *i, uint64_t target)
{
	bool inside = target >= w->start && target < w->end;

	if (i->meta.category == ZYDIS_CATEGORY_UNCOND_BR) {
		if (!inside)
			return call(w, way, target, w->end);
		way->at = target;
		return STEP_ON;
	}
	if (!inside || w->count == WAYS_MAX)
		return STEP_LOST;
	w->items[w->count] = *way;
	w->items[w->count++].at = target;
	way->at += i->length;
	return STEP_ON;
}

/* What it puts into its first operand, if it only copies, adds a number to an address or has
 * the number itself. *from: the register that it comes from. */
static bool result_of(const struct way *way, const ZydisDisassembledInstruction *i,
	uint64_t *result, unsigned *from)
{
	const ZydisDecodedOperand *o = i->operands;
	bool moves = i->info.mnemonic == ZYDIS_MNEMONIC_MOV,
	     loads = i->info.mnemonic == ZYDIS_MNEMONIC_LEA;
	ZydisRegister reg = loads ? o[1].mem.base : o[1].reg.value;

	*from = 0;
	if ((!moves && !loads) || o[0].type != ZYDIS_OPERAND_TYPE_REGISTER || o[0].size < 32)
		return false;
	if (moves && o[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE) {
		*result = o[0].size == 32 ? (uint32_t)o[1].imm.value.u : o[1].imm.value.u;
		return true;
	}
	if (loads && reg == ZYDIS_REGISTER_RIP)
		return ZYAN_SUCCESS(ZydisCalcAbsoluteAddress(&i->info, &o[1], way->at, result));
	if (o[0].size != 64 || (moves && o[1].type != ZYDIS_OPERAND_TYPE_REGISTER) ||
		(loads && o[1].mem.index != ZYDIS_REGISTER_NONE) || !(bit_of(reg) & way->known))
		return false;
	*from = bit_of(reg);
	*result = way->numbers[decode_register(reg)] +
		  (loads ? (uint64_t)o[1].mem.disp.value : 0);
	return true;
}

static enum step pass_on(struct way *way, uint64_t taken, const ZydisDisassembledInstruction *i)
{
	const ZydisDecodedOperand *o = i->operands;
	uint64_t result = 0;
	unsigned from, written = 0, bit = 0;
	bool known = result_of(way, i, &result, &from);
	bool holds = way->holds & from;

	if (way->at == taken && i->info.mnemonic != ZYDIS_MNEMONIC_LEA)
		return STEP_LOST;
	for (unsigned k = 0; k < i->info.operand_count; k++) {
		if (used_by(&o[k]) & way->holds & ~from)
			return STEP_LOST;
		written |= written_by(&o[k]);
	}
	way->holds &= ~written;
	way->known &= ~written;
	if (known) {
		bit = bit_of(o[0].reg.value);
		way->known |= bit;
		way->numbers[decode_register(o[0].reg.value)] = result;
	}
	if (holds || way->at == taken)
		way->holds |= bit;
	way->at += i->info.length;
	return way->holds || way->at <= taken ? STEP_ON : STEP_DONE;
}

static enum step step(struct ways *w, struct way *way)
{
	ZydisDisassembledInstruction i;
	ZyanU64 target = 0;

	if (!decode_at(w->section, way->at, w->end, &i))
		return STEP_LOST;
	switch (i.info.meta.category) {
	case ZYDIS_CATEGORY_CALL:
	case ZYDIS_CATEGORY_COND_BR:
	case ZYDIS_CATEGORY_UNCOND_BR:
		if (!ZYAN_SUCCESS(
			    ZydisCalcAbsoluteAddress(&i.info, i.operands, way->at, &target)))
			return STEP_LOST;
		return i.info.meta.category == ZYDIS_CATEGORY_CALL
			       ? call(w, way, target, way->at + i.info.length)
			       : branch(w, way, &i.info, target);
	case ZYDIS_CATEGORY_RET:
		return way->holds ? STEP_LOST : STEP_DONE; /* a view is returned in two */
	case ZYDIS_CATEGORY_SYSCALL:
	case ZYDIS_CATEGORY_INTERRUPT:
		return STEP_LOST;
	default:
		return pass_on(way, w->at, &i);
	}
}

/*
 * Is the address given to nothing but functions that read a text up to its NUL, or so many
 * bytes, as *bytes says? Then what stands around them does not matter.
 */
static bool is_bounded(
	const struct parse *p, const struct place *place, struct text_bytes *bytes)
{
	struct ways w = { .image = p->image,
		.section = p->section,
		.start = p->region.start,
		.end = p->region.end,
		.at = place->from };
	enum step last = STEP_DONE;

	/* The program may define what a library calls. */
	if (p->image->library)
		return false;
	w.items[w.count++].at = place->before;
	for (unsigned n = 0; w.count && last != STEP_LOST;) {
		struct way way = w.items[--w.count];

		do
			last = n++ < INSTRUCTIONS_MAX && way.at < w.end ? step(&w, &way)
									: STEP_LOST;
		while (last == STEP_ON);
	}
	*bytes = w.bytes;
	return last == STEP_DONE && bytes->start;
}

/* clang makes a table of distances to texts of a switch that returns texts. */
static bool refer_to_reltable(struct parse *p, const struct place *place)
{
	const struct regions *regions = p->regions;
	uint64_t at = place->address, text;

	if (!tables_text(regions, at, at) || !tables_text(regions, at, at + 4))
		return false;
	for (; (text = tables_text(regions, place->address, at)); at += 4)
		parse_reference(p, constants_text(p->regions, text), text, false);
	return at > place->address;
}

/* A text of which only so much is read. */
static bool refer_to_bounded(struct parse *p, const struct place *place)
{
	struct text_bytes bytes;

	return place->from && regions_symbol(p->regions, place->address) == NO_REGION &&
	       is_bounded(p, place, &bytes) &&
	       parse_reference(p,
		       bytes.count == TEXT_UP_TO_NUL
			       ? constants_text(p->regions, bytes.start)
			       : regions_bytes(p->regions, bytes.start, bytes.count),
		       bytes.start, false);
}

/* What it means is known where no user wrote the code. */
bool refer_to_exact(struct parse *p, const struct place *place)
{
	const struct image_section *section = image_section_at(p->image, place->address);
	uint64_t at = place->address;
	uint32_t region;

	if (place->branch || place->width || !section || !section->bytes ||
		section->flags & (SHF_WRITE | SHF_EXECINSTR) ||
		(place->kept && place->kept->symbol[0] &&
			strncmp(place->kept->symbol, ".L", 2) != 0))
		return false;
	if (!trusted_is(p->image, p->region.start))
		return refer_to_bounded(p, place);
	region = regions_symbol(p->regions, at);
	if (region == NO_REGION && !place->pointer)
		region = constants_table(p->regions, at, p->region.start, p->region.end);
	return parse_reference(p, region, at, place->called) || refer_to_reltable(p, place) ||
	       parse_reference(p, constants_exact(p->regions, at), at, false);
}
