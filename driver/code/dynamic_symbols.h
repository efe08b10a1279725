/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_DYNAMIC_SYMBOLS_H
#define DRIVER_CODE_DYNAMIC_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image;

/* A name that the loader finds in a shared library, or looks for. */
struct dynamic_symbol {
	const char *name; /* of the image */
	uint64_t address; /* 0: it is at no place of the file, as thread-local data */
	/* Of what counts beside its code: kind, binding, version, and the value where there is
	 * no address. */
	uint64_t mark;
	bool defined;
};

struct dynamic_symbols {
	struct dynamic_symbol *items; /* by name, then by mark */
	size_t count, capacity;
	bool thread; /* some are thread-local data */
};

void dynamic_symbols_read(struct dynamic_symbols *symbols, const struct image *image);
/* The first of this name, which may hold a version behind '@'; the next ones follow. `count`
 * where there is none. */
size_t dynamic_symbols_find(const struct dynamic_symbols *symbols, const char *name);
/* Is it of this name, as above? */
bool dynamic_symbol_is(const struct dynamic_symbol *symbol, const char *name);
/* Each of this name, as `item`, a const struct dynamic_symbol *. */
#define DYNAMIC_SYMBOLS_NAMED(item, symbols, name)                                           \
	for (const struct dynamic_symbol *item =                                             \
			&(symbols)->items[dynamic_symbols_find(symbols, name)];              \
		item < (symbols)->items + (symbols)->count && dynamic_symbol_is(item, name); \
		item++)

#endif
