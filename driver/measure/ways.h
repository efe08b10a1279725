/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_WAYS_H
#define DRIVER_MEASURE_WAYS_H

#include "driver/measure/slot.h"

extern const struct way way_group, way_trial_iterations, way_trial_turns, way_turns, way_batch,
	way_alone;

/* Begins an attempt at the slot of the worker. False where no build has the benchmark. */
bool way_begin(struct worker *worker);

#endif
