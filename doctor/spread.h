/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_SPREAD_H
#define DOCTOR_SPREAD_H

#include "doctor/patient.h"

/* SD of ln of series_values(): about the relative SD between launches. NAN for
 * fewer than three. */
double spread_between(const struct series *series);

#endif
