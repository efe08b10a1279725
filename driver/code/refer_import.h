/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_REFER_IMPORT_H
#define DRIVER_CODE_REFER_IMPORT_H

struct image_relocation;
struct parse;

/* To a symbol of a shared library. */
void refer_to_import(struct parse *p, const struct image_relocation *r);
/* To one that a shared library has itself, which the loader may also find elsewhere. */
void refer_to_own(struct parse *p, const struct image_relocation *r);

#endif
