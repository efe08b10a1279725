/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_TURNS_H
#define COMPARE_VERDICT_TURNS_H

#include "compare/log/log.h"

/*
 * ln(new / old) of two interleaved launches: the median over turns of the ratio of the lower
 * quartiles of a turn of each, of at most so many first turns, as turns follow each other
 * within milliseconds. Old and new exchanged, it only changes its sign. NAN: they did not run
 * side by side, or not in turns.
 */
double turns_change(const struct launch *old, const struct launch *new, size_t most);

#endif
