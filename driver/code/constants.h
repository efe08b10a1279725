/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_CONSTANTS_H
#define DRIVER_CODE_CONSTANTS_H

#include <stdbool.h>
#include <stdint.h>

struct regions;

/* Tables and texts without a symbol; NO_REGION where there is none at the address. */

/*
 * A jump table or a table of distances or pointers, that code in [start, end) takes the address
 * of. It goes on behind a place that others refer to where the entry there could belong to it.
 */
uint32_t constants_table(
	struct regions *regions, uint64_t address, uint64_t start, uint64_t end);
/* A text that begins at the address, in a section that holds nothing else. */
uint32_t constants_whole_text(struct regions *regions, uint64_t address);
/* A literal that begins at the address: the linker kept the compiler's name of it. */
uint32_t constants_literal(struct regions *regions, uint64_t address);
/* A text that may begin at the address, with the texts behind it that may belong to it. inside:
 * it may also be the end of a longer one, as linkers let texts share their ends. file: that
 * refers to it; 0: not known. */
uint32_t constants_texts(struct regions *regions, uint64_t address, bool inside, uint32_t file);

/* For code whose literals have no NUL inside: a text, or all up to what somebody refers to
 * next. */
uint32_t constants_text(struct regions *regions, uint64_t address); /* up to its NUL */
uint32_t constants_exact(struct regions *regions, uint64_t address);

/* The end of a jump table that begins at the address, of the function that refers to it; the
 * address itself: there is none without doubt. */
uint64_t tables_jumps_end(const struct regions *regions, uint64_t address);
/* May a table of distances begin there, whose first one the assembler or linker filled in? */
bool tables_may_be_distances(const struct regions *regions, uint64_t address);
/* The text that the entry of a table of distances leads to; 0: none. */
uint64_t tables_text(const struct regions *regions, uint64_t table, uint64_t at);
/* Is the function around `code` the only one that refers to the table? */
bool tables_only_refers(const struct regions *regions, uint64_t code, uint64_t table);
/* Does a jump table of the code in [start, end) begin at the address, without doubt? */
bool tables_is_of_jumps(
	const struct regions *regions, uint64_t address, uint64_t start, uint64_t end);

#endif
