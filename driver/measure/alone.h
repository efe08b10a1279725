/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_ALONE_H
#define DRIVER_MEASURE_ALONE_H

#include "driver/measure/slot.h"

/* What all ways do that leave rows. */

/* Judges, writes and reports the row of a launch; alone_keep(): where it was read. */
int alone_took(const struct measure_end *end);
int alone_keep(const struct measure_end *end, struct log_row *row);
/* Of a trial or a group that never ended: the build has no other launch in the slot. */
int alone_keep_hung(const struct measure_end *end, struct log_row *row);
/* Once more after a failure? Else the slot is over. */
bool alone_over(struct worker *worker);

#endif
