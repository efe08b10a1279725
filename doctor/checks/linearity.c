/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include "compare/print/format.h"

#include <math.h>

/* A difference of two times has an error of about one clock step: below this, too much for
 * 10 %. */
#define STEPS 20
/* In a log with values rounded per iteration each iteration has this error, so four of them
 * have four. */
#define FOREIGN 4

/* The set-up in a sample may vary by this share of itself. Where it is most of a sample, that
 * is much of what an iteration adds. */
#define SETUP_ERROR 0.02

/* The first iterations of a sample come from cold caches, also the second, whose difference is
 * the first. It may be too large by so many times what the others may. */
#define COLD 3

/* Where the first iterations are too short for that: an iteration of the longest samples takes
 * more than so many times as long as the first eight. */
#define FAR 10

#define MORE_WORK \
	"each iteration does more work than the one before: reset the state that grows"

/* Are the differences of T(1), T(2), T(4) and T(8) each about twice the one before? */
static bool in_step(const double t[4], double low, double high)
{
	double error = SETUP_ERROR * fmax(2 * t[0] - t[1], 0);

	for (int k = 0; k < 2; k++) {
		double added = t[k + 1] - t[k], next = t[k + 2] - t[k + 1];
		double least = k ? low : 2 - COLD * (2 - low);

		if (next + error < least * (added - error) ||
			next - error > high * (added + error))
			return false;
	}
	return true;
}

/* How far the farther of the two ratios is from 2. */
static double distance(const double t[4])
{
	double d1 = t[1] - t[0], d2 = t[2] - t[1], d4 = t[3] - t[2];

	return fmax(fabs(d2 / d1 - 2), fabs(d4 / d2 - 2));
}

static void find_later_growth(
	const struct bench_data *bench, double ignore, struct findings *findings)
{
	const struct series *first = bench_data_series(bench, 1), *last;
	const struct series *eight = bench_data_series(bench, 8);
	double few = (eight->time_ns - first->time_ns) / 7, many;
	char text[2][FORMAT_SIZE];

	last = &bench->series[bench->series_count - 1];
	many = (last->time_ns - eight->time_ns) / (double)(last->iterations - 8);
	if (!(many >= ignore && many > FAR * few))
		return;
	finding_add(findings, SEVERITY_ERROR, MORE_WORK,
		"an iteration takes %s in samples of 8 iterations, and %s in samples of %lld",
		format_time(text[0], few), format_time(text[1], many),
		(long long)last->iterations);
	finding_number(findings, "ratio_last", many / few);
}

static void linearity_run(const struct bench_data *bench, struct findings *findings)
{
	double low = findings_limit(findings, "low");
	double high = findings_limit(findings, "high");
	double ignore = findings_limit(findings, "least");
	double iteration = bench_data_iteration_ns(bench), d1, d2, d4;
	double least[4], usual[4], *t;
	char text[3][FORMAT_SIZE];

	if (bench->clock_step_ns > 0)
		ignore = fmax(ignore, STEPS * bench->clock_step_ns *
					      (bench->log->source.per_iteration ? FOREIGN : 1));
	if (!bench_data_time_grows(bench))
		return;
	if (!(iteration >= ignore)) {
		find_later_growth(bench, ignore, findings);
		return;
	}
	for (int k = 0; k < 4; k++) {
		const struct series *series = bench_data_series(bench, 1 << k);

		least[k] = series->time_ns;
		usual[k] = series->usual_ns;
	}
	if (in_step(least, low, high) || in_step(usual, low, high))
		return;
	t = distance(usual) < distance(least) ? usual : least;
	d1 = t[1] - t[0];
	d2 = t[2] - t[1];
	d4 = t[3] - t[2];
	finding_add(findings, SEVERITY_ERROR,
		d2 > 2 * d1 || d4 > 2 * d2 ? MORE_WORK
					   : "later iterations do less work than earlier ones: "
					     "restore the input each time",
		"time does not grow linearly with iterations: the second adds %s, the third "
		"and fourth %s, the fifth to eighth %s; each value should be twice the one "
		"before",
		format_time(text[0], d1), format_time(text[1], d2), format_time(text[2], d4));
	finding_number(findings, "ratio_first", d2 / d1);
	finding_number(findings, "ratio_second", d4 / d2);
}

const struct check check_linearity = {
	.name = "linearity",
	.summary = "each iteration does the same work",
	.needs = NEED_TIMES | NEED_FOUR_COUNTS | NEED_STEADY,
	.alone = ALONE,
	.limits = {
	{ "low", LIMIT_NUMBER, 1.8, "a smaller ratio of neighbouring differences is an error" },
	{ "high", LIMIT_NUMBER, 2.2, "a larger ratio is an error too" },
	{ "least", LIMIT_DURATION, 200, "benchmarks with a shorter iteration are left out" },
	},
	.run = linearity_run,
};
