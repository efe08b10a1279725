/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/random_effects.h"

#include <math.h>

#include "compare/stats/distribution.h"

#define STEPS_MAX 200

struct weighted {
	double weights, mean, q; /* q: weighted sum of squares around the mean */
};

static struct weighted weigh(const double *y, const double *se, size_t n, double tau2)
{
	struct weighted sum = { 0 };

	for (size_t i = 0; i < n; i++) {
		double w = 1 / (se[i] * se[i] + tau2);

		sum.weights += w;
		sum.mean += w * y[i];
	}
	sum.mean /= sum.weights;
	for (size_t i = 0; i < n; i++)
		sum.q += (y[i] - sum.mean) * (y[i] - sum.mean) / (se[i] * se[i] + tau2);
	return sum;
}

/* The root of q(tau2) = n - 1; 0 where q(0) is less. q falls and is convex, so Newton's steps
 * from the left never pass it (DerSimonian and Kacker 2007, "Random-effects model", 2.3). */
static double paule_mandel(const double *y, const double *se, size_t n)
{
	double tau2 = 0;

	for (int i = 0; i < STEPS_MAX; i++) {
		struct weighted sum = weigh(y, se, n, tau2);
		double excess = sum.q - (double)(n - 1), slope = 0;

		if (excess <= 1e-12 * (double)n)
			break;
		for (size_t k = 0; k < n; k++) {
			double w = 1 / (se[k] * se[k] + tau2);

			slope += w * w * (y[k] - sum.mean) * (y[k] - sum.mean);
		}
		tau2 += excess / slope;
	}
	return tau2;
}

bool random_effects(
	const double *estimates, const double *errors, size_t n, struct random_effects *result)
{
	struct weighted sum;
	double q, half;

	*result = (struct random_effects){ NAN, NAN, NAN, NAN };
	for (size_t i = 0; i < n; i++)
		if (!isfinite(estimates[i]) || !isfinite(errors[i]) || errors[i] <= 0)
			return false;
	if (n < 2)
		return false;
	result->tau2 = paule_mandel(estimates, errors, n);
	sum = weigh(estimates, errors, n, result->tau2);
	q = fmax(1, sum.q / (double)(n - 1));
	half = student_quantile(0.975, (double)(n - 1)) * sqrt(q / sum.weights);
	result->mean = sum.mean;
	result->low = sum.mean - half;
	result->high = sum.mean + half;
	return true;
}
