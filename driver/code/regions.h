/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_REGIONS_H
#define DRIVER_CODE_REGIONS_H

#include "driver/code/targets.h"

struct image;
struct image_section;

#define NO_REGION UINT32_MAX

enum region_kind {
	REGION_SYMBOL,  /* symbols that overlap are one */
	REGION_BYTES,   /* data without a symbol */
	REGION_CODE,    /* code without a symbol */
	REGION_TABLE,   /* distances from its start, of 4 bytes */
	REGION_SECTION, /* all of a section, or all that a file has there */
};

struct region {
	uint64_t start, end;
	enum region_kind kind;
	uint32_t section;
	const char *name; /* of a symbol, or NULL */
	uint32_t file;    /* struct image_symbol; of a table: of the code that refers to it */
	bool code;        /* instructions; false: data */
	bool writable;    /* when constructors run */
	struct {          /* known when it was parsed, see code_map_region() */
		bool parsed;
		bool unknown;  /* refers to what cannot be followed */
		bool loads;    /* refers to what loads or executes: symbols_unfollowed */
		bool sealed;   /* what only this code loads or executes is no benchmark's */
		bool acts;     /* may change what others see, if it is called */
		bool prepares; /* may do so unless it registers benchmarks: symbol_prepares() */
		bool renames;  /* is or calls one of symbols_renaming */
		bool library;  /* symbols_of_registration */
		bool timed;  /* cannot be called before main(): it takes a benchmark::State & */
		bool shares; /* refers to data of a library, or of the thread, whose readers are
				not seen */
		bool indirect; /* calls what a register or memory says */
		bool threads;  /* starts threads or processes */
		bool opens_files;
		/* What the framework opens is no benchmark's, and /dev/urandom is no input. */
		enum { OF_PROGRAM, OF_RANDOM_DEVICE, OF_FRAMEWORK } of;
		bool varies; /* need not do the same in each launch: symbols_varying */
	};
	/* Of all bytes but addresses, whose targets are the references, and of the names of
	 * imported symbols. */
	uint64_t hash;
	/* Of those in struct regions. */
	size_t first, count; /* references */
	size_t first_import, import_count;
};

struct code_reference {
	uint32_t region;
	bool called;     /* else its address is taken, or it is read or written */
	bool cut;        /* a constructor registers it, and does nothing else with it */
	uint64_t offset; /* within the region */
};

/*
 * Where functions and objects of an image begin and end. A region is the extent of a symbol, or
 * a part without a symbol that an address may mean. A place that somebody refers to is no end
 * of an object: it may lie inside. Borrows the image.
 */
struct regions {
	const struct image *image;
	/* Those of symbols by address, then the others, in the order in which they are first
	 * asked for: they move when one is found. */
	struct region *items;
	size_t symbol_count, count, capacity;
	struct table *nameless; /* of all that are no symbol's: their numbers */
	struct targets targets;
	/* Of all regions: those of one follow each other. */
	struct code_reference *references;
	size_t reference_count, reference_capacity;
	/* The names that the loader looks for, of functions and of data, in the order of use.
	 */
	const char **imports;
	size_t import_count, import_capacity;
};

void regions_find(struct regions *regions, const struct image *image);
void regions_release(struct regions *regions);

/* The first region of a symbol that begins after the address; may be `symbol_count`. */
size_t regions_after(const struct regions *regions, uint64_t address);

/* All of these: NO_REGION where there is no such region at the address. */

/* The symbol, or overlapping symbols, that the address lies in. */
uint32_t regions_symbol(const struct regions *regions, uint64_t address);
/* The symbol that ends at the address, or up to `within` bytes before, in the same section. */
uint32_t regions_before(const struct regions *regions, uint64_t address, uint64_t within);
/* The symbol that begins up to `within` bytes behind the address, in the same section. */
uint32_t regions_behind(const struct regions *regions, uint64_t address, uint64_t within);
/* `width` bytes without a symbol; more, if they would cut a field that is relocated. */
uint32_t regions_bytes(struct regions *regions, uint64_t address, uint64_t width);
/* Code without a symbol, from the address to the next symbol. */
uint32_t regions_code(struct regions *regions, uint64_t address);
/* All between two symbols. */
uint32_t regions_gap(struct regions *regions, uint64_t address);
uint32_t regions_section(struct regions *regions, const struct image_section *section);
/* The part of a section around the address that the file has: linkers put it into one piece. It
 * ends where another file is known to have something. */
uint32_t regions_of_file(struct regions *regions, uint64_t address, uint32_t file);
/* One without a symbol. */
uint32_t regions_nameless(struct regions *regions, const struct image_section *section,
	enum region_kind kind, uint64_t start, uint64_t end, uint32_t file);

/* Where the gap around the address begins and ends: at a symbol, or with the section. */
uint64_t regions_gap_start(
	const struct regions *regions, const struct image_section *section, uint64_t address);
uint64_t regions_gap_end(
	const struct regions *regions, const struct image_section *section, uint64_t address);

#endif
