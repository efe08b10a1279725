/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_RESUMED_H
#define DRIVER_RUN_RESUMED_H

#include "compare/log/log.h"

struct run;

/* What the logs of a run say of what is done; above all, of a run that was interrupted. */

enum resumed_code { RESUMED_FINE = 0, RESUMED_UNFIT = -1, RESUMED_UNWRITABLE = -2 };
/*
 * Checks that the logs are of one run and of these suites, and opens them to go on. Where a log
 * has its end, only the names are missing: then run->logs.complete is set.
 */
enum resumed_code run_resumed_open(struct run *run, struct err *e);
/* Takes the time that was planned, and from each launch iterations, outcome and duration, from
 * logs with evidence. */
void run_resumed_take(struct run *run, struct log *logs);
/*
 * Marks the slots of the plan that the logs have for all builds (half a pair is no pair) as
 * done, and counts the attempts at each. repeats: from logs with evidence, passes the launches
 * to the repeat policy.
 */
void run_resumed_mark(struct run *run, struct log *logs, bool repeats);

#endif
