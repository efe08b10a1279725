/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/support/shape.h"

#include "tests/unit/support/doctor_case.h"

double shape_calm(unsigned launch, unsigned k, uint64_t *state)
{
	(void)launch;
	(void)k;
	return 1 + 0.002 * case_normal(state);
}

double shape_drifts(unsigned launch, unsigned k, uint64_t *state)
{
	return (1 + 0.03 * k / SHAPE_SAMPLES) * shape_calm(launch, k, state);
}

double shape_dependent(unsigned launch, unsigned k, uint64_t *state)
{
	static double previous;

	(void)launch;
	previous = k ? 0.7 * previous + case_normal(state) : case_normal(state);
	return 1 + 0.002 * previous;
}

double shape_mostly_slow(unsigned launch, unsigned k, uint64_t *state)
{
	return (launch % 5 == 3 && k % 8 ? 1.37 : 1.0) * shape_calm(launch, k, state);
}

void shape_fill(struct log *log, shape_fn *shape, unsigned launches, uint64_t seed)
{
	double samples[SHAPE_SAMPLES];

	for (unsigned launch = 0; launch < launches; launch++) {
		for (unsigned k = 0; k < SHAPE_SAMPLES; k++)
			samples[k] = 50e3 * shape(launch, k, &seed);
		case_launch(log, "Bench", 8, samples, SHAPE_SAMPLES);
	}
}

const char *shape_verdict(const char *check, shape_fn *shape, unsigned launches)
{
	struct log log = case_log();

	shape_fill(&log, shape, launches, 4711);
	return case_verdict(&log, check);
}
