/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_EVENTS_H
#define DRIVER_RUN_EVENTS_H

#include "driver/measure/measure.h"

struct run;

/*
 * Of a measure_run(), whose events come here. Who hears the end of a launch: the tuned
 * iterations (do they fit?), the summary with the file of errors, the ledger with its limits
 * and the clock, the display, and the kind of the run.
 */
struct measure_options run_events_options(struct run *run);

#endif
