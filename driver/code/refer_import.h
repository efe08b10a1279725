/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_REFER_IMPORT_H
#define DRIVER_CODE_REFER_IMPORT_H

#include <stdbool.h>
#include <stdint.h>

struct image;
struct image_relocation;
struct image_section;
struct parse;
struct region;

/* What a function of a library does that cannot be seen from its code. */
void refer_note_name(struct region *region, const char *name);
/* To a symbol of a shared library. */
void refer_to_import(struct parse *p, const struct image_relocation *r);
/* To one that a shared library has itself, which the loader may also find elsewhere. */
void refer_to_own(struct parse *p, const struct image_relocation *r);

bool section_is_plt(const struct image_section *section);
/* The slot of the loader's table through which an entry of the PLT jumps; 0: there is none. */
uint64_t refer_slot(const struct image *image, uint64_t address);
/* The name of a function of the program, or of what the loader's table means; NULL: none. */
const char *refer_name(const struct image *image, uint64_t address);
/* Is the address, of a section of the loader's, that of an entry? */
bool refer_has_slot(const struct image *image, uint64_t address);

#endif
