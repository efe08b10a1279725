/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_ANCHOR_ROWS_H
#define COMPARE_VERDICT_ANCHOR_ROWS_H

#include "compare/verdict/rules.h"

/*
 * Rows of the pinned build that both sessions measured beside their own: controls that stand in
 * no table. Only benchmarks whose code is the same in both anchors, by fingerprint or build id.
 * rows[0..count-1] lie in one block, rows[0]; anchor_rows_release() frees them.
 */
struct compared_rows anchor_rows(const struct comparison *comparison);
void anchor_rows_release(struct compared_rows *anchors);

#endif
