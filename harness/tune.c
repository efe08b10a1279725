/* SPDX-License-Identifier: MIT */
#include "harness/tune.h"

#include "harness/oracle.h"

/* The search ends after so many trials without progress, if trials are long enough. */
#define STALE_TRIALS 16u
/* Progress is a best time below this part of the former one. */
#define PROGRESS 0.999

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
