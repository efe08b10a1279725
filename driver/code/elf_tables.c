/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "driver/code/elf_tables.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/code/image.h"
#include "driver/code/trusted.h"
#include "driver/code/unwind.h"
#include "harness/base/hash.h"

#ifndef SHT_RELR
#define SHT_RELR 19
#endif

#define VERSION_HIDDEN 0x8000u
#define VERSION_MAX    0x7FFFu

/* The versions of dynamic symbols. */
struct versions {
	Elf_Data *numbers;  /* of each symbol; NULL: none have one */
	const char **names; /* by number; NULL: it has none */
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
	if (GELF_ST_TYPE(symbol->st_info) == STT_FILE) {
		*last = 0;
		if (name && *name) {
			*ARRAY_ADD(image->origins.sources, image->origins.source_count,
				image->origins.source_capacity) = name;
			*last = (uint32_t)image->origins.source_count;
		}
	}
	*ARRAY_ADD(
		image->origins.files, image->origins.file_count, image->origins.file_capacity) =
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

static void read_defined(struct versions *v, Elf *elf, Elf_Data *data, size_t names)
{
	GElf_Verdef definition;
	GElf_Verdaux name;

	for (int at = 0; gelf_getverdef(data, at, &definition); at += (int)definition.vd_next) {
		if (definition.vd_ndx <= VERSION_MAX &&
			gelf_getverdaux(data, at + (int)definition.vd_aux, &name))
			v->names[definition.vd_ndx] = elf_strptr(elf, names, name.vda_name);
		if (!definition.vd_next || definition.vd_next > INT32_MAX / 2)
			break;
	}
}

static void read_needed(struct versions *v, Elf *elf, Elf_Data *data, size_t names)
{
	GElf_Verneed need;
	GElf_Vernaux version;

	for (int at = 0; gelf_getverneed(data, at, &need); at += (int)need.vn_next) {
		int next = at + (int)need.vn_aux;

		for (unsigned i = 0; i < need.vn_cnt && gelf_getvernaux(data, next, &version);
			i++) {
			if (version.vna_other <= VERSION_MAX)
				v->names[version.vna_other] =
					elf_strptr(elf, names, version.vna_name);
			next += (int)version.vna_next;
		}
		if (!need.vn_next || need.vn_next > INT32_MAX / 2)
			break;
	}
}

static void read_versions(struct versions *v, Elf *elf)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr header;

	v->names = memory_zeroed(VERSION_MAX + 1, sizeof(*v->names));
	while ((scn = elf_nextscn(elf, scn))) {
		if (!gelf_getshdr(scn, &header))
			continue;
		if (header.sh_type == SHT_GNU_versym)
			v->numbers = elf_getdata(scn, NULL);
		else if (header.sh_type == SHT_GNU_verneed)
			read_needed(v, elf, elf_getdata(scn, NULL), header.sh_link);
		else if (header.sh_type == SHT_GNU_verdef)
			read_defined(v, elf, elf_getdata(scn, NULL), header.sh_link);
	}
}

/* NULL: it has none. */
static const char *version_of(const struct versions *v, int symbol, GElf_Versym *number)
{
	*number = 0;
	return v->numbers && gelf_getversym(v->numbers, symbol, number)
		       ? v->names[*number & VERSION_MAX]
		       : NULL;
}

static uint64_t mark_of(const struct versions *v, int i, const GElf_Sym *symbol, bool placed)
{
	uint64_t mark = code_mix(symbol->st_info, symbol->st_other);
	GElf_Versym number;
	const char *version = version_of(v, i, &number);

	if (v->numbers)
		mark = code_mix(code_mix(mark, number & VERSION_HIDDEN),
			version ? bd_fnv1a(version, strlen(version), 0) : 0);
	if (placed)
		return mark;
	return code_mix(code_mix(mark, symbol->st_value), symbol->st_size);
}

static void add_dynamic(
	struct image *image, Elf_Scn *scn, size_t names, const struct versions *versions)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Sym symbol;

	for (int i = 1; data && gelf_getsym(data, i, &symbol); i++) {
		int type = GELF_ST_TYPE(symbol.st_info);
		const char *name = elf_strptr(image->elf, names, symbol.st_name);
		bool defined = symbol.st_shndx != SHN_UNDEF;
		bool placed = type != STT_TLS && defined && symbol.st_shndx != SHN_ABS;

		if (!name || !*name)
			continue;
		*ARRAY_ADD(image->dynamic, image->dynamic_count, image->dynamic_capacity) =
			(struct dynamic_symbol){ .name = name,
				.address = placed ? symbol.st_value : 0,
				.mark = mark_of(versions, i, &symbol, placed),
				.defined = defined,
				.exported = defined && symbol.st_shndx < SHN_LORESERVE &&
					    (type == STT_FUNC || type == STT_OBJECT ||
						    type == STT_GNU_IFUNC),
				.resolves = type == STT_GNU_IFUNC,
				.thread = type == STT_TLS };
	}
}

static bool is_empty(const struct image *image, size_t index)
{
	Elf_Scn *scn = index && index < SHN_LORESERVE ? elf_getscn(image->elf, index) : NULL;
	GElf_Shdr header;

	return scn && gelf_getshdr(scn, &header) && !header.sh_size;
}

/* The symbols that a section of relocations refers to. */
struct symbol_table {
	Elf_Data *data;
	size_t names;
	const struct versions *versions; /* NULL: it has none */
};

static struct symbol_table symbols_of(
	struct image *image, const GElf_Shdr *header, const struct versions *versions)
{
	Elf_Scn *scn = elf_getscn(image->elf, header->sh_link);
	GElf_Shdr table;

	return scn && gelf_getshdr(scn, &table) ? (struct symbol_table){ elf_getdata(scn, NULL),
		table.sh_link, table.sh_type == SHT_DYNSYM ? versions : NULL }
						: (struct symbol_table){ 0 };
}

static bool fill_relocation(struct image *image, const struct symbol_table *table, bool dynamic,
	const GElf_Rela *rela, struct image_relocation *r)
{
	int index = (int)GELF_R_SYM(rela->r_info);
	const char *version = NULL;
	GElf_Versym number = 0;
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
	/* Its own versions are in the names of what it defines. */
	if (table->versions && (!r->defined || r->type == R_X86_64_COPY))
		version = version_of(table->versions, index, &number);
	if (version && (number & VERSION_MAX) > 1)
		r->version = version;
	return true;
}

static void add_relocations(struct image *image, Elf_Scn *scn, const GElf_Shdr *header,
	const struct versions *versions)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	Elf_Scn *target = header->sh_info ? elf_getscn(image->elf, header->sh_info) : NULL;
	struct symbol_table table = symbols_of(image, header, versions);
	bool dynamic = header->sh_flags & SHF_ALLOC;
	struct image_relocation relocation;
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
		if (fill_relocation(image, &table, dynamic, &rela, &relocation))
			*ARRAY_ADD(image->relocations, image->relocation_count,
				image->relocation_capacity) = relocation;
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
	*ARRAY_ADD(image->relocations, image->relocation_count, image->relocation_capacity) = r;
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

static int by_dynamic(const void *a, const void *b)
{
	const struct dynamic_symbol *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : compare(x->mark, y->mark);
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

void image_read_tables(struct image *image)
{
	Elf_Scn *scn = NULL;
	struct versions versions = { 0 };
	GElf_Shdr header;

	read_versions(&versions, image->elf);
	while ((scn = elf_nextscn(image->elf, scn)))
		if (gelf_getshdr(scn, &header) && header.sh_type == SHT_SYMTAB)
			add_symbols(image, scn, &header);
	while ((scn = elf_nextscn(image->elf, scn))) {
		if (!gelf_getshdr(scn, &header))
			continue;
		if (header.sh_type == SHT_DYNSYM)
			add_dynamic(image, scn, header.sh_link, &versions);
		else if (header.sh_type == SHT_RELA)
			add_relocations(image, scn, &header, &versions);
		else if (header.sh_type == SHT_RELR)
			add_packed(image, scn);
		else if (header.sh_type == SHT_DYNAMIC)
			read_dynamic(image, scn, &header);
	}
	free(versions.names);
	image_sort(image->symbols, image->symbol_count, sizeof(*image->symbols), by_symbol);
	image_sort(image->labels, image->label_count, sizeof(*image->labels), by_label);
	image_sort(image->dynamic, image->dynamic_count, sizeof(*image->dynamic), by_dynamic);
	image_sort(image->relocations, image->relocation_count, sizeof(*image->relocations),
		by_relocation);
	/* A copy belongs to the library. */
	for (size_t i = 0; i < image->dynamic_count; i++)
		image->dynamic[i].exported = image->dynamic[i].exported &&
					     !is_copy(image, image->dynamic[i].address);
	image->unwind = unwind_new(image);
	trusted_find(image);
}
