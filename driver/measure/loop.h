/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_LOOP_H
#define DRIVER_MEASURE_LOOP_H

#include "driver/measure/measure.h"

/*
 * Returns 0 when the plan is done, the signal that ended it early, or -1 with *e set where a
 * log cannot be written or the loop failed. The writers are left open. May be called again with
 * another plan for the same subjects.
 */
int measure_run(struct measure *measure, struct err *e);
/* Frees what is kept from one measure_run() to the next; call it after the last one. */
void measure_release(struct measure *measure);

#endif
