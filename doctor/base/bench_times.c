/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/bench_times.h"

#include <math.h>

double bench_data_iteration_ns(const struct bench_data *bench)
{
	const struct series *s = bench->series;
	double slope;

	if (bench->series_count == 0)
		return NAN;
	if (bench->series_count == 1)
		return s[0].min_ns;
	slope = (s[1].time_ns - s[0].time_ns) / (double)(s[1].iterations - s[0].iterations);
	return slope > 0 ? slope : 0;
}

double bench_data_slope_ns(const struct bench_data *bench)
{
	const struct series *first, *last;

	if (bench->series_count < 2)
		return bench_data_iteration_ns(bench);
	first = &bench->series[0];
	last = &bench->series[bench->series_count - 1];
	return (last->time_ns - first->time_ns) /
	       (double)(last->iterations - first->iterations);
}

/* Work done once per sample, from the times of one iteration in samples of i and of j. */
static double setup_of(
	const struct series *first, const struct series *second, double t_i, double t_j)
{
	double i = (double)first->iterations, j = (double)second->iterations;

	return i * j * (t_i - t_j) / (j - i);
}

double bench_data_setup_ns(const struct bench_data *bench)
{
	const struct series *s = bench->series;

	return bench->series_count < 2 ? NAN : setup_of(&s[0], &s[1], s[0].min_ns, s[1].min_ns);
}

double bench_data_setup_share(const struct bench_data *bench)
{
	double setup = bench_data_setup_ns(bench);

	return bench->series_count && bench->series[0].time_ns > 0
		       ? setup / bench->series[0].time_ns
		       : NAN;
}

double bench_data_usual_setup_share(const struct bench_data *bench)
{
	const struct series *s = bench->series;

	if (bench->series_count < 2 || !(s[0].usual_ns > 0))
		return NAN;
	return setup_of(&s[0], &s[1], s[0].usual_ns / (double)s[0].iterations,
		       s[1].usual_ns / (double)s[1].iterations) /
	       s[0].usual_ns;
}

/*
 * Work that ignores n has T(n) = T(1), up to noise. T must grow by 1 % of the first sample per
 * further iteration, but by at most half of it in all. So a very short iteration still counts
 * as work if the tuner chose hundreds of iterations.
 */
bool bench_data_time_grows(const struct bench_data *bench)
{
	const struct series *first, *last;
	double share, least;

	if (bench->series_count < 2)
		return true;
	first = &bench->series[0];
	last = &bench->series[bench->series_count - 1];
	share = 0.01 * (double)(last->iterations - first->iterations) /
		(double)first->iterations;
	least = (share < 0.5 ? share : 0.5) * first->time_ns;
	return last->time_ns - first->time_ns > least;
}
