/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/code/elf_image.h"

#include "compare/base/memory.h"
#include "driver/code/elf_tables.h"
#include "driver/code/unwind.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int open_elf(const char *path, Elf **elf, struct err *e)
{
	int fd;

	*elf = NULL;
	if (elf_version(EV_CURRENT) == EV_NONE)
		return bd_err(e, "libelf does not know this ELF version");
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return bd_err(e, "%s: cannot be opened: %s", path, strerror(errno));
	*elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (!*elf || elf_kind(*elf) != ELF_K_ELF || gelf_getclass(*elf) != ELFCLASS64) {
		elf_end(*elf);
		*elf = NULL;
		close(fd);
		return bd_err(e, "%s: is not a 64-bit ELF file", path);
	}
	return fd;
}

static void add_section(struct image *image, Elf_Scn *scn, size_t names)
{
	struct image_section *section;
	Elf_Data *data;
	GElf_Shdr header;

	section = ARRAY_ADD(image->sections, image->section_count, image->section_capacity);
	memset(section, 0, sizeof(*section));
	if (!gelf_getshdr(scn, &header))
		return;
	section->name = elf_strptr(image->elf, names, header.sh_name);
	section->address = header.sh_addr;
	/* .tbss takes no addresses. */
	section->size = header.sh_flags & SHF_ALLOC && !(header.sh_flags & SHF_TLS &&
							       header.sh_type == SHT_NOBITS)
				? header.sh_size
				: 0;
	section->tls_size = header.sh_flags & SHF_TLS ? header.sh_size : 0;
	section->flags = header.sh_flags;
	section->type = header.sh_type;
	section->offset = header.sh_offset;
	/* Linkers keep these flags, but lld also where other constants are among the texts. */
	section->texts = section_is_named(section, ".rodata.texts") &&
			 header.sh_flags & SHF_STRINGS && header.sh_entsize == 1;
	if (header.sh_type == SHT_NOBITS)
		return;
	data = elf_rawdata(scn, NULL);
	if (data && data->d_size >= header.sh_size)
		section->bytes = data->d_buf;
	if (section->name && !strcmp(section->name, ".interp") && section->bytes &&
		memchr(section->bytes, '\0', section->size))
		image->loading.interpreter = (const char *)section->bytes;
}

static void read_build_id(Elf_Scn *scn, char id[IMAGE_BUILD_ID_TEXT])
{
	Elf_Data *data = elf_getdata(scn, NULL);
	size_t offset = 0, name, description;
	GElf_Nhdr note;

	while (data && (offset = gelf_getnote(data, offset, &note, &name, &description)) > 0) {
		const unsigned char *bytes = (const unsigned char *)data->d_buf + description;

		if (note.n_type != NT_GNU_BUILD_ID || note.n_descsz >= IMAGE_BUILD_ID_TEXT / 2)
			continue;
		for (size_t i = 0; i < note.n_descsz; i++) {
			id[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
			id[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
		}
		id[(size_t)2 * note.n_descsz] = '\0';
	}
}

static int by_section_address(const void *a, const void *b)
{
	const struct image_section *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return (x->size > y->size) - (x->size < y->size);
}

uint64_t image_address_of(const struct image *image, uint64_t offset)
{
	GElf_Phdr segment;

	for (int i = 0; image->elf && gelf_getphdr(image->elf, i, &segment); i++)
		if (segment.p_type == PT_LOAD && offset - segment.p_offset < segment.p_filesz)
			return segment.p_vaddr + (offset - segment.p_offset);
	return UINT64_MAX;
}

/* Its sections, and what is known from them. */
static int open_sections(struct image *image, const char *path, struct err *e)
{
	Elf_Scn *scn = NULL;
	GElf_Ehdr header;
	GElf_Shdr section;
	size_t names;
	Elf *elf;

	memset(image, 0, sizeof(*image));
	image->fd = open_elf(path, &elf, e);
	image->elf = elf;
	if (image->fd < 0)
		return -1;
	if (!gelf_getehdr(elf, &header) || elf_getshdrstrndx(elf, &names))
		return bd_err(e, "%s: has a damaged ELF header", path);
	image->machine = header.e_machine;
	image->moves = header.e_type == ET_DYN;
	image->starts.entry = header.e_entry;
	while ((scn = elf_nextscn(elf, scn))) {
		add_section(image, scn, names);
		if (gelf_getshdr(scn, &section) && section.sh_type == SHT_NOTE)
			read_build_id(scn, image->build_id);
	}
	return 0;
}

int image_open(struct image *image, const char *path, struct err *e)
{
	if (open_sections(image, path, e))
		return -1;
	image_sort(image->sections, image->section_count, sizeof(*image->sections),
		by_section_address);
	image_read_tables(image);
	return 0;
}

void image_release(struct image *image)
{
	free(image->sections);
	free(image->symbols);
	free(image->origins.files);
	free(image->origins.sources);
	free(image->origins.trusted);
	free(image->labels);
	free(image->dynamic);
	free(image->relocations);
	unwind_free(image->unwind);
	if (image->elf) {
		elf_end(image->elf);
		close(image->fd);
	}
	memset(image, 0, sizeof(*image));
}

void image_read_build_id(const char *path, char id[IMAGE_BUILD_ID_TEXT])
{
	AUTO(image_release) struct image image;

	open_sections(&image, path, NULL);
	memcpy(id, image.build_id, IMAGE_BUILD_ID_TEXT);
}

uint64_t image_loaded_bytes(const char *path)
{
	AUTO(image_release) struct image image;
	uint64_t bytes = 0;

	open_sections(&image, path, NULL);
	for (size_t i = 0; i < image.section_count; i++)
		if (image.sections[i].type != SHT_NOBITS)
			bytes += image.sections[i].size;
	return bytes;
}

bool image_is_suite(const char *path)
{
	AUTO(image_release) struct image image;

	open_sections(&image, path, NULL);
	return image_section_named(&image, "bd_benchmarks");
}

static bool has_symbols(const struct image *image)
{
	for (size_t i = 0; i < image->section_count; i++)
		if (image->sections[i].type == SHT_SYMTAB)
			return true;
	return false;
}

bool image_has_symbols(const char *path)
{
	AUTO(image_release) struct image image;

	open_sections(&image, path, NULL);
	return has_symbols(&image);
}

/* -static-pie */
static bool says_program(Elf *elf, const GElf_Phdr *part)
{
	Elf_Data *data =
		elf_getdata_rawchunk(elf, (int64_t)part->p_offset, part->p_filesz, ELF_T_DYN);
	GElf_Dyn entry;

	for (int i = 0; data && gelf_getdyn(data, i, &entry); i++)
		if (entry.d_tag == DT_FLAGS_1)
			return entry.d_un.d_val & DF_1_PIE;
	return false;
}

/* A shared library has symbols of the same names, but no loader. */
static bool is_program(Elf *elf)
{
	GElf_Ehdr header;
	GElf_Phdr part;
	bool found = false;

	if (!elf || !gelf_getehdr(elf, &header))
		return false;
	for (int i = 0; !found && gelf_getphdr(elf, i, &part); i++)
		found = part.p_type == PT_INTERP ||
			(part.p_type == PT_DYNAMIC && says_program(elf, &part));
	return found || header.e_type == ET_EXEC;
}

static bool has_symbol(Elf *elf, Elf_Scn *scn, const char *start)
{
	Elf_Data *data;
	GElf_Shdr header;
	GElf_Sym symbol;

	if (!gelf_getshdr(scn, &header) ||
		(header.sh_type != SHT_SYMTAB && header.sh_type != SHT_DYNSYM))
		return false;
	data = elf_getdata(scn, NULL);
	for (int i = 0; data && gelf_getsym(data, i, &symbol); i++) {
		const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);

		if (name && !strncmp(name, start, strlen(start)))
			return true;
	}
	return false;
}

bool image_is_program_with(const char *path, const char *symbol)
{
	AUTO(image_release) struct image image;
	Elf_Scn *scn = NULL;
	bool found = false;

	open_sections(&image, path, NULL);
	while (is_program(image.elf) && !found && (scn = elf_nextscn(image.elf, scn)))
		found = has_symbol(image.elf, scn, symbol);
	return found;
}

bool image_is_stripped_with(const char *path, const char *before, const char *text)
{
	AUTO(image_release) struct image image;
	AUTO_FREE char *whole = memory_format("%s%s", before, text);
	bool found = false;

	open_sections(&image, path, NULL);
	for (size_t i = 0; i < image.section_count; i++) {
		const struct image_section *s = &image.sections[i];

		/* In the data that is loaded. */
		found |= s->type == SHT_PROGBITS && s->bytes &&
			 memmem(s->bytes, s->size, whole, strlen(whole));
	}
	return found && !has_symbols(&image) && is_program(image.elf);
}
