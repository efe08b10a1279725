/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/check.h"

#include "compare/print/format.h"

#include <math.h>

extern const struct check check_linearity;

static const struct limit limits[] = {
	{ "low", LIMIT_NUMBER, 1.8, "a smaller ratio of neighbouring differences is an error" },
	{ "high", LIMIT_NUMBER, 2.2, "a larger one as well" },
	{ "least", LIMIT_DURATION, 200, "benchmarks with a shorter iteration are left out" },
	{ NULL, LIMIT_NUMBER, 0, NULL },
};

/* T(j) - T(i) for j = 2 i. */
static double difference(const struct bench_data *bench, int64_t i)
{
	return bench_data_series(bench, 2 * i)->time_ns - bench_data_series(bench, i)->time_ns;
}

/* A difference of two times is wrong by about one clock step: below this, too much for 10 %. */
#define STEPS 20
/* In a foreign log each iteration is, and four of them are by four. */
#define FOREIGN 4

static bool in_step(double d1, double d2, double d4, double low, double high)
{
	double first = d2 / d1, second = d4 / d2;

	return first >= low && first <= high && second >= low && second <= high;
}

static bool usually_in_step(const struct bench_data *bench, double low, double high)
{
	double t[4];

	for (int k = 0; k < 4; k++)
		t[k] = bench_data_series(bench, 1 << k)->usual_ns;
	return in_step(t[1] - t[0], t[2] - t[1], t[3] - t[2], low, high);
}

static void run(const struct bench_data *bench, const struct settings *settings,
	struct findings *findings)
{
	double low = settings_limit(settings, &check_linearity, "low");
	double high = settings_limit(settings, &check_linearity, "high");
	double ignore = settings_limit(settings, &check_linearity, "least");
	double d1 = difference(bench, 1), d2 = difference(bench, 2), d4 = difference(bench, 4);
	double first = d2 / d1, second = d4 / d2;
	double t = bench_data_iteration_ns(bench);
	char text[3][FORMAT_SIZE];
	struct finding *finding;

	if (bench->clock_step_ns > 0)
		ignore = fmax(ignore, STEPS * bench->clock_step_ns *
					      (bench_data_is_foreign(bench) ? FOREIGN : 1));
	if (!(t >= ignore) || !bench_data_time_grows(bench))
		return;
	if (in_step(d1, d2, d4, low, high) || usually_in_step(bench, low, high))
		return;
	finding = finding_add(findings, SEVERITY_ERROR,
		"time does not grow in step with iterations: the second takes %s more, the "
		"third and fourth %s, the fifth to eighth %s; each should be twice the one "
		"before",
		format_time(text[0], d1), format_time(text[1], d2), format_time(text[2], d4));
	finding_number(finding, "ratio_first", first);
	finding_number(finding, "ratio_second", second);
	finding_advise(finding, first > 2 || second > 2
					? "an iteration does more work than the one before: "
					  "reset the state that grows"
					: "later iterations do less work than earlier ones: "
					  "restore the input each time");
}

const struct check check_linearity = {
	.name = "linearity",
	.summary = "each iteration does the same work",
	.explain = "From 1 to 2, 2 to 4 and 4 to 8 iterations the added time must double\n"
		   "each time. A ratio above 2.2 means that iterations get dearer: a list\n"
		   "that grows, a table that fills, text that gets longer. Below 1.8 they\n"
		   "get cheaper: the first call sorts, the others find it sorted. Then the\n"
		   "time per iteration depends on how many there are. Iterations shorter\n"
		   "than 20 steps of the clock are left out as well.\n\n"
		   "How to mend it: start each iteration from the same state, e.g. copy\n"
		   "the unsorted input inside the loop (and say in the name that the copy\n"
		   "counts), or use .before_sample with one iteration a sample.\n\n"
		   "Example: the second iteration takes 40 us more, the third and fourth\n"
		   "160 us, the fifth to eighth 640 us: each appends to the same list.\n"
		   "Empty it at the head of the loop.\n",
	.needs = NEED_TIMES | NEED_FOUR_COUNTS | NEED_STEADY,
	.alone = ALONE,
	.limits = limits,
	.run = run,
};
