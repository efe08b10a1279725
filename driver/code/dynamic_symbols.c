/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/dynamic_symbols.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/code_map.h"
#include "driver/code/elf_tables.h"
#include "driver/code/image.h"
#include "harness/base/hash.h"

#define HIDDEN   0x8000u
#define VERSIONS 0x8000u

struct tables {
	Elf *elf;
	Elf_Data *symbols, *numbers; /* of the versions */
	size_t names;
	uint64_t *versions; /* by number: hashes of the names that the library defines */
};

static void read_versions(struct tables *t, Elf_Data *data, size_t names)
{
	GElf_Verdef definition;
	GElf_Verdaux name;
	int at = 0;

	while (gelf_getverdef(data, at, &definition)) {
		const char *text = gelf_getverdaux(data, at + (int)definition.vd_aux, &name)
					   ? elf_strptr(t->elf, names, name.vda_name)
					   : NULL;

		if (text && definition.vd_ndx < VERSIONS)
			t->versions[definition.vd_ndx] = bd_fnv1a(text, strlen(text), 0);
		if (!definition.vd_next || definition.vd_next > INT32_MAX / 2)
			break;
		at += (int)definition.vd_next;
	}
}

static void find_tables(struct tables *t)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr header;

	while ((scn = elf_nextscn(t->elf, scn))) {
		if (!gelf_getshdr(scn, &header))
			continue;
		if (header.sh_type == SHT_DYNSYM) {
			t->symbols = elf_getdata(scn, NULL);
			t->names = header.sh_link;
		} else if (header.sh_type == SHT_GNU_versym) {
			t->numbers = elf_getdata(scn, NULL);
		} else if (header.sh_type == SHT_GNU_verdef) {
			read_versions(t, elf_getdata(scn, NULL), header.sh_link);
		}
	}
}

static uint64_t mark_of(const struct tables *t, int i, const GElf_Sym *symbol, bool placed)
{
	uint64_t mark = code_mix(symbol->st_info, symbol->st_other);
	GElf_Versym number = 0;

	if (t->numbers && gelf_getversym(t->numbers, i, &number))
		mark = code_mix(
			code_mix(mark, number & HIDDEN), t->versions[number & (HIDDEN - 1)]);
	if (placed)
		return mark;
	return code_mix(code_mix(mark, symbol->st_value), symbol->st_size);
}

static int by_name(const void *a, const void *b)
{
	const struct dynamic_symbol *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : (x->mark > y->mark) - (x->mark < y->mark);
}

void dynamic_symbols_read(struct dynamic_symbols *symbols, const struct image *image)
{
	AUTO_FREE uint64_t *versions = memory_zeroed(VERSIONS, sizeof(*versions));
	struct tables t = { .elf = image->elf, .versions = versions };
	GElf_Sym symbol;

	find_tables(&t);
	for (int i = 1; t.symbols && gelf_getsym(t.symbols, i, &symbol); i++) {
		const char *name = elf_strptr(image->elf, t.names, symbol.st_name);
		bool thread = GELF_ST_TYPE(symbol.st_info) == STT_TLS;
		bool placed =
			!thread && symbol.st_shndx != SHN_UNDEF && symbol.st_shndx != SHN_ABS;

		if (!name || !*name)
			continue;
		symbols->thread |= thread;
		*ARRAY_ADD(symbols->items, symbols->count, symbols->capacity) =
			(struct dynamic_symbol){ .name = name,
				.address = placed ? symbol.st_value : 0,
				.mark = mark_of(&t, i, &symbol, placed),
				.defined = symbol.st_shndx != SHN_UNDEF };
	}
	image_sort(symbols->items, symbols->count, sizeof(*symbols->items), by_name);
}

bool dynamic_symbol_is(const struct dynamic_symbol *symbol, const char *name)
{
	size_t length = strcspn(name, "@");

	return !strncmp(symbol->name, name, length) && !symbol->name[length];
}

size_t dynamic_symbols_find(const struct dynamic_symbols *symbols, const char *name)
{
	size_t low = 0, high = symbols->count, length = strcspn(name, "@");

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		/* Shorter names come first. */
		if (strncmp(symbols->items[middle].name, name, length) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < symbols->count && dynamic_symbol_is(&symbols->items[low], name)
		       ? low
		       : symbols->count;
}
