/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/distribution.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_sf_psi.h>
#include <math.h>
#include <stdbool.h>

/* GSL would abort on an error. Set before main(), as two threads read logs. */
__attribute__((constructor)) static void set_error_handler(void)
{
	gsl_set_error_handler_off();
}

static bool is_probability(double p)
{
	return p >= 0 && p <= 1;
}

double normal_sf(double x)
{
	return isnan(x) ? NAN : gsl_cdf_ugaussian_Q(x);
}

double normal_quantile(double p)
{
	if (!is_probability(p))
		return NAN;
	if (p == 0 || p == 1)
		return p == 0 ? -INFINITY : INFINITY;
	return gsl_cdf_ugaussian_Pinv(p);
}

double student_sf(double t, double df)
{
	if (isnan(t) || !(df > 0))
		return NAN;
	if (isinf(df))
		return normal_sf(t);
	if (isinf(t))
		return t > 0 ? 0 : 1;
	return gsl_cdf_tdist_Q(t, df);
}

double student_quantile(double p, double df)
{
	double t;

	if (!is_probability(p) || !(df > 0))
		return NAN;
	if (isinf(df))
		return normal_quantile(p);
	if (p == 0 || p == 1)
		return p == 0 ? -INFINITY : INFINITY;
	t = gsl_cdf_tdist_Pinv(p, df);
	/* GSL stops at about five digits far out in the tails. */
	for (int i = 0; i < 3 && isfinite(t); i++) {
		double density = gsl_ran_tdist_pdf(t, df);
		double step = (gsl_cdf_tdist_P(t, df) - p) / density;

		if (!(density > 0) || fabs(step) <= 1e-14 * fabs(t))
			break;
		t -= step;
	}
	return t;
}

double student_quantile_memo(struct student_memo *memo, double p, double df)
{
	unsigned at = memo->next % STUDENT_MEMO;

	/* An empty place has df 0, which no question that has an answer has. */
	for (unsigned i = 0; i < STUDENT_MEMO && df > 0; i++)
		if (memo->p[i] == p && memo->df[i] == df)
			return memo->t[i];
	memo->p[at] = p;
	memo->df[at] = df;
	memo->t[at] = student_quantile(p, df);
	memo->next++;
	return memo->t[at];
}

double student_two_sided(double t, double df)
{
	return 2 * student_sf(fabs(t), df);
}

double chi2_sf(double x, double df)
{
	if (isnan(x) || !(df > 0) || isinf(df))
		return NAN;
	if (isinf(x))
		return x > 0 ? 0 : 1;
	return gsl_cdf_chisq_Q(x, df);
}

double beta_cdf(double x, double a, double b)
{
	if (isnan(x) || !(a > 0) || !(b > 0))
		return NAN;
	if (x <= 0 || x >= 1)
		return x <= 0 ? 0 : 1;
	return gsl_cdf_beta_P(x, a, b);
}

double hypergeometric_cdf(size_t k, size_t marked, size_t others, size_t drawn)
{
	return gsl_cdf_hypergeometric_P(
		(unsigned)k, (unsigned)marked, (unsigned)others, (unsigned)drawn);
}

double trigamma(double x)
{
	gsl_sf_result value;

	if (isnan(x) || isinf(x))
		return x > 0 ? 0 : NAN;
	return gsl_sf_psi_1_e(x, &value) == GSL_SUCCESS ? value.val : NAN;
}

static double tetragamma(double x)
{
	gsl_sf_result value;

	return gsl_sf_psi_n_e(2, x, &value) == GSL_SUCCESS ? value.val : NAN;
}

double trigamma_inverse(double y)
{
	double x, step;

	if (!(y >= 0))
		return NAN;
	/* Beyond these the asymptotic forms hold to double precision, and Newton would
	 * overflow. */
	if (y > 1e7)
		return 1 / sqrt(y);
	if (y < 1e-6)
		return 1 / y;
	x = 0.5 + 1 / y;
	for (int i = 0; i < 50; i++) {
		double tri = trigamma(x);

		step = tri * (1 - tri / y) / tetragamma(x);
		x += step;
		if (-step / x < 1e-10)
			break;
	}
	return x;
}

/* So many errors below the estimate nothing is likely any more. */
#define FARTHEST 20
#define STEPS    60

double selected_mean(double estimate, double cut, double error)
{
	double low = fmax(0, estimate - FARTHEST * error), high = estimate;

	cut = fmin(cut, estimate);
	for (int i = 0; error > 0 && i < STEPS; i++) {
		double mean = (low + high) / 2;

		if (normal_sf((estimate - mean) / error) < normal_sf((cut - mean) / error) / 2)
			low = mean;
		else
			high = mean;
	}
	return high;
}
