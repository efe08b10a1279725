/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CHECKUP_STEPS_H
#define DRIVER_CHECKUP_STEPS_H

#include "compare/base/table.h"
#include "driver/checkup/checkup.h"

/* Reads the configuration and finds what is to be measured; `added` (may be NULL): a suite
 * whose benchmarks are left out. 0, or an exit code after printing why. */
int checkup_find(struct checkup *checkup, struct run_settings *given, char **words, int count,
	const char *added);
/* Is any benchmark left to be measured? */
bool checkup_any(const struct checkup *checkup);
/* Measures into the log `output` (NULL: named by time). 0, or an exit code after printing why.
 */
int checkup_measure(struct checkup *checkup, const struct run_settings *given);
void checkup_release(struct checkup *checkup);

/* Adds the names of a suite's benchmarks to the table. 0, or -1 with *e set. */
int checkup_names(struct config *config, const char *suite, struct table *names, struct err *e);

#endif
