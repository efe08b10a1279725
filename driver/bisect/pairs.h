/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BISECT_PAIRS_H
#define DRIVER_BISECT_PAIRS_H

#include "driver/bisect/bisect.h"

/* Rounds of one measurement. */
#define PAIRS_ROUNDS 10

/*
 * Appends PAIRS_ROUNDS rounds of the builds of commits `from` and `to` to *rounds: from the
 * logs in FOLDER/measured if they are there, else of a new `bdriver run`, whose logs enter the
 * history. `turn` tells measurements of the same commits apart. 0; 1: a benchmark could not be
 * measured; -1 with *e set.
 */
int pairs_measure(struct bisect *bisect, size_t from, size_t to, unsigned turn,
	struct rounds *rounds, struct err *e);

#endif
