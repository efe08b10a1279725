/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_BATCH_H
#define DRIVER_MEASURE_BATCH_H

#include "driver/measure/slot.h"

/* Does a launch pay for so much beside its samples that it shall pay it once only? */
bool batch_is_costly(double wall_ns, double timed_ns, double launch_time_ns);
/* A trial launch has ended well. It calls the benchmark at least twice; the probe once. */
void batch_learn(const struct measure_end *end, const struct log_row *row);

#endif
