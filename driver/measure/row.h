/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_ROW_H
#define DRIVER_MEASURE_ROW_H

#include "driver/measure/slot.h"

/* What the launch says itself. */
void row_judge(const struct measure_end *end, struct log_row *row);
/* How the benchmark is to be launched from now on. */
void row_learn(const struct measure_end *end, const struct log_row *row);
/* Adds what only the driver knows of it, and learns. */
void row_complete(const struct measure_end *end, struct log_row *row);

/* What a sample computed: one that waits for a CPU, or for its threads, takes longer. */
double row_work_ns(const struct log_row *row);
/* A library that looks at the wall time, too, ends its search for the iterations when others
 * had the CPU. The few that it found measure its clocks: such a launch is no result. */
#define SEARCH_PART      0.1 /* of the time of a sample */
#define ROW_SHORT_SEARCH "others on the CPU ended its search for iterations too early"
bool row_search_is_short(const struct worker *worker, const struct log_row *row);
/* May it be made again at once, without a row? As it ended early, that costs little. */
bool row_again(const struct measure_end *end);

#endif
