/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_CHECKS_SPREAD_H
#define DOCTOR_CHECKS_SPREAD_H

#include "doctor/base/bench_data.h"

/* SD of ln of series_values(), or of the minima or CPU times of launches if that is smaller:
 * about the relative SD between launches. NAN for fewer than three. but_one: without the launch
 * farthest from the median, which the machine may have disturbed, from ten launches on. */
double spread_between(const struct series *series, bool but_one);

#endif
