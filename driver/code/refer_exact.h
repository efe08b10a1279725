/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_REFER_EXACT_H
#define DRIVER_CODE_REFER_EXACT_H

#include <stdbool.h>
#include <stdint.h>

struct image;
struct parse;
struct place;

/* To constants of which the code says how far it reads them, or whose code is known. False: it
 * is none of these. */
bool refer_to_exact(struct parse *p, const struct place *place);
/* May the function of the program that begins there return? The compiler of the caller may be
 * wrong, and an assembler need not know. It is none: false. No compiler jumps to a function
 * that does not return. */
bool refer_returns(const struct image *image, uint64_t address);
/* Does it read its first three arguments, as far as it does so itself? */
bool refer_takes_arguments(const struct image *image, uint64_t address);

#endif
