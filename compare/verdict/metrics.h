/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_METRICS_H
#define COMPARE_VERDICT_METRICS_H

#include "compare/verdict/compared.h"

/* Fills comparison->metrics: those of the table, and the counters of either log. Returns -1
 * with *e set if --fail-on names one that is not there. */
int metrics_find(struct comparison *comparison, struct err *e);
/* Compares the counted values of all rows that have launches on both sides, which stand in the
 * order of names, and the executables of their suites. */
void metrics_compare(struct comparison *comparison);
void metrics_release(struct comparison *comparison);

#endif
