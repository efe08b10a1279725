/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/foreign_roots.h"

#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/emulated_library.h"
#include "driver/code/fingerprint.h"
#include "driver/code/gbench_roots.h"
#include "driver/code/image.h"
#include "driver/code/registrations.h"

#define REGISTER "EPNS_12ITestInvokerERKNS_14SourceLineInfoERKNS_9StringRefERKNS_11NameAndTagsE"

/* Without spaces around it, as the XML reporter writes it. */
static char *trim(char *text)
{
	size_t start = strspn(text, " \t\n\r"), length = strlen(text + start);

	while (length && strchr(" \t\n\r", text[start + length - 1]))
		length--;
	memmove(text, text + start, length);
	text[length] = '\0';
	return text;
}

/* AutoReg(invoker, line, class, name and tags). The line does not change what runs. */
static enum emulated_call add_test(struct registrations *all, struct emulator *e)
{
	uint64_t invoker = emulated_argument(e, 1), class = emulated_argument(e, 3);
	uint64_t names = emulated_argument(e, 4);
	/* A StringRef is laid out as the start of a std::string is. */
	AUTO_FREE char *name = emulated_string(e, names),
		       *tags = emulated_string(e, names + 16);
	AUTO_FREE char *of = emulated_string(e, class);
	enum emulated_call done = CALL_FAILED;

	if (name && tags && of && !e->cpu.stuck) {
		struct registration *r = registrations_add(all, 0, trim(name));

		registrations_note_library(all, e);
		description_mix_text(&r->description, tags);
		description_mix_text(&r->description, of);
		description_add_word(
			&r->description, e->image, e->cpu.memory, emulated_word_of(invoker), 8);
		r->complete = true;
		done = r->description.failed ? CALL_FAILED : CALL_DONE;
	}
	return done;
}

/* What Catch2's constructor does that each TEST_CASE() calls. */
static enum emulated_call catch2_call(
	struct registrations *all, struct emulator *e, const char *name, uint64_t *result)
{
	*result = 0;
	if (!strcmp(name, "_ZN5Catch7AutoRegC1" REGISTER) ||
		!strcmp(name, "_ZN5Catch7AutoRegC2" REGISTER))
		return add_test(all, e);
	return CALL_UNKNOWN;
}

static enum emulated_call call(
	void *ctx, struct emulator *emulator, const char *name, uint64_t *result)
{
	enum emulated_call done = gbench_call(ctx, emulator, name, result);

	if (done == CALL_UNKNOWN)
		done = catch2_call(ctx, emulator, name, result);
	return done != CALL_UNKNOWN ? done : library_call(emulator, name, result);
}

static const struct image_symbol *symbol_at(const struct image *image, uint64_t address)
{
	size_t after = image_symbol_from(image, address + 1);
	const struct image_symbol *s = after ? &image->symbols[after - 1] : NULL;

	return s && address - s->address < s->size ? s : NULL;
}

/* BENCHMARK() stores what it has registered in a variable that nobody reads. */
static bool is_handle(const struct image_symbol *symbol, struct registrations *all,
	size_t first, struct emulated_memory *memory)
{
	struct emulated_word word;

	if (symbol->size != 8 || !symbol->file || !symbol->name ||
		!strstr(symbol->name, "benchmark_") ||
		!emulated_memory_read(memory, MEMORY_PROGRAM + symbol->address, 8, &word))
		return false;
	for (size_t i = first; i < all->count; i++)
		if (all->items[i].object == word.bits && emulated_word_is_known(word, 8))
			return true;
	return false;
}

/* What a constructor leaves. */
struct left {
	uint64_t *written, *drawn; /* symbols; owned */
	size_t count, drawn_count;
	struct description effect; /* on those that are written; owned */
};

static void left_release(struct left *left)
{
	free(left->written);
	free(left->drawn);
	description_release(&left->effect);
}

static bool is_drawn(struct emulated_memory *memory, const struct image_symbol *s)
{
	for (uint64_t i = 0; i < s->size; i++)
		if (emulated_memory_is_drawn(memory, MEMORY_PROGRAM + s->address + i))
			return true;
	return false;
}

static void leave(struct left *left, struct emulator *e, const struct image_symbol *s)
{
	if (is_drawn(e->cpu.memory, s)) {
		left->drawn[left->drawn_count++] = s->address;
		return;
	}
	left->written[left->count++] = s->address;
	description_add_object(
		&left->effect, e->image, e->cpu.memory, MEMORY_PROGRAM + s->address, s->size);
}

/* Of what it has written, all but such variables, and what is in them; false: not known what is
 * meant. */
static bool written_symbols(
	struct emulator *e, struct registrations *all, size_t first, struct left *left)
{
	size_t count;
	const uint64_t *addresses = emulated_memory_written(e->cpu.memory, &count);
	const struct image_symbol *last = NULL, *s;

	left->written = memory_zeroed(count + 1, sizeof(*left->written));
	left->drawn = memory_zeroed(count + 1, sizeof(*left->drawn));
	for (size_t i = 0; i < count; i++, last = s) {
		s = symbol_at(e->image, addresses[i]);
		if (!s)
			return false;
		if (s != last && !is_handle(s, all, first, e->cpu.memory))
			leave(left, e, s);
	}
	return true;
}

/* What was assumed holds unless another constructor changes it: so who relies on it reaches it.
 */
static void add_assumed(
	struct emulator *e, struct registrations *all, size_t first, struct description *effect)
{
	size_t count;
	const uint64_t *addresses = emulated_memory_assumed(e->cpu.memory, &count);

	for (size_t i = 0; i < count; i++) {
		struct emulated_word place = emulated_word_of(MEMORY_PROGRAM + addresses[i]);

		if (i && symbol_at(e->image, addresses[i]) &&
			symbol_at(e->image, addresses[i]) ==
				symbol_at(e->image, addresses[i - 1]))
			continue;
		description_add_word(effect, e->image, e->cpu.memory, place, 8);
		for (size_t k = first; k < all->count; k++)
			description_add_word(
				&all->items[k].description, e->image, e->cpu.memory, place, 8);
	}
}

static bool is_described(const struct registrations *all, size_t first)
{
	for (size_t i = first; i < all->count; i++)
		if (all->items[i].complete && all->items[i].description.failed)
			return false;
	return all->count > first;
}

static void carry_out(struct registrations *all, const struct image *image,
	struct fingerprints *fingerprints, uint64_t constructor)
{
	AUTO_FREE struct emulator *e = memory_zeroed(1, sizeof(*e));
	AUTO(left_release) struct left left = { 0 };
	size_t first = all->count;
	bool proven;

	*e = (struct emulator){ .image = image,
		.call = call,
		.ctx = all,
		.cpu.memory = emulated_memory_new(image) };
	proven = emulate(e, constructor);
	if (proven)
		gbench_end(all, e, first);
	proven = proven && is_described(all, first) && written_symbols(e, all, first, &left);
	if (proven) {
		add_assumed(e, all, first, &left.effect);
		fingerprints_prove(
			fingerprints, constructor, left.written, left.count, &left.effect);
		if (left.drawn_count)
			fingerprints_add_drawn(
				fingerprints, constructor, left.drawn, left.drawn_count);
	} else {
		registrations_shorten(all, first);
	}
	/* Addresses of the heap begin anew. */
	for (size_t i = first; i < all->count; i++)
		all->items[i].object = 0;
	emulated_memory_free(e->cpu.memory);
}

void foreign_roots_find(
	struct registrations *all, const struct image *image, struct fingerprints *fingerprints)
{
	size_t count = fingerprints_constructors(fingerprints);

	*all = (struct registrations){ 0 };
	/* Where addresses are numbers like others, they cannot be told apart. */
	for (size_t i = 0; image->moves && i < count; i++)
		carry_out(all, image, fingerprints, fingerprints_constructor(fingerprints, i));
	registrations_drop_incomplete(all);
	for (size_t i = 0; i < all->library_count; i++)
		fingerprints_add_library(fingerprints, all->library[i]);
}

const struct registration *foreign_roots_next(
	const struct registrations *all, const char *name, size_t *i)
{
	while (*i < all->count) {
		const struct registration *r = &all->items[(*i)++];
		size_t length = strlen(r->name);

		if (!strncmp(name, r->name, length) && (!name[length] || name[length] == '/'))
			return r;
	}
	return NULL;
}
