/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_UNWIND_H
#define DRIVER_CODE_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image;

/* Encodings of an address (Linux Standard Base, DWARF extensions). */
enum {
	DW_EH_PE_absptr = 0x00,
	DW_EH_PE_uleb128 = 0x01,
	DW_EH_PE_udata2 = 0x02,
	DW_EH_PE_udata4 = 0x03,
	DW_EH_PE_sdata2 = 0x0A,
	DW_EH_PE_sdata4 = 0x0B,
	DW_EH_PE_sdata8 = 0x0C,
	DW_EH_PE_pcrel = 0x10,
	DW_EH_PE_indirect = 0x80,
	DW_EH_PE_omit = 0xFF
};

/* A place in a table of the unwinder. */
struct cursor {
	const unsigned char *bytes;
	size_t at, end;
	uint64_t address; /* of bytes[0] */
};

/* The number there, and behind it; 0 at the end. */
uint64_t unwind_leb(struct cursor *c);
int64_t unwind_signed_leb(struct cursor *c);

/* Which functions handle exceptions, and where their tables are. */
struct unwind {
	struct handled {
		uint64_t function, handlers;
	} * items; /* by function */
	size_t count, capacity;
	uint64_t *tables;    /* of handlers, where each begins */
	uint64_t *functions; /* all, in the order of the records; 0: not understood */
	size_t function_count, function_capacity;
	uint64_t all, all_end; /* of all tables; 0: there are none */
	bool understood;       /* false: any function may have any table */
};

struct unwind *unwind_new(const struct image *image);
void unwind_free(struct unwind *unwind); /* NULL is fine */
/* Where the table of handlers of the first function in [*at, end) that has one begins and ends;
 * *at moves behind the start of that function. False: there is none. */
bool unwind_handlers(const struct unwind *unwind, uint64_t *at, uint64_t end,
	uint64_t *handlers, uint64_t *handlers_end);

#endif
