/* SPDX-License-Identifier: MIT */
#include "harness/tune.h"

/* The search ends after so many trials without progress, if trials are long enough. */
#define STALE_TRIALS 16u
/* Progress is a best time below this part of the former one. */
#define PROGRESS 0.999

/* step: by how much the power of e grows with each ns beyond the middle. No libm. */
static double logistic(double upper, double lower, double step, int from_middle)
{
	double power = 1;

	for (int i = from_middle; i > 0; i--)
		power *= step;
	for (int i = from_middle; i < 0; i++)
		power /= step;
	return (upper - lower) / (1 + power) + lower;
}

/* The table of BenchmarkTools.jl, as it is made there. */
uint64_t bd_oracle(double t)
{
	double n;

	if (t > 9000)
		return 1;
	if (t > 1000)
		return 11 - (uint64_t)(t - 1) / 1000;
	n = t > 400 ? logistic(204, -16, 1.0100501670841680, (int)t - 800)
		    : logistic(1006, 195, 1.0253151205244288, (int)t - 200);
	/* A half, of 200 ns, is rounded down; no other value is so near to one. */
	return (uint64_t)(n + 0.4999);
}

static uint64_t max_trials(double clock_step_ns)
{
	double j = BD_TUNE_ACCURACY_NS / clock_step_ns;

	return j > 1000 ? 1000 : j < 1 ? 1 : (uint64_t)j;
}

/* Doubles until a sample is long enough for the clock, whose steps would show in it. */
static uint64_t lengthen(const struct bd_tuner *tuner, uint64_t n, double best)
{
	if ((double)n * best >= BD_TUNE_STEPS * tuner->clock_step_ns)
		return n;
	while (n < BD_TUNE_MOST && (double)tuner->time_trial(tuner->context, n) <
					   BD_TUNE_STEPS * tuner->clock_step_ns)
		n *= 2;
	return n;
}

uint64_t bd_tune(const struct bd_tuner *tuner)
{
	uint64_t last = max_trials(tuner->clock_step_ns), spent = 0, news = 1, whole;
	double best = 1e300, reference = 1e300;

	spent += tuner->time_trial(tuner->context, 1);
	for (uint64_t i = 1; i <= last; i++) {
		uint64_t ns = tuner->time_trial(tuner->context, i);
		double each = (double)ns / (double)i;

		spent += ns;
		if (each < best)
			best = each;
		if (best < reference * PROGRESS) {
			reference = best;
			news = i;
		}
		if (spent >= BD_TUNE_LIMIT_NS)
			break;
		if ((double)i * best >= 10 * BD_TUNE_ACCURACY_NS && i - news >= STALE_TRIALS)
			break;
	}
	if (best > 9e15)
		return 1;
	whole = (uint64_t)best;
	whole += (double)whole < best;
	if (whole < 1)
		whole = 1;
	return lengthen(tuner, bd_oracle((double)whole), best);
}
