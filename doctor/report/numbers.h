/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_REPORT_NUMBERS_H
#define DOCTOR_REPORT_NUMBERS_H

#include "compare/print/layout.h"
#include "doctor/audit.h"

/* A table of the numbers of every benchmark that checks use: `doctor -v`. */
void numbers_print(const struct audit *audit, FILE *out, const struct layout_size *size);

#endif
