/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_TURNS_H
#define DRIVER_MEASURE_TURNS_H

#include "driver/measure/slot.h"

/* What a way does whose launches live together. */

/* Can both launches of the slot live at once? What has failed so never does again. */
bool turns_may(const struct worker *worker);
bool turns_begin(struct worker *worker);
void turns_request(struct worker *worker, struct launch_request *request, struct job *job);

#endif
