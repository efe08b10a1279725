/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_CODE_REGION_H
#define DRIVER_CODE_CODE_REGION_H

#include "driver/code/regions.h"

struct code_reference {
	uint32_t region;
	bool called;     /* else its address is taken, or it is read or written */
	bool cut;        /* a constructor registers it, and does nothing else with it */
	uint64_t offset; /* within the region */
};

struct code_region {
	uint64_t start, end;
	/* Of all bytes but addresses, whose targets are the references, and of the names of
	 * imported symbols. */
	uint64_t hash;
	size_t first, count;               /* references, see code_map_references() */
	size_t first_import, import_count; /* see code_map_imports() */
	uint32_t section;
	bool writable;
	bool whole;    /* all of a section */
	bool unknown;  /* refers to what cannot be followed */
	bool loads;    /* refers to what loads or executes: symbol_is_unfollowed() */
	bool sealed;   /* what only this code loads or executes is no benchmark's */
	bool acts;     /* may change what others see, if it is called */
	bool prepares; /* may do so unless it registers benchmarks: symbol_prepares() */
	bool renames;  /* is or calls symbol_renames() */
	bool library;  /* symbol_is_of_registration() */
	bool timed;    /* cannot be called before main(): it takes a benchmark::State & */
	bool shares;   /* refers to data of a library, or of the thread, whose readers are not
			  seen */
	bool indirect; /* calls what a register or memory says */
	bool threads;  /* starts threads or processes */
	bool opens_files;
	/* What the framework opens is no benchmark's, and /dev/urandom is no input. */
	enum { OF_PROGRAM, OF_RANDOM_DEVICE, OF_FRAMEWORK } of;
	bool varies; /* need not do the same in each launch: symbol_varies() */
	bool parsed;
};

/* One step of a hash of numbers. */
static inline uint64_t code_mix(uint64_t hash, uint64_t number)
{
	hash = (hash ^ number) * 0x9E3779B97F4A7C15u;
	return hash ^ hash >> 32;
}

#endif
