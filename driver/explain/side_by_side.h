/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_SIDE_BY_SIDE_H
#define DRIVER_EXPLAIN_SIDE_BY_SIDE_H

#include "compare/base/string_list.h"

/*
 * The lines of two texts side by side, with as few differences as can be: sides[0] and sides[1]
 * get as many rows, where "" stands for a line that the other text lacks. Only lines that
 * differ, and SIDE_CONTEXT beside them; SIDE_GAP on both sides stands for others. Nothing where
 * nothing differs, or a text has more than SIDE_LINES_MAX lines.
 */
void side_by_side(const struct string_list *old, const struct string_list *new,
	struct string_list sides[2]);

#define SIDE_CONTEXT   2
#define SIDE_LINES_MAX 2000
#define SIDE_GAP       "..."

#endif
