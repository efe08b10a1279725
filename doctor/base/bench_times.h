/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_BASE_BENCH_TIMES_H
#define DOCTOR_BASE_BENCH_TIMES_H

#include "doctor/base/bench_data.h"

/* Time of one iteration without constant parts: T(2) - T(1), else (T(j) - T(i)) / (j - i) of
 * the first two series, else the minimum of the only one. NAN if there is none. */
double bench_data_iteration_ns(const struct bench_data *bench);
/* The same over all iteration counts: (T(last) - T(first)) / (last - first). It is better for
 * iterations shorter than a read of the clock, or so long that each sample is interrupted. */
double bench_data_slope_ns(const struct bench_data *bench);
/* s = i j (t_i - t_j) / (j - i) of the first two series; NAN if there is only one. */
double bench_data_setup_ns(const struct bench_data *bench);
/* The same as a share of the best (or usual) sample of the first series: s / T(i). NAN as well.
 */
double bench_data_setup_share(const struct bench_data *bench, bool usual);
/* Does the best time of a sample grow with its iterations? True if not known. */
bool bench_data_time_grows(const struct bench_data *bench);

#endif
