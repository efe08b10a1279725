/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_REPORT_PLOT_SVG_H
#define DOCTOR_REPORT_PLOT_SVG_H

#include <stdio.h>

#include "doctor/base/bench_data.h"

/* The picture of plot_text() as SVG. */
void plot_svg(const struct bench_data *bench, FILE *out);

#endif
