/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_SUBJECTS_H
#define DRIVER_EXPLAIN_SUBJECTS_H

#include "compare/verdict/compared.h"
#include "driver/suite/suite.h"

struct config;

/* The suites of a finished paired run. */

/* A log names the programs that are executed. Returns 0, or EXIT_USAGE after a message where
 * one is not the caller's. */
int subjects_check_owners(const struct comparison *comparison);
/* Why this benchmark cannot be explained, a phrase; NULL: it can. */
const char *subjects_refuse(const struct comparison *comparison, const struct row *row);
/* The suite of a log, which is asked for its list once and stays in *suites until the next
 * one is asked; NULL after a message, also if it is not the one that was measured. */
const struct suite *subjects_suite(
	struct suites *suites, struct config *config, const struct log *log, const char *name);

#endif
