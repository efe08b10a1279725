/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_DISTANCES_H
#define DRIVER_CODE_DISTANCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct image_relocation;
struct parse;

/* Of a field, as wide as the relocation says that the linker kept. */
void distances_parse(struct parse *p, const struct image_relocation *r, size_t width);
/* False: nothing is known of the region but its bytes. Else all of them are hashed, or have
 * become references. */
bool distances_parse_all(struct parse *p);
/* Adds references to what numbers without a relocation may lead to, whose bytes are hashed. */
void distances_follow(struct parse *p);
/*
 * For a region that is all of a section, which has the jump tables of all functions: the place
 * of an entry at `at` in the function that it leads to. The function is a reference only if it
 * is not the one that reads the table. False: the address is none in a function.
 */
bool distances_mix_place(struct parse *p, uint64_t at, uint64_t address);

#endif
