/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_REPORT_H
#define DRIVER_RUN_REPORT_H

#include <stdio.h>

struct err;
struct run;
struct string_list;

/* What a run prints at its end. Each returns an exit code. */

/* The summary of a run that is finished. */
int run_report(struct run *run);
/* After it: the first build against each other one, as `bdriver compare` prints it. */
int run_report_compare(const struct run *run);

/* Of a calibration, before run_finish(): what its logs say of two builds that are one. 0, or -1
 * with *e set. */
int run_report_calibration(const struct run *run, struct err *e);
/* The part of run_report() on what failed, and its exit code. */
int run_report_failures(const struct run *run, FILE *out);
/* Last of all: the suites that are not in the run, and why. */
void run_report_left_out(const struct string_list *all, FILE *out);

#endif
