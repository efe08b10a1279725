/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_REPORT_NUMBERS_H
#define DOCTOR_REPORT_NUMBERS_H

#include "compare/print/layout.h"
#include "doctor/audit.h"

/* All numbers that the checks use, of every benchmark, in a table: `doctor -v`. */
void numbers_print(const struct audit *audit, FILE *out, const struct layout_size *size);

#endif
