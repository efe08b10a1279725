/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_REPORT_PLOT_H
#define DOCTOR_REPORT_PLOT_H

#include <stdio.h>

#include "doctor/base/bench_data.h"

/*
 * A picture of one benchmark, in two parts. The first shows the best time T(n) of a sample
 * against its iterations n, and the line through the points of 1 to 8 iterations. The
 * second shows the samples of the launches one after the other.
 */

/* T(n) = once + each n, by least squares over the series of up to 8 iterations. */
struct plot_line {
	double once_ns, each_ns; /* NAN: fewer than two series */
	size_t points;
};

struct plot_line plot_fit(const struct bench_data *bench);

/* "50.0 us + n x 100 us", or "n x 100 us - 1.20 us"; NULL: no line. The caller frees. */
char *plot_line_text(const struct plot_line *line);
/* The label at the top of an axis: its time or, if both ends have the same three digits, the
 * distance in per cent ("+0.3 %"). Returns `out`, of FORMAT_SIZE. */
char *plot_top_text(char *out, double bottom_ns, double top_ns);

/* In characters, `width` columns (at least 24). */
void plot_text(const struct bench_data *bench, size_t width, FILE *out);

#endif
