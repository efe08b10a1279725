/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: a sink such as bd_keep() leaves no instruction, or one that stores the value in the
 * function's own stack. So a loop whose work was hoisted, folded or dropped has a counter, and
 * at most copies and stores of what is the same in each iteration. All else counts as work: a
 * load, a store elsewhere, a call, arithmetic on anything but the counter, a loop in the loop,
 * and each instruction that is not known here. Compilers move out of the loop what does not
 * change in it, so arithmetic in it is on what they do not know: its input.
 *
 * Timed is what runs in loops, in a function of our harness, or between
 * State::StartKeepRunning() and State::FinishKeepRunning(). A function that has none is asked
 * for those that it refers to.
 */
#include "driver/code/timed_loop.h"

#include <Zydis/Zydis.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/code/code_map.h"
#include "driver/code/decode.h"
#include "driver/code/image.h"
#include "driver/code/listing.h"
#include "driver/code/refer_import.h"

#define STEPS_MAX     2000 /* a function of more works */
#define FUNCTIONS_MAX 50
/* Stores of one iteration: of values, and of constants, as an object is filled with them. */
#define STORES_MAX    4
#define CONSTANTS_MAX 1

#define STATE_START   "_ZN9benchmark5State16StartKeepRunningEv"
#define STATE_FINISH  "_ZN9benchmark5State17FinishKeepRunningEv"
#define WIDEST_BITS   64 /* a longer store copies or fills */

/* An instruction, as far as it tells whether a loop works. */

enum step_kind {
	STEP_WORK,    /* all else */
	STEP_NOTHING, /* also a jump */
	STEP_SET,     /* to = a constant, or another register */
	STEP_COUNT,   /* to += a constant */
	STEP_COMPARE, /* to with from */
	STEP_STORE,   /* from, into the stack */
	STEP_LOAD,    /* to = what is elsewhere in memory */
	STEP_SAVE,    /* from, there */
	STEP_BRANCH,
};

struct loop_step {
	uint64_t at, target; /* that is jumped to, or called; 0: not known */
	enum step_kind kind;
	enum decode_flow flow;
	uint8_t size;
	int to, from; /* registers of Zydis, whole ones; from: 0: a constant */
	int base;     /* of a place in memory */
	int64_t slot; /* its distance from there; of STEP_COUNT: the constant */
};

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

/* framed: rbp is the base of the stack; set where it becomes that. False: no instruction up to
 * `end`. */
static bool read_step(struct loop_step *s, const struct image_section *section, uint64_t at,
	uint64_t end, bool *framed)
{
	struct decode_instruction d;
	ZydisDisassembledInstruction i = { 0 };

	if (!decode_at(section, at, end, &i) ||
		!decode(section->bytes + (at - section->address), end - at, &d))
		return false;
	*s = (struct loop_step){ .at = at, .size = d.size, .flow = d.flow };
	if (d.field_count && d.fields[0].branch)
		s->target = at + d.size + (uint64_t)d.fields[0].value;
	if (d.flow == FLOW_BRANCH && s->target)
		s->kind = STEP_BRANCH;
	else if ((d.flow == FLOW_JUMP && s->target) ||
		 i.info.mnemonic == ZYDIS_MNEMONIC_ENDBR64 ||
		 /* One byte is a person's. */
		 (i.info.mnemonic == ZYDIS_MNEMONIC_NOP && d.size > 1))
		s->kind = STEP_NOTHING;
	else if (d.flow == FLOW_ON && i.info.operand_count_visible)
		take_operands(s, &i.info, i.operands, framed);
	return true;
}

enum result { LOOP_GONE, LOOP_COUNTS, LOOP_STORES, LOOP_WORKS };

struct function {
	const struct image *image;
	struct loop_step *steps; /* by address */
	size_t count, capacity;
};

struct search {
	struct code_map *map;
	bool gbench, found;
	uint32_t *functions; /* regions; also the work list */
	size_t count, capacity;
	enum result result;
	struct string_list lines; /* of the loop that decides */
};

/* SIZE_MAX: none. */
static size_t find_step(const struct function *f, uint64_t at)
{
	size_t i = image_first_from(f->steps, f->count, sizeof(*f->steps), at);

	return i < f->count && f->steps[i].at == at ? i : SIZE_MAX;
}

static bool decode_all(struct function *f, const struct region *region)
{
	const struct image_section *section = image_section_at(f->image, region->start);
	bool framed = false;

	if (!region->code)
		return false;
	for (uint64_t at = region->start; at < region->end; at += f->steps[f->count - 1].size) {
		struct loop_step *step = ARRAY_ADD(f->steps, f->count, f->capacity);

		if (f->count > STEPS_MAX || !read_step(step, section, at, region->end, &framed))
			return false;
	}
	return true;
}

/* Does it start or end what is timed? KeepRunning() starts within its loop, once. */
static bool is_bound(const struct function *f, const struct loop_step *s, bool start)
{
	const char *name = s->target && (s->flow == FLOW_CALL || s->flow == FLOW_JUMP)
				   ? refer_name(f->image, s->target)
				   : NULL;

	return name && (!strcmp(name, STATE_START) || (!start && !strcmp(name, STATE_FINISH)));
}

/* Marks what is reached from the step within the timed part. */
static void reach(const struct function *f, size_t i, bool *seen)
{
	for (; i < f->count && !seen[i]; i++) {
		const struct loop_step *s = &f->steps[i];

		seen[i] = true;
		if (is_bound(f, s, false) || s->flow == FLOW_END)
			return;
		if (s->flow == FLOW_BRANCH || s->flow == FLOW_JUMP)
			reach(f, find_step(f, s->target), seen);
		if (s->flow == FLOW_JUMP)
			return;
	}
}

static bool leads_to(const struct function *f, size_t from, size_t to)
{
	AUTO_FREE bool *seen = memory_zeroed(f->count, sizeof(*seen));

	reach(f, from, seen);
	return seen[to];
}

struct loop {
	const struct loop_step *first, *last; /* which jumps back to it */
	const struct loop_step *counter;      /* NULL: there is none, or several */
	const struct loop_step *save; /* of the counter: KeepRunning() has it in memory */
	size_t stores, constants;
	bool by_one;  /* a counter by more is a value of the benchmark */
	bool decided; /* the flags are the counter's */
};

static void find_counter(struct loop *loop)
{
	bool several = false;

	for (const struct loop_step *s = loop->first; s <= loop->last; s++) {
		if (s->kind == STEP_SAVE)
			loop->save = s;
		if (s->kind != STEP_COUNT)
			continue;
		several |= (loop->counter && loop->counter->to != s->to) ||
			   (loop->by_one && s->slot != 1 && s->slot != -1);
		loop->counter = s;
	}
	if (several)
		loop->counter = NULL;
}

static bool is_saved(const struct loop *loop, const struct loop_step *s, int value)
{
	return value == loop->counter->to && loop->save && s->slot == loop->save->slot &&
	       s->base == loop->save->base;
}

/* Takes the steps of the loop in their order. */
static bool step_works(struct loop *loop, const struct loop_step *s)
{
	switch (s->kind) {
	case STEP_NOTHING:
		return false;
	case STEP_SET:
		return s->to == loop->counter->to || (loop->save && s->to == loop->save->base);
	case STEP_COUNT:
		loop->decided = true;
		return false;
	case STEP_COMPARE:
		loop->decided = s->to == loop->counter->to || s->from == loop->counter->to;
		return !loop->decided;
	case STEP_STORE:
		loop->constants += !s->from;
		return ++loop->stores > STORES_MAX || loop->constants > CONSTANTS_MAX;
	case STEP_LOAD:
		return !is_saved(loop, s, s->to);
	case STEP_SAVE:
		return !is_saved(loop, s, s->from);
	case STEP_BRANCH:
		return !loop->decided;
	default:
		return true;
	}
}

/* Leaves the step the loop, to come back? */
static bool detours(
	const struct function *f, const struct loop *loop, const struct loop_step *s)
{
	size_t target = find_step(f, s->target);

	return target != SIZE_MAX &&
	       (s->target < loop->first->at || s->target > loop->last->at) &&
	       leads_to(f, target, (size_t)(loop->first - f->steps));
}

static enum result judge(const struct function *f, struct loop *loop)
{
	find_counter(loop);
	for (const struct loop_step *s = loop->first; s <= loop->last; s++)
		if (!loop->counter || step_works(loop, s) || detours(f, loop, s))
			return LOOP_WORKS;
	return loop->stores ? LOOP_STORES : LOOP_COUNTS;
}

static void note(struct search *search, enum result result)
{
	search->found = true;
	if (result > search->result)
		search->result = result;
}

static void take_loop(struct search *search, const struct function *f, struct loop *loop)
{
	enum result result = judge(f, loop);

	note(search, result);
	if (search->result != result || search->lines.count || result == LOOP_WORKS)
		return;
	for (const struct loop_step *s = loop->first; s <= loop->last; s++)
		listing_add(&search->lines, f->image, s->at);
}

/* Marks what is timed in the function. False: nothing is. */
static bool find_timed(const struct search *search, const struct function *f, bool *timed)
{
	if (!search->gbench)
		reach(f, 0, timed);
	for (size_t i = 0; search->gbench && i < f->count; i++)
		if (is_bound(f, &f->steps[i], true))
			reach(f, i + 1, timed);
	return memchr(timed, true, f->count);
}

/* Returns whether there are any. */
static bool take_loops(struct search *search, const struct function *f, const bool *timed)
{
	bool any = false;

	for (size_t i = 0; i < f->count && search->result < LOOP_WORKS; i++) {
		size_t first = f->steps[i].flow == FLOW_CALL ? SIZE_MAX
							     : find_step(f, f->steps[i].target);
		/* Compilers unroll empty loops of Google Benchmark. */
		struct loop loop = { .last = &f->steps[i], .by_one = !search->gbench };

		if (!timed[i] || first > i || !leads_to(f, first, i))
			continue;
		loop.first = &f->steps[first];
		take_loop(search, f, &loop);
		any = true;
	}
	return any;
}

/* Adds the functions that it refers to. False: some are not in the program. */
static bool follow(struct search *search, uint32_t number)
{
	const struct region region = *code_map_region(search->map, number);

	for (size_t i = 0; i < region.count; i++) {
		uint32_t to = search->map->regions.references[region.first + i].region;
		bool known = !search->map->regions.items[to].code ||
			     code_map_region(search->map, to)->of == OF_FRAMEWORK;

		for (size_t k = 0; k < search->count; k++)
			known |= search->functions[k] == to;
		if (!known)
			*ARRAY_ADD(search->functions, search->count, search->capacity) = to;
	}
	return !region.import_count && !region.indirect && !region.unknown;
}

static void take_function(struct search *search, uint32_t number)
{
	struct function f = { .image = search->map->image };
	bool decoded = decode_all(&f, &search->map->regions.items[number]);
	AUTO_FREE bool *timed = memory_zeroed(f.count + 1, sizeof(*timed));

	if (!decoded && search->map->regions.items[number].code)
		note(search, LOOP_WORKS);
	else if (!find_timed(search, &f, timed))
		follow(search, number);
	else if (!take_loops(search, &f, timed))
		note(search, search->gbench || follow(search, number) ? LOOP_GONE : LOOP_WORKS);
	free(f.steps);
}

char *timed_loop_read(struct code_map *map, const uint64_t *roots, size_t count, bool gbench)
{
	static const char *const names[] = { "gone", "counts", "stores" };
	struct search search = { .map = map, .gbench = gbench };
	AUTO_FREE char *lines = NULL;

	for (size_t i = 0; i < count; i++) {
		uint32_t region = code_map_find(map, roots[i]);

		if (region != NO_REGION && (!i || roots[i] != roots[0]))
			*ARRAY_ADD(search.functions, search.count, search.capacity) = region;
	}
	for (size_t i = 0; i < search.count && search.result < LOOP_WORKS; i++)
		if (i < FUNCTIONS_MAX)
			take_function(&search, search.functions[i]);
		else
			search.result = LOOP_WORKS;
	free(search.functions);
	count = search.lines.count;
	lines = string_list_finish(&search.lines, "; ");
	return search.found && search.result < LOOP_WORKS
		       ? memory_format("%s %zu %s", names[search.result], count, lines)
		       : NULL;
}
