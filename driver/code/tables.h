/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_TABLES_H
#define DRIVER_CODE_TABLES_H

#include <stdbool.h>
#include <stdint.h>

struct image_section;
struct regions;

/* Tables without a symbol, of pointers or of distances from their start: where they end is
 * known from what their entries lead to. */

/* Of the table that code in [start, end) takes the address of; 0: it is none. */
uint64_t tables_end(const struct regions *regions, uint64_t address, uint64_t start,
	uint64_t end, bool *pointers);
/* Without doubt an entry? */
bool tables_may_begin(
	const struct regions *regions, const struct image_section *section, uint64_t address);
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
