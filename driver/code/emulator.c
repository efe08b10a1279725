/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/emulator.h"

#include <elf.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/decode.h"
#include "driver/code/emulated_step.h"
#include "driver/code/image.h"

#define STEPS_MAX 4000000
#define RETURN    UINT64_C(0x3300000000000000) /* of the function itself */
#define TAIL      UINT64_C(0x3300000000000010) /* of CALL_TAIL */

uint64_t emulated_argument(struct emulator *emulator, unsigned number)
{
	static const unsigned registers[] = { CPU_DI, CPU_SI, CPU_DX, CPU_CX, CPU_R8, CPU_R9 };

	return operand_register(&emulator->cpu, registers[number]);
}

static void give_back(struct emulated_cpu *cpu, uint64_t result)
{
	static const unsigned lost[] = { CPU_CX, CPU_DX, CPU_SI, CPU_DI, CPU_R8, CPU_R9, 10,
		11 };

	for (unsigned i = 0; i < ARRAY_SIZE(lost); i++)
		cpu->general[lost[i]] = (struct emulated_word){ 0 };
	memset(cpu->vectors, 0, sizeof(cpu->vectors));
	cpu->flags_known = false;
	cpu->general[CPU_AX] =
		cpu->draws ? (struct emulated_word){ .drawn = true } : emulated_word_of(result);
	cpu->draws = false;
	cpu->next = emulated_pop(cpu);
}

/* The function is called by one of its names. */
static enum emulated_call call_named(struct emulator *e, const char *name)
{
	uint64_t result = 0;
	enum emulated_call done = e->call(e->ctx, e, name, &result);

	if (done == CALL_DONE)
		give_back(&e->cpu, result);
	if (done == CALL_TAIL) {
		uint64_t kept = emulated_argument(e, 0);

		/* Twice, as the stack is aligned. */
		emulated_push(&e->cpu, kept);
		emulated_push(&e->cpu, kept);
		emulated_push(&e->cpu, TAIL);
		e->cpu.next = result;
	}
	e->cpu.stuck |= done == CALL_FAILED;
	return done;
}

static void call_import(struct emulator *e)
{
	uint64_t offset;
	const struct image_relocation *r = emulated_import(e->image, e->cpu.next, &offset);
	char name[512];
	size_t length = r ? strcspn(r->symbol, "@") : 0;

	if (!length || offset || length >= sizeof(name)) {
		e->cpu.stuck = true;
		return;
	}
	memcpy(name, r->symbol, length);
	name[length] = '\0';
	e->cpu.stuck |= call_named(e, name) == CALL_UNKNOWN;
}

/* Is a function of the program called that is known by its name? */
static bool call_program(struct emulator *e)
{
	const struct image *image = e->image;
	uint64_t at = e->cpu.next - MEMORY_PROGRAM;

	for (size_t i = image_symbol_from(image, at);
		i < image->symbol_count && image->symbols[i].address == at; i++)
		if (image->symbols[i].name &&
			call_named(e, image->symbols[i].name) != CALL_UNKNOWN)
			return true;
	return false;
}

static void step(struct emulator *e)
{
	struct emulated_cpu *cpu = &e->cpu;
	uint64_t at = cpu->next - MEMORY_PROGRAM;
	const struct image_section *section = image_section_at(e->image, at);

	if (cpu->next < MEMORY_PROGRAM || !section || !(section->flags & SHF_EXECINSTR) ||
		!section->bytes ||
		!ZYAN_SUCCESS(ZydisDecoderDecodeFull(decode_zydis(),
			section->bytes + (at - section->address),
			section->size - (at - section->address), &cpu->instruction,
			cpu->operands))) {
		cpu->stuck = true;
		return;
	}
	cpu->next += cpu->instruction.length;
	emulated_step(cpu);
}

static void end_tail(struct emulated_cpu *cpu)
{
	uint64_t kept = emulated_pop(cpu);

	emulated_pop(cpu);
	give_back(cpu, kept);
}

static void begin(struct emulated_cpu *cpu, uint64_t address)
{
	memset(cpu->general, 0, sizeof(cpu->general));
	memset(cpu->vectors, 0, sizeof(cpu->vectors));
	cpu->stuck = cpu->flags_known = false;
	cpu->general[CPU_SP] = emulated_word_of(MEMORY_STACK - 4096);
	emulated_push(cpu, RETURN);
	cpu->next = MEMORY_PROGRAM + address;
}

bool emulate(struct emulator *e, uint64_t address)
{
	struct emulated_cpu *cpu = &e->cpu;

	begin(cpu, address);
	for (unsigned steps = 0; steps < STEPS_MAX && !cpu->stuck; steps++) {
		if (cpu->next == RETURN)
			return true;
		if (cpu->next == TAIL)
			end_tail(cpu);
		else if (cpu->next < MEMORY_PROGRAM)
			call_import(e);
		else if (!call_program(e) && !cpu->stuck)
			step(e);
	}
	return false;
}
