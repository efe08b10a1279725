/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_REFER_EXACT_H
#define DRIVER_CODE_REFER_EXACT_H

#include <stdbool.h>

struct parse;
struct place;

/* To constants of which the code says how far it reads them, or whose code is known. False: it
 * is none of these. */
bool refer_to_exact(struct parse *p, const struct place *place);

#endif
