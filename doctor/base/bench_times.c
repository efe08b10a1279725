/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/bench_times.h"

#include <math.h>

/* Of one iteration, by what the samples of `last` have more than those of `first`. */
static double added_ns(const struct series *first, const struct series *last)
{
	return (last->time_ns - first->time_ns) /
	       (double)(last->iterations - first->iterations);
}

double bench_data_iteration_ns(const struct bench_data *bench)
{
	const struct series *s = bench->series;

	if (bench->series_count < 2)
		return bench->series_count ? s[0].min_ns : NAN;
	return fmax(added_ns(&s[0], &s[1]), 0);
}

double bench_data_slope_ns(const struct bench_data *bench)
{
	const struct series *s = bench->series;

	return bench->series_count < 2 ? bench_data_iteration_ns(bench)
				       : added_ns(s, &s[bench->series_count - 1]);
}

/* From the times of a sample of the first two series. */
static double setup_of(const struct bench_data *bench, double first_ns, double second_ns)
{
	double i = (double)bench->series[0].iterations, j = (double)bench->series[1].iterations;

	return i * j * (first_ns / i - second_ns / j) / (j - i);
}

double bench_data_setup_ns(const struct bench_data *bench)
{
	const struct series *s = bench->series;

	return bench->series_count < 2 ? NAN : setup_of(bench, s[0].time_ns, s[1].time_ns);
}

double bench_data_setup_share(const struct bench_data *bench, bool usual)
{
	const struct series *s = bench->series;
	double first = NAN, second = NAN;

	if (bench->series_count >= 2) {
		first = usual ? s[0].usual_ns : s[0].time_ns;
		second = usual ? s[1].usual_ns : s[1].time_ns;
	}
	return first > 0 ? setup_of(bench, first, second) / first : NAN;
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
