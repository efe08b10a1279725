/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/stats/distribution.h"
#include "compare/stats/moderated.h"
#include "compare/stats/multiple.h"
#include "compare/stats/summary.h"
#include "tests/unit/support/vectors.h"

#define SUITE_MAX 64

struct suite {
	size_t n;
	double effect[SUITE_MAX], s2[SUITE_MAX], df[SUITE_MAX];
	double per_s; /* standard error / s */
};

static void check_suite(struct suite *suite, json_t *want, const char *posterior)
{
	struct vector t = vectors_array(want, "t"), p = vectors_array(want, "p");
	struct vector bh = vectors_array(want, "p_bh"), var = { 0 };
	struct variance_prior prior;
	double got[SUITE_MAX];

	if (posterior)
		var = vectors_array(want, posterior);
	variance_floor(suite->s2, suite->df, suite->n);
	prior = variance_prior_fit(suite->s2, suite->df, suite->n);
	assert_close(prior.df0, vectors_number(want, "df_prior"), VECTORS_TOLERANCE);
	assert_close(prior.s0_squared, vectors_number(want, "var_prior"), VECTORS_TOLERANCE);
	for (size_t i = 0; i < suite->n; i++) {
		double v = variance_posterior(&prior, suite->s2[i], suite->df[i]);
		double ti = suite->effect[i] / (sqrt(v) * suite->per_s);

		if (posterior)
			assert_close(v, var.values[i], VECTORS_TOLERANCE);
		assert_close(ti, t.values[i], VECTORS_TOLERANCE);
		got[i] = student_two_sided(ti, variance_df_test(&prior, suite->df[i]));
		assert_close(got[i], p.values[i], VECTORS_TOLERANCE);
	}
	adjust_bh(got, got, suite->n);
	for (size_t i = 0; i < suite->n; i++)
		assert_close(got[i], bh.values[i], VECTORS_TOLERANCE);
	free(t.values);
	free(p.values);
	free(bh.values);
	free(var.values);
}

static void test_paired_suites_agree_with_limma(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "moderated_t.json"), *one;
	size_t index;

	(void)state;
	assert_int_equal(json_array_size(vectors_at(root, "cases")), 3);
	json_array_foreach(vectors_at(root, "cases"), index, one) {
		struct vector mean = vectors_array(one, "mean"), s2 = vectors_array(one, "s2");
		struct suite suite = { .n = mean.n,
			.per_s = 1 / sqrt(vectors_number(one, "rounds")) };

		assert_true(mean.n <= SUITE_MAX);
		for (size_t i = 0; i < mean.n; i++) {
			suite.effect[i] = mean.values[i];
			suite.s2[i] = s2.values[i];
			suite.df[i] = vectors_number(one, "df");
		}
		check_suite(&suite, one, "var_post");
		free(mean.values);
		free(s2.values);
	}
	json_decref(root);
}

static void test_two_group_suite_agrees_with_limma(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "moderated_t.json");
	json_t *two = vectors_at(root, "two_group");
	struct suite suite = { .n = json_array_size(vectors_at(two, "old")) };
	struct vector sigma2 = vectors_array(two, "sigma2"), coef = vectors_array(two, "coef");

	(void)state;
	for (size_t i = 0; i < suite.n; i++) {
		char path[32];
		struct vector a, b;
		struct moments ma, mb;

		snprintf(path, sizeof(path), "old.%zu", i);
		a = vectors_array(two, path);
		snprintf(path, sizeof(path), "new.%zu", i);
		b = vectors_array(two, path);
		ma = moments_of(a.values, a.n);
		mb = moments_of(b.values, b.n);
		suite.df[i] = (double)(a.n + b.n - 2);
		suite.s2[i] = ((double)(a.n - 1) * ma.sd * ma.sd +
				      (double)(b.n - 1) * mb.sd * mb.sd) /
			      suite.df[i];
		suite.effect[i] = mb.mean - ma.mean;
		suite.per_s = sqrt(1 / (double)a.n + 1 / (double)b.n);
		assert_close(suite.s2[i], sigma2.values[i], VECTORS_TOLERANCE);
		assert_close(suite.effect[i], coef.values[i], VECTORS_TOLERANCE);
		free(a.values);
		free(b.values);
	}
	check_suite(&suite, two, NULL);
	free(sigma2.values);
	free(coef.values);
	json_decref(root);
}

static void test_degenerate_suites(void **state)
{
	double s2[] = { 0, 0, 0, 4 }, df[] = { 7, 7, 7, 0 };
	struct variance_prior prior;

	(void)state;
	assert_close(variance_floor(s2, df, 4), 0, 0);
	prior = variance_prior_fit(s2, df, 4);
	assert_close(prior.df0, 0, 0);
	assert_close(prior.df_sum, 21, 0);
	assert_close(variance_posterior(&prior, 0, 7), 0, 0);
	prior = variance_prior_fit(s2, df, 0);
	assert_close(prior.df0 + prior.df_sum, 0, 0);
	assert_true(isnan(variance_floor(s2, df, 0)));
}

static void test_floor(void **state)
{
	double s2[] = { 1, 1e-9, 2, NAN }, df[] = { 7, 7, 7, 7 };

	(void)state;
	assert_close(variance_floor(s2, df, 4), 1, 0);
	assert_close(s2[1], 1e-5, 1e-15);
	assert_true(isnan(s2[3]));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_paired_suites_agree_with_limma),
		cmocka_unit_test(test_two_group_suite_agrees_with_limma),
		cmocka_unit_test(test_degenerate_suites),
		cmocka_unit_test(test_floor),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
