/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/elf_tables.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/code_map.h"
#include "driver/code/image.h"
#include "driver/code/trusted.h"
#include "harness/base/hash.h"

#ifndef SHT_RELR
#define SHT_RELR 19
#endif

/* The symbols that a section of relocations refers to, and their versions. */
struct symbol_table {
	Elf_Data *data;
	size_t names;
	Elf_Data *versions; /* of each symbol; NULL: none have one */
	Elf_Data *needed;   /* versions of shared libraries */
	size_t needed_names;
};

static void add_symbol(
	struct image *image, const GElf_Sym *symbol, const char *name, uint32_t file)
{
	*ARRAY_ADD(image->symbols, image->symbol_count, image->symbol_capacity) =
		(struct image_symbol){ .address = symbol->st_value,
			.size = symbol->st_size,
			.name = name,
			.object = GELF_ST_TYPE(symbol->st_info) == STT_OBJECT,
			.file = file };
}

static void add_label(struct image *image, const GElf_Sym *symbol, const char *name)
{
	Elf_Scn *scn = elf_getscn(image->elf, symbol->st_shndx);
	GElf_Shdr header;

	if (!name || !*name || !scn || !gelf_getshdr(scn, &header) ||
		!(header.sh_flags & SHF_ALLOC))
		return;
	*ARRAY_ADD(image->labels, image->label_count, image->label_capacity) =
		(struct image_label){ symbol->st_value, name, header.sh_addr };
}

/* Linkers make symbols that are hidden local: GNU ld says so by a file without a name. */
static void note_file(
	struct image *image, const GElf_Sym *symbol, const char *name, uint32_t *last)
{
	image->origins.files = memory_grow(image->origins.files, &image->origins.file_capacity,
		image->origins.file_count + 1, sizeof(*image->origins.files));
	if (GELF_ST_TYPE(symbol->st_info) == STT_FILE) {
		*last = 0;
		if (name && *name) {
			*ARRAY_ADD(image->origins.sources, image->origins.source_count,
				image->origins.source_capacity) = name;
			*last = (uint32_t)image->origins.source_count;
		}
	}
	image->origins.files[image->origins.file_count++] =
		GELF_ST_BIND(symbol->st_info) == STB_LOCAL &&
				GELF_ST_VISIBILITY(symbol->st_other) == STV_DEFAULT
			? *last
			: 0;
}

static void add_symbols(struct image *image, Elf_Scn *scn, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	uint32_t file = 0;
	GElf_Sym symbol;

	for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
		int type = GELF_ST_TYPE(symbol.st_info);
		const char *name = elf_strptr(image->elf, header->sh_link, symbol.st_name);
		/* The names of literals may overlap, as linkers let them share their ends. */
		bool sized = symbol.st_size && !(name && !strncmp(name, ".L", 2)) &&
			     (type == STT_FUNC || type == STT_OBJECT || type == STT_GNU_IFUNC);

		note_file(image, &symbol, name, &file);
		if (symbol.st_shndx == SHN_UNDEF)
			continue;
		if (sized)
			add_symbol(image, &symbol, name, image->origins.files[i]);
		else if (symbol.st_shndx < SHN_LORESERVE && type != STT_SECTION &&
			 type != STT_FILE && type != STT_TLS)
			add_label(image, &symbol, name);
	}
}

static void add_exports(struct image *image, Elf_Scn *scn, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Sym symbol;

	for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
		int type = GELF_ST_TYPE(symbol.st_info);
		const char *name = elf_strptr(image->elf, header->sh_link, symbol.st_name);

		if (symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= SHN_LORESERVE ||
			(type != STT_FUNC && type != STT_OBJECT && type != STT_GNU_IFUNC))
			continue;
		*ARRAY_ADD(image->exports, image->export_count, image->export_capacity) =
			(struct image_export){ symbol.st_value, name ? name : "",
				type == STT_GNU_IFUNC };
	}
}

static void find_versions(struct image *image, struct symbol_table *table)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr header;

	while ((scn = elf_nextscn(image->elf, scn))) {
		if (!gelf_getshdr(scn, &header))
			continue;
		if (header.sh_type == SHT_GNU_versym)
			table->versions = elf_getdata(scn, NULL);
		if (header.sh_type == SHT_GNU_verneed) {
			table->needed = elf_getdata(scn, NULL);
			table->needed_names = header.sh_link;
		}
	}
}

static struct symbol_table symbols_of(struct image *image, const GElf_Shdr *header)
{
	Elf_Scn *scn = elf_getscn(image->elf, header->sh_link);
	struct symbol_table table = { 0 };
	GElf_Shdr table_header;

	if (scn && gelf_getshdr(scn, &table_header)) {
		table.data = elf_getdata(scn, NULL);
		table.names = table_header.sh_link;
		if (table_header.sh_type == SHT_DYNSYM)
			find_versions(image, &table);
	}
	return table;
}

static const char *version_named(
	struct image *image, const struct symbol_table *table, unsigned wanted)
{
	GElf_Verneed need;
	GElf_Vernaux version;
	int at = 0;

	while (gelf_getverneed(table->needed, at, &need)) {
		int next = at + (int)need.vn_aux;

		for (unsigned i = 0;
			i < need.vn_cnt && gelf_getvernaux(table->needed, next, &version);
			i++) {
			if (version.vna_other == wanted)
				return elf_strptr(
					image->elf, table->needed_names, version.vna_name);
			next += (int)version.vna_next;
		}
		if (!need.vn_next || need.vn_next > INT32_MAX / 2)
			break;
		at += (int)need.vn_next;
	}
	return NULL;
}

static const char *version_of(struct image *image, const struct symbol_table *table, int symbol)
{
	GElf_Versym number;
	const char *name = NULL;

	if (table->versions && table->needed &&
		gelf_getversym(table->versions, symbol, &number) && (number & 0x7FFF) > 1)
		name = version_named(image, table, number & 0x7FFF);
	return name ? name : "";
}

static bool is_empty(const struct image *image, size_t index)
{
	Elf_Scn *scn = index && index < SHN_LORESERVE ? elf_getscn(image->elf, index) : NULL;
	GElf_Shdr header;

	return scn && gelf_getshdr(scn, &header) && !header.sh_size;
}

static bool fill_relocation(struct image *image, const struct symbol_table *table, bool dynamic,
	const GElf_Rela *rela, struct image_relocation *r)
{
	int index = (int)GELF_R_SYM(rela->r_info);
	GElf_Sym symbol;

	*r = (struct image_relocation){ .address = rela->r_offset,
		.type = (uint32_t)GELF_R_TYPE(rela->r_info),
		.addend = rela->r_addend,
		.dynamic = dynamic,
		.symbol = "",
		.version = "" };
	if (!table->data || !gelf_getsym(table->data, index, &symbol))
		return dynamic;
	r->value = symbol.st_value;
	r->defined = symbol.st_shndx != SHN_UNDEF;
	r->at_end = !symbol.st_size && is_empty(image, symbol.st_shndx);
	r->object = GELF_ST_TYPE(symbol.st_info) == STT_OBJECT;
	if (GELF_ST_TYPE(symbol.st_info) != STT_SECTION)
		r->symbol = elf_strptr(image->elf, table->names, symbol.st_name);
	if (!r->symbol)
		r->symbol = "";
	if (!dynamic && r->symbol[0] && (size_t)index < image->origins.file_count)
		r->file = image->origins.files[index];
	r->version = version_of(image, table, index);
	return true;
}

static struct image_relocation *new_relocation(struct image *image)
{
	image->relocations = memory_grow(image->relocations, &image->relocation_capacity,
		image->relocation_count + 1, sizeof(*image->relocations));
	return &image->relocations[image->relocation_count];
}

static void add_relocations(struct image *image, Elf_Scn *scn, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	Elf_Scn *target = header->sh_info ? elf_getscn(image->elf, header->sh_info) : NULL;
	struct symbol_table table = symbols_of(image, header);
	bool dynamic = header->sh_flags & SHF_ALLOC;
	GElf_Shdr target_header;
	GElf_Rela rela;

	/* Kept relocations of debug sections patch offsets that are no addresses. */
	if (!dynamic) {
		if (!target || !gelf_getshdr(target, &target_header) ||
			!(target_header.sh_flags & SHF_ALLOC))
			return;
		image->has_kept_relocations = true;
	}
	for (int i = 0; data && gelf_getrela(data, i, &rela); i++)
		if (fill_relocation(image, &table, dynamic, &rela, new_relocation(image)))
			image->relocation_count++;
}

static void add_relative(struct image *image, uint64_t address)
{
	const struct image_section *section = image_section_at(image, address);
	struct image_relocation r = { .address = address,
		.type = R_X86_64_RELATIVE,
		.dynamic = true,
		.symbol = "",
		.version = "" };

	if (!section || !section->bytes ||
		section->size - (address - section->address) < sizeof(r.addend))
		return;
	memcpy(&r.addend, section->bytes + (address - section->address), sizeof(r.addend));
	*new_relocation(image) = r;
	image->relocation_count++;
}

/* Relative relocations, packed: an address, then bits for the 63 words behind it (generic ABI,
 * SHT_RELR). Their addends are in the words. */
static void add_packed(struct image *image, Elf_Scn *scn)
{
	Elf_Data *data = elf_rawdata(scn, NULL);
	uint64_t at = 0, word;

	for (size_t i = 0; data && i + sizeof(word) <= data->d_size; i += sizeof(word)) {
		memcpy(&word, (const char *)data->d_buf + i, sizeof(word));
		if (!(word & 1)) {
			add_relative(image, word);
			at = word + 8;
			continue;
		}
		for (unsigned bit = 1; bit < 64; bit++)
			if (word >> bit & 1)
				add_relative(image, at + (bit - 1) * UINT64_C(8));
		at += UINT64_C(63) * 8;
	}
}

static void read_dynamic_entry(struct image *image, const GElf_Dyn *entry, size_t names)
{
	const char *name = NULL;
	uint64_t number = entry->d_un.d_val;

	switch (entry->d_tag) {
	case DT_INIT:
		image->starts.init = entry->d_un.d_ptr;
		break;
	case DT_INIT_ARRAY:
		image->starts.init_array = entry->d_un.d_ptr;
		break;
	case DT_AUDIT:
	case DT_DEPAUDIT:
	case DT_FILTER:
	case DT_AUXILIARY:
		image->loading.redirects = true;
		break;
	case DT_NEEDED:
		name = elf_strptr(image->elf, names, number);
		number = name ? bd_fnv1a(name, strlen(name), 0) : number;
		/* fall through */
	case DT_SYMBOLIC:
	case DT_FLAGS:
	case DT_FLAGS_1:
		image->loading.linked = code_mix(
			code_mix(image->loading.linked, (uint64_t)entry->d_tag), number);
		break;
	default:
		break;
	}
}

static void read_dynamic(struct image *image, Elf_Scn *scn, const GElf_Shdr *header)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Dyn entry;

	for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++)
		read_dynamic_entry(image, &entry, header->sh_link);
}

static int compare(uint64_t x, uint64_t y)
{
	return (x > y) - (x < y);
}

static int by_symbol(const void *a, const void *b)
{
	const struct image_symbol *x = a, *y = b;

	if (x->address != y->address)
		return compare(x->address, y->address);
	/* Aliases: always the same one first, whatever the order in the file. */
	return strcmp(x->name ? x->name : "", y->name ? y->name : "");
}

static int by_label(const void *a, const void *b)
{
	const struct image_label *x = a, *y = b;

	return x->address != y->address ? compare(x->address, y->address)
					: strcmp(x->name, y->name);
}

static int by_export(const void *a, const void *b)
{
	const struct image_export *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : compare(x->address, y->address);
}

static int by_relocation(const void *a, const void *b)
{
	const struct image_relocation *x = a, *y = b;

	return x->address != y->address ? compare(x->address, y->address)
					: (int)x->dynamic - (int)y->dynamic;
}

void image_sort(void *items, size_t count, size_t size, int (*by)(const void *, const void *))
{
	if (count)
		qsort(items, count, size, by);
}

static bool is_copy(const struct image *image, uint64_t address)
{
	for (size_t i = image_relocation_from(image, address);
		i < image->relocation_count && image->relocations[i].address == address; i++)
		if (image->relocations[i].dynamic &&
			image->relocations[i].type == R_X86_64_COPY)
			return true;
	return false;
}

/* A copy belongs to the library: its export is none of the program. */
static void drop_copies(struct image *image)
{
	size_t kept = 0;

	for (size_t i = 0; i < image->export_count; i++)
		if (!is_copy(image, image->exports[i].address))
			image->exports[kept++] = image->exports[i];
	image->export_count = kept;
}

void image_read_tables(struct image *image)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr header;

	while ((scn = elf_nextscn(image->elf, scn)))
		if (gelf_getshdr(scn, &header) && header.sh_type == SHT_SYMTAB)
			add_symbols(image, scn, &header);
	while ((scn = elf_nextscn(image->elf, scn))) {
		if (!gelf_getshdr(scn, &header))
			continue;
		if (header.sh_type == SHT_DYNSYM)
			add_exports(image, scn, &header);
		else if (header.sh_type == SHT_RELA)
			add_relocations(image, scn, &header);
		else if (header.sh_type == SHT_RELR)
			add_packed(image, scn);
		else if (header.sh_type == SHT_DYNAMIC)
			read_dynamic(image, scn, &header);
	}
	image_sort(image->symbols, image->symbol_count, sizeof(*image->symbols), by_symbol);
	image_sort(image->labels, image->label_count, sizeof(*image->labels), by_label);
	image_sort(image->exports, image->export_count, sizeof(*image->exports), by_export);
	image_sort(image->relocations, image->relocation_count, sizeof(*image->relocations),
		by_relocation);
	drop_copies(image);
	trusted_find(image);
}
