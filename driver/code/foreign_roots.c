/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/foreign_roots.h"

#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/catch2_roots.h"
#include "driver/code/emulated_library.h"
#include "driver/code/fingerprint.h"
#include "driver/code/gbench_roots.h"
#include "driver/code/image.h"

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
	size_t after = image_first_from(
		image->symbols, image->symbol_count, sizeof(*image->symbols), address + 1);
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

/* Of what it has written, all but such variables, and what is in them; false: not known what is
 * meant. */
static bool written_symbols(struct emulator *e, struct registrations *all, size_t first,
	uint64_t **written, size_t *count, struct description *effect)
{
	const uint64_t *addresses = emulated_memory_written(e->cpu.memory, count);
	size_t kept = 0;
	bool known = true;

	*written = memory_zeroed(*count + 1, sizeof(**written));
	for (size_t i = 0; i < *count && known; i++) {
		const struct image_symbol *s = symbol_at(e->image, addresses[i]);

		known = s != NULL;
		if (!known || (kept && (*written)[kept - 1] == s->address) ||
			is_handle(s, all, first, e->cpu.memory))
			continue;
		(*written)[kept++] = s->address;
		description_add_object(
			effect, e->image, e->cpu.memory, MEMORY_PROGRAM + s->address, s->size);
	}
	*count = kept;
	return known;
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
	size_t first = all->count, count = 0;
	AUTO(description_release) struct description effect = { 0 };
	AUTO_FREE uint64_t *written = NULL;
	bool proven;

	*e = (struct emulator){ .image = image,
		.call = call,
		.ctx = all,
		.cpu.memory = emulated_memory_new(image) };
	proven = emulate(e, constructor);
	if (proven)
		gbench_end(all, e, first);
	proven = proven && is_described(all, first) &&
		 written_symbols(e, all, first, &written, &count, &effect);
	if (proven)
		fingerprints_prove(fingerprints, constructor, written, count, &effect);
	else
		registrations_shorten(all, first);
	/* Addresses of the heap begin anew. */
	for (size_t i = first; i < all->count; i++)
		all->items[i].object = 0;
	emulated_memory_free(e->cpu.memory);
}

void foreign_roots_find(
	struct registrations *all, const struct image *image, struct fingerprints *fingerprints)
{
	uint64_t address;

	*all = (struct registrations){ 0 };
	/* Where addresses are numbers like others, they cannot be told apart. */
	for (size_t i = 0; image->moves && fingerprints_constructor(fingerprints, i, &address);
		i++)
		carry_out(all, image, fingerprints, address);
	registrations_drop_incomplete(all);
	for (size_t i = 0; i < all->library_count; i++)
		fingerprints_add_common(fingerprints, all->library[i]);
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
