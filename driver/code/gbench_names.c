/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: BENCHMARK(Body) becomes code that makes an object of class Benchmark with the name,
 * and stores the function in it before it calls RegisterBenchmarkInternal(). So between two
 * such calls stand the address of one text, taken right before the call that makes the object,
 * and of one function. RegisterBenchmark("Body", Other) becomes the same code: so the name
 * counts only if it is that of the function. Else a benchmark of this name may be anything of
 * the program, and so may one of a name that Name() gives to what RegisterBenchmarkInternal()
 * returned. Where no name is seen, nothing is cut: what is registered counts for all
 * benchmarks.
 */
#include "driver/code/gbench_names.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/code_map.h"
#include "driver/code/decode.h"
#include "driver/code/image.h"
#include "driver/code/refer_import.h"
#include "driver/code/registers.h"
#include "driver/code/symbols.h"

/* Between two registrations; one more than can be told apart. */
#define BODIES_MAX 2

struct scan {
	struct gbench_names *names;
	struct gbench_registered *registered;
	struct code_map *map;
	const char *text; /* whose address was taken, and no other call has got; or NULL */
	const char *name; /* that the last object was made with */
	bool text_inside, name_inside; /* the end of the text was meant: of a longer one? */
	bool texts;                    /* addresses of several were taken */
	bool renames; /* gives a name to something, and it is not seen to what */
	struct registers registers;
	uint64_t bodies[BODIES_MAX]; /* since the last registration */
	size_t body_count;
	uint64_t *functions; /* of the constructor; also the work list */
	size_t function_count, function_capacity;
	uint64_t *cut, *kept; /* bodies; kept wins */
	size_t cut_count, cut_capacity, kept_count, kept_capacity;
};

/* The name that ends at `end`, behind its scope and before the arguments of a template. */
static char *last_name(const char *text, const char *end)
{
	int depth = 0;
	const char *start;

	while (end > text && (depth || end[-1] == '>')) {
		end--;
		depth += (*end == '>') - (*end == '<');
	}
	start = end;
	while (start > text && !strchr(": ", start[-1]))
		start--;
	return memory_format("%.*s", (int)(end - start), start);
}

static void add_body(struct gbench_names *names, const struct image_symbol *symbol)
{
	static const char takes[] = "(benchmark::State&)";
	AUTO_FREE char *shown = symbol_shown(symbol->name);
	size_t length = strlen(shown);

	if (symbol_is_timed(symbol->name)) {
		if (length < sizeof(takes) ||
			strcmp(shown + length + 1 - sizeof(takes), takes) != 0)
			return;
		length -= sizeof(takes) - 1;
	}
	*ARRAY_ADD(names->bodies, names->body_count, names->body_capacity) =
		(struct gbench_body){ symbol->address, last_name(shown, shown + length) };
}

static bool is_fixture(const char *name)
{
	static const char end[] = "_Benchmark";
	size_t length = strlen(name), own = sizeof(end) - 1;

	return !strncmp(name, "_ZTV", 4) && length > own &&
	       (!strcmp(name + length - own, end) ||
		       !strcmp(name + length - own - 1, "_BenchmarkE"));
}

void gbench_names_init(struct gbench_names *names, const struct image *image)
{
	*names = (struct gbench_names){ .image = image };
	for (size_t i = 0; i < image->symbol_count; i++) {
		const char *name = image->symbols[i].name;

		if (name && (symbol_is_timed(name) || is_fixture(name)))
			add_body(names, &image->symbols[i]);
	}
}

/* What BENCHMARK() and its relatives call that has this name; "" if there is none. */
static char *wanted(const char *name)
{
	const char *slash = strrchr(name, '/'), *end = name + strlen(name);
	AUTO_FREE char *class = NULL;

	if (!slash)
		return last_name(name, end);
	class = last_name(name, slash);
	return memory_format("%s_%s_Benchmark", class, slash + 1);
}

/* All bodies of the name. Returns whether the one at `address` is among them. */
static bool find_roots(
	const struct gbench_names *names, uint64_t address, struct gbench_name *item)
{
	AUTO_FREE char *last = wanted(item->name);
	size_t capacity = 0;
	bool found = false;

	for (size_t i = 0; i < names->body_count && *last; i++) {
		const struct gbench_body *b = &names->bodies[i];

		if (strcmp(b->last, last) != 0)
			continue;
		*ARRAY_ADD(item->roots, item->count, capacity) = b->address;
		found |= b->address == address;
	}
	return found;
}

void gbench_names_find(
	const struct gbench_names *names, const char *benchmark, struct gbench_name *item)
{
	AUTO_FREE char *name = memory_text(benchmark);
	char *slash = name;

	*item = (struct gbench_name){ .name = name };
	for (find_roots(names, 0, item); slash && !item->count; find_roots(names, 0, item)) {
		slash = strrchr(name, '/');
		if (slash)
			*slash = '\0';
	}
	item->name = NULL;
}

static void drop_roots(struct gbench_name *item)
{
	free(item->roots);
	item->roots = NULL;
	item->count = 0;
}

/* A name that was given twice, once to something else, says nothing. */
static void add_name(struct gbench_names *names, const char *name, struct gbench_name item)
{
	for (size_t i = 0; i < names->count; i++)
		if (!strcmp(names->items[i].name, name)) {
			if (!item.count)
				drop_roots(&names->items[i]);
			drop_roots(&item);
			return;
		}
	item.name = memory_text(name);
	*ARRAY_ADD(names->items, names->count, names->capacity) = item;
}

static void keep_bodies(struct scan *s)
{
	for (size_t i = 0; i < s->body_count; i++)
		*ARRAY_ADD(s->kept, s->kept_count, s->kept_capacity) = s->bodies[i];
}

static void drop_text(struct scan *s)
{
	s->text = NULL;
	s->texts = false;
}

/* What was seen since the last one is one registration. */
static void end_registration(struct scan *s)
{
	struct gbench_name item = { .name = (char *)s->name };
	bool named = s->name && *s->name && s->body_count < BODIES_MAX, sure;

	s->registered->any = true;
	sure = named && s->body_count && find_roots(s->names, s->bodies[0], &item);
	if (!sure)
		drop_roots(&item);
	named = named && (sure || !s->name_inside);
	if (named)
		add_name(s->names, s->name, item);
	if (named && s->body_count)
		*ARRAY_ADD(s->cut, s->cut_count, s->cut_capacity) = s->bodies[0];
	if (!named) {
		s->registered->unsure = true;
		keep_bodies(s);
	}
	s->name = NULL;
	drop_text(s);
	s->body_count = 0;
}

static void take_body(struct scan *s, uint64_t address)
{
	for (size_t i = 0; i < s->body_count; i++)
		if (s->bodies[i] == address)
			return;
	if (s->body_count < BODIES_MAX)
		s->bodies[s->body_count++] = address;
	else
		*ARRAY_ADD(s->kept, s->kept_count, s->kept_capacity) = address;
}

static void take_text(struct scan *s, uint64_t address)
{
	const struct image_section *section = image_section_at(s->names->image, address);
	const char *before = s->text;

	if (!section || !section->bytes || section_is_code(section) ||
		section_is_writable(section))
		return;
	s->text = image_text(s->names->image, address);
	s->text_inside = false;
	/* g++ takes the end of a text that is copied, and counts back. */
	while (s->text && (s->text_inside || !*s->text) &&
		s->text > (const char *)section->bytes && s->text[-1]) {
		s->text--;
		s->text_inside = true;
	}
	s->texts |= before && before != s->text;
}

/* What the second argument of a call is says more than which address was taken before. */
static void take_argument(struct scan *s)
{
	const struct register_value *second = &s->registers.values[REGISTER_SECOND];

	if (second->kind == VALUE_ADDRESS) {
		drop_text(s);
		take_text(s, second->number);
	} else if (s->texts) {
		drop_text(s);
	}
}

/* False: it is none. */
static bool take_if_body(struct scan *s, uint64_t address)
{
	const struct image *image = s->names->image;
	const struct image_symbol *around = image_symbol_at(image, address);

	for (size_t i = image_symbol_from(image, address);
		i < image->symbol_count && image->symbols[i].address == address; i++)
		if (image->symbols[i].name && symbol_takes_state(image->symbols[i].name)) {
			take_body(s, address);
			return true;
		}
	if (!around || !around->name || !symbol_is_of_abi(around->name))
		return false;
	if (is_fixture(around->name) || strstr(around->name, "15LambdaBenchmark"))
		take_body(s, around->address);
	return true;
}

/* What was registered gets another name, which may be that of anything. */
static void rename_body(struct scan *s)
{
	const struct register_value *first = &s->registers.values[REGISTER_FIRST];

	if (s->text && *s->text && !s->texts && !s->text_inside) {
		add_name(s->names, s->text, (struct gbench_name){ 0 });
	} else if (first->kind == VALUE_RESULT && first->number) {
		s->registered->unsure = true;
		*ARRAY_ADD(s->kept, s->kept_count, s->kept_capacity) = first->number;
	} else {
		s->renames = true;
	}
	drop_text(s);
}

/* name: NULL where a register or memory says what is called. Returns what the call does. */
static struct register_value take_call(struct scan *s, const char *name, uint64_t address)
{
	struct register_value result = s->registers.values[REGISTER_FIRST];

	if (!name) {
		drop_text(s);
		return (struct register_value){ 0 };
	}
	if (symbol_is_one_of(name, symbols_registering)) {
		result = (struct register_value){ VALUE_RESULT,
			s->body_count == 1 ? s->bodies[0] : 0 };
		end_registration(s);
	} else if (symbol_is_one_of(name, symbols_naming)) {
		take_argument(s);
		s->name = s->text;
		s->name_inside = s->text_inside;
		drop_text(s);
	} else if (symbol_is_one_of(name, symbols_renaming)) {
		rename_body(s);
	} else if (symbol_is_one_of(name, symbols_copying)) {
		take_argument(s);
	} else if (!symbol_is_one_of(name, symbols_making_room)) {
		drop_text(s);
	}
	s->registered->unsure |= symbol_is_one_of(name, symbols_registering_elsewhere);
	if (symbol_is_one_of(name, symbols_of_constructor))
		*ARRAY_ADD(s->functions, s->function_count, s->function_capacity) = address;
	/* All that sets something of a benchmark returns it. */
	return symbol_is_one_of(name, symbols_of_registration) && result.kind == VALUE_RESULT
		       ? result
		       : (struct register_value){ 0 };
}

static void take_field(struct scan *s, const struct decode_field *field, uint64_t end)
{
	const struct image *image = s->names->image;
	uint64_t address = (uint64_t)field->value + (field->relative ? end : 0);
	const struct image_section *section = image_section_at(image, address);
	bool slot = field->width == 8 && section && section_is_named(section, ".got*");

	if ((!field->relative && image->moves) || (field->width && !slot) ||
		(slot && !image_pointer(image, address, &address)))
		return;
	if (!take_if_body(s, address))
		take_text(s, address);
}

/* at: of the instruction. */
static void take_instruction(struct scan *s, const struct decode_instruction *i,
	const struct image_section *section, uint64_t at, const struct region *function)
{
	const struct decode_field *f = &i->fields[0];
	uint64_t end = at + i->size;
	uint64_t target = i->field_count && f->relative ? end + (uint64_t)f->value : 0;
	struct register_value stored, result = { 0 };

	registers_join(&s->registers, at);
	if (i->flow == FLOW_ON)
		for (unsigned k = 0; k < i->field_count; k++)
			take_field(s, &i->fields[k], end);
	else if (i->flow == FLOW_CALL ||
		 (i->flow == FLOW_JUMP &&
			 (target < function->start || target >= function->end)))
		result = take_call(
			s, target ? refer_name(s->names->image, target) : NULL, target);
	stored = registers_take(&s->registers, s->names->image, section, i, at);
	if (stored.kind == VALUE_ADDRESS)
		take_if_body(s, stored.number);
	if (result.kind)
		s->registers.values[REGISTER_RESULT] = result;
}

/* False: it cannot be decoded. */
static bool scan_function(struct scan *s, uint64_t address)
{
	uint32_t number = code_map_find(s->map, address);
	const struct image_section *section = image_section_at(s->names->image, address);
	struct decode_instruction i = { 0 };
	struct region function;

	if (number == NO_REGION || !section || !section->bytes)
		return false;
	function = s->map->regions.items[number];
	registers_begin(
		&s->registers, section->bytes + (function.start - section->address), &function);
	for (uint64_t at = function.start; at < function.end; at += i.size) {
		if (!decode(section->bytes + (at - section->address), function.end - at, &i))
			return false;
		take_instruction(s, &i, section, at, &function);
	}
	/* What comes behind the last registration is none. */
	s->registered->unsure |= s->body_count > 0;
	keep_bodies(s);
	s->name = NULL;
	drop_text(s);
	s->body_count = 0;
	return true;
}

static bool has(const uint64_t *items, size_t count, uint64_t item)
{
	for (size_t i = 0; i < count; i++)
		if (items[i] == item)
			return true;
	return false;
}

/* Where it is seen what gets other names, the calls that give them count for nothing else. */
static void cut_renames(struct scan *s)
{
	for (size_t k = 0; k < s->function_count && !s->renames; k++) {
		uint32_t from = code_map_find(s->map, s->functions[k]);
		const struct region function = *code_map_region(s->map, from);

		for (size_t i = 0; i < function.count; i++) {
			struct code_reference r =
				s->map->regions.references[function.first + i];

			if (r.called && code_map_region(s->map, r.region)->renames)
				code_map_cut(s->map, from, r.region);
		}
	}
}

static void cut_bodies(struct scan *s)
{
	struct gbench_registered *r = s->registered;

	for (size_t i = 0; i < s->cut_count; i++) {
		uint32_t region = code_map_find(s->map, s->cut[i]);

		if (has(s->kept, s->kept_count, s->cut[i]) || region == NO_REGION)
			continue;
		*ARRAY_ADD(r->regions, r->count, r->capacity) = region;
		for (size_t k = 0; k < s->function_count; k++)
			code_map_cut(s->map, code_map_find(s->map, s->functions[k]), region);
	}
}

void gbench_names_read(struct gbench_names *names, struct code_map *map, uint64_t constructor,
	struct gbench_registered *registered)
{
	struct scan s = { .names = names, .registered = registered, .map = map };
	bool whole = names->body_count > 0;

	*ARRAY_ADD(s.functions, s.function_count, s.function_capacity) = constructor;
	for (size_t i = 0; i < s.function_count && whole; i++)
		whole = scan_function(&s, s.functions[i]);
	if (whole) {
		cut_bodies(&s);
		cut_renames(&s);
	}
	/* A program of another framework registers none. */
	registered->unsure |= !whole && (names->body_count || names->image->library);
	registers_release(&s.registers);
	free(s.functions);
	free(s.cut);
	free(s.kept);
}

void gbench_registered_release(struct gbench_registered *registered)
{
	free(registered->regions);
	*registered = (struct gbench_registered){ 0 };
}

void gbench_names_release(struct gbench_names *names)
{
	for (size_t i = 0; i < names->body_count; i++)
		free(names->bodies[i].last);
	for (size_t i = 0; i < names->count; i++) {
		free(names->items[i].name);
		free(names->items[i].roots);
	}
	free(names->bodies);
	free(names->items);
	*names = (struct gbench_names){ 0 };
}
