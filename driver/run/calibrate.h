/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_CALIBRATE_H
#define DRIVER_RUN_CALIBRATE_H

struct err;
struct run;

/* What the logs of a run say of two builds that are one: prints it. After
 * run_measure(). 0, or -1 with *e set. */
int calibrate_finish(const struct run *run, struct err *e);

#endif
