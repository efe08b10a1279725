/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/support/suite.h"
#include "tests/unit/support/uniform.h"

#include "compare/base/memory.h"

#include <math.h>
#include <stdlib.h>

struct suite suite_new(size_t n, size_t rounds)
{
	struct suite s = { .n = n, .rounds = rounds };

	s.inputs = memory_zeroed(n, sizeof(*s.inputs));
	s.values = memory_zeroed(4 * n * rounds, sizeof(double));
	s.order = memory_zeroed(n * rounds, sizeof(*s.order));
	for (size_t i = 0; i < n; i++)
		s.inputs[i] = (struct paired_input){ .rounds = rounds,
			.old_min = suite_value(&s, i, 0, 0),
			.new_min = suite_value(&s, i, 1, 0),
			.old_quartile = suite_value(&s, i, 2, 0),
			.new_quartile = suite_value(&s, i, 3, 0),
			.order = s.order + i * rounds,
			.step_ns = NAN,
			.threshold = NAN };
	return s;
}

void suite_release(struct suite *suite)
{
	free(suite->inputs);
	free(suite->values);
	free(suite->order);
	*suite = (struct suite){ 0 };
}

double *suite_value(struct suite *suite, size_t i, size_t kind, size_t round)
{
	return suite->values + (4 * i + kind) * suite->rounds + round;
}

double normal_draw(struct prng *prng)
{
	double radius = sqrt(-2 * log1p(-uniform_draw(prng)));

	return radius * cos(2 * M_PI * uniform_draw(prng));
}

void suite_fill(struct suite *suite, size_t i, double sd, double factor, struct prng *prng)
{
	signed char coin = 1;

	for (size_t r = 0; r < suite->rounds; r++) {
		double a = 1000 * exp(sd * normal_draw(prng));
		double b = 1000 * factor * exp(sd * normal_draw(prng));

		*suite_value(suite, i, 0, r) = a * 0.98;
		*suite_value(suite, i, 1, r) = b * 0.98;
		*suite_value(suite, i, 2, r) = a;
		*suite_value(suite, i, 3, r) = b;
		coin = r % 2 ? (signed char)-coin : prng_below(prng, 2) ? 1 : -1;
		suite->order[i * suite->rounds + r] = coin;
	}
}

struct suite noisy_suite(size_t n, size_t rounds, uint64_t seed, double factor, size_t changed)
{
	struct suite suite = suite_new(n, rounds);
	struct prng prng;

	prng_seed(&prng, seed);
	for (size_t i = 0; i < n; i++)
		suite_fill(&suite, i, 0.005 * exp(0.5 * normal_draw(&prng)),
			i < changed ? factor : 1, &prng);
	return suite;
}
