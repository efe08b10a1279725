/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CALIBRATION_TELL_H
#define DRIVER_CALIBRATION_TELL_H

#include "doctor/audit.h"

/* Fills in what `bdriver calibrate` found of the audited benchmarks, from the file beside the
 * log of each. */
void calibration_tell(struct audit *audit);

#endif
