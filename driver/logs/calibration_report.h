/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_LOGS_CALIBRATION_REPORT_H
#define DRIVER_LOGS_CALIBRATION_REPORT_H

#include "doctor/audit.h"

/* Fills in what `bdriver calibrate` found of the audited benchmarks, from the file beside the
 * log of each. */
void calibration_tell(struct audit *audit);

#endif
