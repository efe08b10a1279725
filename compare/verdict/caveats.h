/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_CAVEATS_H
#define COMPARE_VERDICT_CAVEATS_H

#include "compare/verdict/comparison.h"

/*
 * Fills comparison->caveats with everything that makes the table below less trustworthy than
 * it looks: one sentence each, the gravest first. Needs the rows with their verdicts.
 */
void caveats_find(struct comparison *comparison);

#endif
