/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_CAVEATS_H
#define COMPARE_VERDICT_CAVEATS_H

#include "compare/verdict/compared.h"

/*
 * Fills comparison->caveats and caveat_briefs with everything that limits the result, the most
 * serious first. Needs the rows with their verdicts.
 */
void caveats_find(struct comparison *comparison);

#endif
