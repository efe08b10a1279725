/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/brunner_munzel.h"
#include "compare/effect_size.h"
#include "compare/mann_whitney.h"
#include "compare/order_statistic.h"
#include "compare/signed_rank.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define DATA(name) vectors_data(TEST_VECTORS, name, 0)
#define LN(name)   vectors_data(TEST_VECTORS, name, 1)

/* Runs the test on two vectors, which it frees, against an entry of rank_tests.json. */
static void check_u(
	struct vector a, struct vector b, enum mann_whitney_method method, const char *path)
{
	json_t *root = vectors_load(TEST_VECTORS, "rank_tests.json");
	json_t *want = vectors_at(vectors_at(root, "mann_whitney"), path);
	struct mann_whitney got = mann_whitney(a.values, a.n, b.values, b.n, method);

	assert_close(got.u, vectors_number(want, "W_U_of_first"), 0);
	assert_close(got.p, vectors_number(want, "p"), VECTORS_TOLERANCE);
	got = mann_whitney(b.values, b.n, a.values, a.n, method);
	assert_close(got.p, vectors_number(want, "p"), VECTORS_TOLERANCE);
	json_decref(root);
	free(a.values);
	free(b.values);
}

static struct vector shifted(struct vector v, double by)
{
	for (size_t i = 0; i < v.n; i++)
		v.values[i] += by;
	return v;
}

/* 1 .. n */
static struct vector upto(size_t n)
{
	struct vector v = { calloc(n, sizeof(double)), n };

	assert_non_null(v.values);
	for (size_t i = 0; i < n; i++)
		v.values[i] = (double)(i + 1);
	return v;
}

static void test_mann_whitney(void **state)
{
	(void)state;
	check_u(DATA("bd_wilcox_a"), DATA("bd_wilcox_b"), MANN_WHITNEY_EXACT, "bd_exact");
	check_u(DATA("bd_wilcox_a"), DATA("bd_wilcox_b"), MANN_WHITNEY_AUTO, "bd_exact");
	check_u(DATA("bd_wilcox_a"), DATA("bd_wilcox_b"), MANN_WHITNEY_NORMAL,
		"bd_normal_nocc");
	check_u(DATA("bd_wilcox_a"), DATA("bd_wilcox_b"), MANN_WHITNEY_NORMAL_CONTINUITY,
		"bd_normal_cc");
	check_u(DATA("lat30_a"), DATA("lat30_b"), MANN_WHITNEY_NORMAL_CONTINUITY,
		"lat30_normal_cc_ties");
	check_u(DATA("ties12"), shifted(DATA("ties12"), 1), MANN_WHITNEY_AUTO,
		"ties12_vs_shift");
	check_u(upto(5), shifted(upto(5), 10), MANN_WHITNEY_AUTO, "separated5");
	check_u(upto(4), shifted(upto(4), 10), MANN_WHITNEY_AUTO, "separated4");
}

static void test_smallest_p(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "rank_extra.json");

	(void)state;
	for (size_t n = 1; n <= 9; n++) {
		char path[32];

		snprintf(path, sizeof(path), "utest_min_p.%zu", n);
		assert_close(mann_whitney_smallest_p(n, n), vectors_number(root, path), 1e-12);
	}
	json_decref(root);
}

/* The exact law, however large, sums up to the normal's neighbourhood. */
static void test_exact_law_of_many(void **state)
{
	struct vector a = upto(49), b = shifted(upto(49), 8.5);
	double exact = mann_whitney(a.values, 49, b.values, 49, MANN_WHITNEY_AUTO).p;
	double normal =
		mann_whitney(a.values, 49, b.values, 49, MANN_WHITNEY_NORMAL_CONTINUITY).p;

	(void)state;
	assert_close(exact, normal, 0.1);
	free(a.values);
	free(b.values);
}

static void check_hl(struct vector a, struct vector b, const char *path, double absolute)
{
	json_t *root = vectors_load(TEST_VECTORS, "rank_tests.json");
	json_t *want = vectors_at(vectors_at(root, "hodges_lehmann"), path);
	struct hodges_lehmann h = hodges_lehmann(a.values, a.n, b.values, b.n, 0.95);

	assert_true(fabs(h.shift - vectors_number(want, "shift")) <= absolute);
	assert_true(fabs(h.interval.low - vectors_number(want, "ci95.0")) <= absolute);
	assert_true(fabs(h.interval.high - vectors_number(want, "ci95.1")) <= absolute);
	h = hodges_lehmann(b.values, b.n, a.values, a.n, 0.95);
	assert_true(fabs(h.shift + vectors_number(want, "shift")) <= absolute);
	assert_true(fabs(h.interval.low + vectors_number(want, "ci95.1")) <= absolute);
	json_decref(root);
	free(a.values);
	free(b.values);
}

static void test_hodges_lehmann(void **state)
{
	(void)state;
	check_hl(DATA("bd_wilcox_a"), DATA("bd_wilcox_b"), "bd", 1e-12);
	/* R solved for the root of the normal approximation, to 1e-4, where we take the
	 * order statistic next to it. */
	check_hl(LN("lat30_b"), LN("lat30_a"), "ln_lat30", 2e-4);
}

static void check_signs(const char *old_name, const char *new_name, const char *path)
{
	json_t *root = vectors_load(TEST_VECTORS, "rank_tests.json");
	struct vector d = vectors_ln_ratio(TEST_VECTORS, old_name, new_name, 0);
	json_t *rank = vectors_at(vectors_at(root, "signed_rank"), path);
	json_t *sign = vectors_at(vectors_at(root, "sign_test"), path);
	struct signed_rank r = signed_rank(d.values, d.n);
	struct sign_test s = sign_test(d.values, d.n);

	assert_close(r.v, vectors_number(rank, "V"), 0);
	assert_close(r.p, vectors_number(rank, "p"), VECTORS_TOLERANCE);
	assert_int_equal(s.positive, (size_t)vectors_number(sign, "npos"));
	assert_close(s.p, vectors_number(sign, "p"), VECTORS_TOLERANCE);
	json_decref(root);
	free(d.values);
}

static void test_signed_rank_and_signs(void **state)
{
	static const double ties[] = { 1, -1, 2, 2, 3, 0, 5 }, zeros[] = { 0, 0 };

	(void)state;
	check_signs("rounds20_a", "rounds20_b", "rounds20");
	check_signs("rounds8_a", "rounds8_b", "rounds8");
	assert_close(signed_rank(ties, 7).v, 19.5, 0);
	assert_true(signed_rank(ties, 7).p > 0.05 && signed_rank(ties, 7).p < 0.2);
	assert_close(signed_rank(zeros, 2).p, 1, 0);
	assert_close(sign_test(zeros, 2).p, 1, 0);
	assert_close(signed_rank(NULL, 0).p, 1, 0);
}

static void check_flip(struct vector d, const char *path)
{
	json_t *root = vectors_load(TEST_VECTORS, "permutation.json");
	json_t *want = vectors_at(vectors_at(root, "sign_flip"), path);
	size_t reached;

	assert_close(sign_flip(d.values, d.n, &reached), vectors_number(want, "p"), 0);
	assert_int_equal(reached, (size_t)vectors_number(want, "count_ge"));
	json_decref(root);
	free(d.values);
}

static void test_sign_flip(void **state)
{
	(void)state;
	check_flip(vectors_ln_ratio(TEST_VECTORS, "rounds8_a", "rounds8_b", 0), "rounds8");
	check_flip(vectors_ln_ratio(TEST_VECTORS, "lat30_a", "lat30_b", 10), "lat30_first10");
	assert_true(isnan(sign_flip(NULL, SIGN_FLIP_MAX + 1, NULL)));
	assert_close(sign_flip(NULL, 0, NULL), 1, 0);
}

static void check_bm(struct vector a, struct vector b, const char *path)
{
	json_t *root = vectors_load(TEST_VECTORS, "brunner_munzel.json");
	json_t *want = vectors_at(vectors_at(root, path), "own_formula");
	struct brunner_munzel g = brunner_munzel(a.values, a.n, b.values, b.n, 0.95);

	assert_close(g.w, vectors_number(want, "W"), VECTORS_TOLERANCE);
	assert_close(g.df, vectors_number(want, "df"), VECTORS_TOLERANCE);
	assert_close(g.p, vectors_number(want, "p"), VECTORS_TOLERANCE);
	assert_close(g.effect, vectors_number(want, "p_hat"), VECTORS_TOLERANCE);
	assert_close(g.error, vectors_number(want, "se_p_hat"), VECTORS_TOLERANCE);
	assert_close(g.interval.low, vectors_number(want, "ci95.0"), VECTORS_TOLERANCE);
	assert_close(g.interval.high, vectors_number(want, "ci95.1"), VECTORS_TOLERANCE);
	json_decref(root);
	free(a.values);
	free(b.values);
}

static void test_brunner_munzel(void **state)
{
	static const double low[] = { 1, 2, 3 }, high[] = { 7, 8, 9 }, same[] = { 4, 4, 4 };

	(void)state;
	check_bm(DATA("bm_x"), DATA("bm_y"), "BM2000_pain");
	check_bm(DATA("lat30_a"), DATA("lat30_b"), "lat30");
	check_bm(DATA("bd_wilcox_a"), DATA("bd_wilcox_b"), "bd");
	assert_close(brunner_munzel(low, 3, high, 3, 0.95).p, 0.1, 1e-12);
	assert_close(brunner_munzel(same, 3, same, 3, 0.95).p, 1, 0);
	assert_true(isnan(brunner_munzel(low, 1, high, 3, 0.95).p));
}

static void test_effect_sizes(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "effect_sizes.json");
	struct vector a = DATA("lat30_a"), b = DATA("lat30_b"), la = LN("lat30_a");
	struct vector lb = LN("lat30_b"), c = DATA("bd_welch3"), d = DATA("bd_welch4");
	struct vector wa = DATA("bd_wilcox_a"), wb = DATA("bd_wilcox_b");

	(void)state;
	assert_close(effect_a12(a.values, a.n, b.values, b.n),
		vectors_number(root, "vargha_delaney_A12.b_vs_a_lat30"), VECTORS_TOLERANCE);
	assert_close(effect_a12(wb.values, wb.n, wa.values, wa.n),
		vectors_number(root, "vargha_delaney_A12.bd"), VECTORS_TOLERANCE);
	assert_close(effect_cliff(a.values, a.n, b.values, b.n),
		vectors_number(root, "cliffs_delta.b_vs_a_lat30"), VECTORS_TOLERANCE);
	assert_close(effect_cohen(la.values, la.n, lb.values, lb.n),
		vectors_number(root, "hedges.ln_lat30.cohen_d"), VECTORS_TOLERANCE);
	assert_close(effect_hedges(la.values, la.n, lb.values, lb.n),
		vectors_number(root, "hedges.ln_lat30.hedges_g"), VECTORS_TOLERANCE);
	assert_close(effect_cohen(d.values, d.n, c.values, c.n),
		vectors_number(root, "hedges.bd_welch3_4.cohen_d"), VECTORS_TOLERANCE);
	assert_close(effect_hedges(d.values, d.n, c.values, c.n),
		vectors_number(root, "hedges.bd_welch3_4.hedges_g"), VECTORS_TOLERANCE);
	assert_true(isnan(effect_a12(NULL, 0, a.values, a.n)) &&
		    isnan(effect_cohen(a.values, 1, b.values, b.n)));
	free(a.values);
	free(b.values);
	free(la.values);
	free(lb.values);
	free(c.values);
	free(d.values);
	free(wa.values);
	free(wb.values);
	json_decref(root);
}

static void test_a12_with_ties(void **state)
{
	static const double first[] = { 1, 2, 2, 3 }, second[] = { 1, 1, 2, 2 };

	(void)state;
	assert_close(effect_a12(first, 4, second, 4), 5.0 / 16, 1e-15);
	assert_close(effect_a12(second, 4, first, 4), 11.0 / 16, 1e-15);
}

static void test_ranks_around_the_median(void **state)
{
	json_t *root = vectors_load(TEST_VECTORS, "rank_extra.json"), *want;
	static const double v[] = { 1, 2, 3, 4, 5 };
	struct interval i = median_interval(v, 5, 0.95);
	size_t index;

	(void)state;
	json_array_foreach(vectors_at(root, "median_ci_order_statistics"), index, want) {
		struct order_interval r = median_ranks((size_t)vectors_number(want, "n"), 0.95);

		assert_int_equal(r.low, (size_t)vectors_number(want, "lo_order"));
		assert_int_equal(r.high, (size_t)vectors_number(want, "hi_order"));
		assert_close(
			r.confidence, vectors_number(want, "confidence"), VECTORS_TOLERANCE);
	}
	json_decref(root);
	assert_close(i.low, -INFINITY, 0);
	assert_close(i.high, 5, 0);
	i = median_interval(v, 0, 0.95);
	assert_true(isinf(i.low) && isinf(i.high));
	i = median_interval(v, 1, 0.95);
	assert_true(isinf(i.low) && isinf(i.high));
}

static void test_empty_and_equal_samples(void **state)
{
	static const double same[] = { 4, 4, 4 };

	(void)state;
	assert_true(isnan(mann_whitney(NULL, 0, same, 3, MANN_WHITNEY_AUTO).p));
	assert_true(isnan(hodges_lehmann(same, 3, NULL, 0, 0.95).shift));
	assert_close(mann_whitney(same, 3, same, 3, MANN_WHITNEY_AUTO).p, 1, 0);
	assert_close(hodges_lehmann(same, 3, same, 1, 0.95).shift, 0, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_mann_whitney),
		cmocka_unit_test(test_smallest_p),
		cmocka_unit_test(test_exact_law_of_many),
		cmocka_unit_test(test_hodges_lehmann),
		cmocka_unit_test(test_signed_rank_and_signs),
		cmocka_unit_test(test_sign_flip),
		cmocka_unit_test(test_brunner_munzel),
		cmocka_unit_test(test_effect_sizes),
		cmocka_unit_test(test_a12_with_ties),
		cmocka_unit_test(test_ranks_around_the_median),
		cmocka_unit_test(test_empty_and_equal_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
