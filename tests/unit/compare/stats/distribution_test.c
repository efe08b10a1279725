/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/stats/distribution.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static double by_name(const char *name, double a, double b, double c)
{
	if (!strcmp(name, "norm_cdf"))
		return normal_sf(-a);
	if (!strcmp(name, "norm_sf"))
		return normal_sf(a);
	if (!strcmp(name, "norm_ppf"))
		return normal_quantile(a);
	if (!strcmp(name, "t_cdf"))
		return student_sf(-a, b);
	if (!strcmp(name, "t_sf"))
		return student_sf(a, b);
	if (!strcmp(name, "t_ppf"))
		return student_quantile(a, b);
	if (!strcmp(name, "chisq_sf"))
		return chi2_sf(a, b);
	if (!strcmp(name, "beta_reg_I"))
		return beta_cdf(a, b, c);
	if (!strcmp(name, "binom_cdf"))
		return beta_cdf(1 - c, b - a, a + 1);
	if (!strcmp(name, "lgamma"))
		return lgamma(a);
	fail_msg("unknown function %s", name);
	return NAN;
}

static void test_special_functions(void **state)
{
	FILE *file = fopen(TEST_VECTORS "/special_functions.csv", "re");
	char line[256];
	int rows = 0;

	(void)state;
	assert_non_null(file);
	assert_non_null(fgets(line, sizeof(line), file));
	for (; fgets(line, sizeof(line), file); rows++) {
		char *rest = line, *name = strsep(&rest, ",");
		double x[4];

		for (int i = 0; i < 4; i++)
			x[i] = strtod(strsep(&rest, ","), NULL);
		assert_close(by_name(name, x[0], x[1], x[2]), x[3], 1e-10);
	}
	fclose(file);
	assert_int_equal(rows, 67);
}

static void test_infinite_degrees_are_the_normal(void **state)
{
	(void)state;
	assert_close(student_sf(1.5, INFINITY), normal_sf(1.5), 0);
	assert_close(student_quantile(0.975, INFINITY), normal_quantile(0.975), 0);
	assert_close(student_two_sided(-1.96, INFINITY), 2 * normal_sf(1.96), 0);
}

static void test_edges_are_defined(void **state)
{
	(void)state;
	assert_close(student_two_sided(INFINITY, 3), 0, 0);
	assert_close(student_two_sided(0, 3), 1, 0);
	assert_close(student_quantile(1, 3), INFINITY, 0);
	assert_close(student_quantile(0, INFINITY), -INFINITY, 0);
	assert_true(isnan(student_sf(NAN, 3)) && isnan(student_sf(1, 0)) &&
		    isnan(student_sf(1, NAN)) && isnan(student_quantile(1.1, 3)));
	assert_true(isnan(chi2_sf(1, -1)) && isnan(beta_cdf(0.5, 0, 1)) &&
		    isnan(normal_quantile(-0.1)));
	assert_close(chi2_sf(INFINITY, 2), 0, 0);
	/* By counting: C(12, k) C(88, 12 - k) / C(100, 12) for k = 0 and 1. */
	assert_close(hypergeometric_cdf(1, 12, 88, 12), 0.5611502042051986, 1e-12);
	assert_close(hypergeometric_cdf(0, 0, 9, 5), 1, 0);
}

static void test_quantiles_invert(void **state)
{
	static const double df[] = { 0.7, 1, 2.5, 7, 19, 54.9, 1e4, 1e7, INFINITY };
	static const double p[] = { 1e-12, 1e-6, 0.001, 0.2, 0.4999, 0.5 };

	(void)state;
	for (size_t i = 0; i < sizeof(df) / sizeof(*df); i++)
		for (size_t j = 0; j < sizeof(p) / sizeof(*p); j++)
			assert_close(
				student_sf(-student_quantile(p[j], df[i]), df[i]), p[j], 1e-8);
}

static void test_memo_answers_the_same(void **state)
{
	struct student_memo memo = { 0 };

	(void)state;
	for (int round = 0; round < 2; round++)
		for (int df = 1; df < 13; df++)
			for (int i = 1; i < 4; i++)
				assert_close(student_quantile_memo(&memo, i / 4.0, df),
					student_quantile(i / 4.0, df), 0);
	assert_close(student_quantile_memo(&memo, 0.9, INFINITY), normal_quantile(0.9), 0);
	assert_true(isnan(student_quantile_memo(&memo, 0, 0)) &&
		    isnan(student_quantile_memo(&memo, NAN, 3)));
}

static void test_trigamma_and_its_inverse(void **state)
{
	(void)state;
	assert_close(trigamma(1), M_PI * M_PI / 6, 1e-14);
	for (int i = -5; i < 8; i++)
		assert_close(trigamma(trigamma_inverse(pow(10, i))), pow(10, i), 1e-9);
	assert_close(trigamma_inverse(0), INFINITY, 0);
	assert_true(isnan(trigamma_inverse(-1)) && isnan(trigamma_inverse(NAN)));
	assert_close(trigamma_inverse(1e8), 1e-4, 1e-3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_special_functions),
		cmocka_unit_test(test_infinite_degrees_are_the_normal),
		cmocka_unit_test(test_edges_are_defined),
		cmocka_unit_test(test_quantiles_invert),
		cmocka_unit_test(test_memo_answers_the_same),
		cmocka_unit_test(test_trigamma_and_its_inverse),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
