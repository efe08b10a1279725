/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BISECT_PAIRS_H
#define DRIVER_BISECT_PAIRS_H

#include "compare/verdict/compared.h"
#include "driver/bisect/search.h"

/* Rounds of one measurement. */
#define PAIRS_ROUNDS 10

/* All rounds of two commits so far, judged by the rule `paired`. Zeroed it is empty. */
struct pairs {
	struct log logs[2];
	struct comparison comparison; /* of them */
};

/*
 * Adds PAIRS_ROUNDS rounds of the builds of commits `from` and `to`: from the logs in
 * FOLDER/measured if they are there, else of a new `bdriver run`, whose logs enter the history.
 * Logs of a run that was killed stay in a folder *.begun and are not read.
 * `turn` tells measurements of the same commits apart. 0; 1: a benchmark could not be measured;
 * -1 with *e set.
 */
int pairs_measure(struct bisect *bisect, size_t from, size_t to, unsigned turn,
	struct pairs *pairs, struct err *e);
void pairs_release(struct pairs *pairs);

/* The changed benchmark whose interval is the narrowest beside its change; NULL: none changed.
 */
const struct row *pairs_clearest(const struct comparison *comparison);
/* The change of SUITE/NAME; all NAN where no round has it. */
struct bisect_change pairs_change(const struct comparison *comparison, const char *name);

#endif
