/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_TIME_LEFT_H
#define DRIVER_RUN_TIME_LEFT_H

#include <stdbool.h>

struct run;

/* May more phases follow the one that is planned? */
bool time_left_goes_on(const struct run *run);
/*
 * How long the run will take from now on. elapsed_ns: as ledger_left_ns() takes it.
 * *least_ns: each benchmark is decided after its first rounds. *most_ns: none is before all
 * time is used, and more than half are measured again in a second stage. Where the cost of a
 * launch is not known yet: false, and *most_ns is INFINITY.
 */
bool time_left(const struct run *run, double elapsed_ns, double *least_ns, double *most_ns);

#endif
