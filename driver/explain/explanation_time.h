/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_EXPLANATION_TIME_H
#define DRIVER_EXPLAIN_EXPLANATION_TIME_H

#include "driver/explain/explanation.h"

/* Fills in the time of both builds. Returns 0, or the signal that ended it. */
int explanation_measure_time(struct explanation *x, const struct suite *suites[2]);

#endif
