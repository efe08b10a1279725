/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_IMAGE_H
#define DRIVER_CODE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct unwind;

/* What a suite binary's file says. Addresses are those of the file, before the loader moves it.
 */

enum { IMAGE_BUILD_ID_TEXT = 129 };

/* Aliases follow each other. */
struct image_symbol {
	uint64_t address, size;
	const char *name;
	bool object; /* data; false: a function */
	/* A symbol that only its file knows: its place in `sources`, from 1; else 0. */
	uint32_t file;
};

/* A symbol without a size: a label of an assembler, a bound that a linker defines. */
struct image_label {
	uint64_t address;
	const char *name;
	uint64_t section; /* the address that its section begins at */
};

/* One relocation that `ld --emit-relocs` kept, or that the loader will apply. */
struct image_relocation {
	uint64_t address; /* of the field that is patched */
	uint32_t type;
	int64_t addend;
	const char *symbol;    /* "" for a section symbol */
	const char *version;   /* of a symbol of a shared library; "" where it has none */
	uint64_t value;        /* of the symbol */
	bool defined, dynamic; /* dynamic: for the loader, without a symbol of interest */
	bool at_end;           /* the symbol stands at the end of an empty section */
	bool object;           /* the symbol is data */
	uint32_t file;         /* as in struct image_symbol, of the symbol */
};

/* A name that the loader finds in it, or looks for. */
struct dynamic_symbol {
	const char *name; /* of the image */
	uint64_t address; /* 0: it is at no place of the file, as thread-local data */
	/* Of what counts beside its code: kind, binding, version, and the value where there is
	 * no address. */
	uint64_t mark;
	bool defined;
	bool exported; /* a function or data of its own that shared libraries find */
	bool resolves; /* it returns the address of the function */
	bool thread;   /* thread-local data */
};

struct image_section {
	uint64_t address, size, flags;
	uint32_t type;
	uint64_t offset;   /* in the file */
	uint64_t tls_size; /* of .tdata and .tbss, which takes no addresses */
	bool texts;        /* nothing but texts that end with a NUL: bdriver-align.ld */
	const char *name;
	const unsigned char *bytes; /* NULL: no bytes in the file (.bss) */
};

struct image {
	void *elf;
	int fd;
	uint16_t machine; /* EM_X86_64 ... */
	bool moves;       /* position-independent: the loader relocates pointers */
	bool library;     /* what it defines others may define before it; set by the caller */
	struct {
		bool redirects; /* it names an auditor or a filter for the loader */
		uint64_t
			linked; /* stands for the libraries that it names and how it is bound */
		const char *interpreter; /* the loader; NULL: linked statically */
	} loading;
	struct {
		uint64_t entry;            /* where it begins */
		uint64_t init, init_array; /* DT_INIT, DT_INIT_ARRAY; 0: none */
	} starts;
	struct image_section *sections; /* by address */
	size_t section_count, section_capacity;
	struct image_symbol *symbols; /* by address */
	size_t symbol_count, symbol_capacity;
	struct {
		uint32_t *files; /* struct image_symbol, by number in the table of symbols */
		size_t file_count, file_capacity;
		const char **sources; /* names of files */
		size_t source_count, source_capacity;
		uint64_t *trusted; /* functions of trusted_find(), sorted */
		size_t trusted_count;
	} origins;
	struct image_label *labels; /* by address */
	size_t label_count, label_capacity;
	struct {
		struct dynamic_symbol *dynamic; /* by name, then by mark */
		size_t dynamic_count, dynamic_capacity;
	};
	struct image_relocation *relocations; /* by address; text and data */
	size_t relocation_count, relocation_capacity;
	struct unwind *unwind;              /* NULL: not known */
	bool has_kept_relocations;          /* linked with --emit-relocs */
	char build_id[IMAGE_BUILD_ID_TEXT]; /* hexadecimal, "" where there is none */
};

/* The first dynamic symbol of this name, which may hold a version behind '@'; the next ones
 * follow. `dynamic_count` where there is none. */
size_t image_dynamic_find(const struct image *image, const char *name);
/* Is it of this name, as above? */
bool dynamic_symbol_is(const struct dynamic_symbol *symbol, const char *name);
/* Each of this name, as `item`, a const struct dynamic_symbol *. */
#define DYNAMIC_SYMBOLS_NAMED(item, image, name)                            \
	for (const struct dynamic_symbol *item =                            \
			&(image)->dynamic[image_dynamic_find(image, name)]; \
		item < (image)->dynamic + (image)->dynamic_count &&         \
		dynamic_symbol_is(item, name);                              \
		item++)
/* Sorts items that begin with an address by it. */
void image_sort_by_address(void *items, size_t count, size_t item_size);
const struct image_section *image_section_at(const struct image *image, uint64_t address);
/* The same, if it holds code. */
const struct image_section *image_code_at(const struct image *image, uint64_t address);
/* The first of this name that has bytes in the file, or NULL. */
const struct image_section *image_section_named(const struct image *image, const char *name);
/* The first of `count` items, sorted by the address that each begins with, that is at or after
 * the address; may be `count`. */
size_t image_first_from(const void *items, size_t count, size_t item_size, uint64_t address);
/* First relocation at or after the address; its index may be relocation_count. */
static inline size_t image_relocation_from(const struct image *image, uint64_t address)
{
	return image_first_from(image->relocations, image->relocation_count,
		sizeof(*image->relocations), address);
}
/* Is there one in [start, end)? */
bool image_has_relocation(const struct image *image, uint64_t start, uint64_t end);
/* The function or object that the address lies in, or begins with; NULL: none. */
const struct image_symbol *image_symbol_at(const struct image *image, uint64_t address);
/* First symbol at or after the address; its index may be symbol_count. */
static inline size_t image_symbol_from(const struct image *image, uint64_t address)
{
	return image_first_from(
		image->symbols, image->symbol_count, sizeof(*image->symbols), address);
}
/* First label at or after the address; its index may be label_count. */
static inline size_t image_label_from(const struct image *image, uint64_t address)
{
	return image_first_from(
		image->labels, image->label_count, sizeof(*image->labels), address);
}
/* The first label in [start, end) whose name is that of the glob, or NULL. */
const struct image_label *image_label_like(
	const struct image *image, uint64_t start, uint64_t end, const char *glob);
/* The pointer that a loaded program would hold at the address (relative to the file's base). */
bool image_pointer(const struct image *image, uint64_t address, uint64_t *value);
/* The name of the file, "" where it is 0. */
static inline const char *image_source(const struct image *image, uint32_t file)
{
	return file ? image->origins.sources[file - 1] : "";
}
/* Text in the file at the address, or NULL where it is not terminated inside its section. */
const char *image_text(const struct image *image, uint64_t address);

/* One step of a hash of numbers. */
static inline uint64_t code_mix(uint64_t hash, uint64_t number)
{
	hash = (hash ^ number) * 0x9E3779B97F4A7C15u;
	return hash ^ hash >> 32;
}

bool section_is_code(const struct image_section *section);
/* When constructors run: the loader has protected some. */
bool section_is_writable(const struct image_section *section);
/* Is its name that of the glob? */
bool section_is_named(const struct image_section *section, const char *glob);

#endif
