/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_LOGS_CALIBRATION_REPORT_H
#define DRIVER_LOGS_CALIBRATION_REPORT_H

#include "doctor/audit.h"

/* Adds the results of `bdriver calibrate` for the audited benchmarks, from the file beside each
 * log. */
void calibration_report(struct audit *audit);

#endif
