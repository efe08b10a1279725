/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_EVENTS_H
#define DRIVER_RUN_EVENTS_H

#include "driver/measure/measure.h"

struct run;

/* Of a measure_run() whose events go to progress, summary, estimate and the file of errors. */
struct measure_options run_events_options(struct run *run);

#endif
