/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_ONE_SIDED_H
#define COMPARE_VERDICT_ONE_SIDED_H

#include "compare/verdict/compared.h"

/*
 * The verdict of a row without a launch that counts on a side. That a log has no row of a
 * benchmark does not say that the build lacks it: a run ends when it is interrupted or its
 * budget is over, after any launch. Such a benchmark is not measured, never added, removed or
 * lost.
 */
void one_sided_judge(const struct comparison *comparison, struct row *row);

#endif
