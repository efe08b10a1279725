/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/unpaired.h"

#include "compare/stats/distribution.h"
#include "compare/stats/prng.h"
#include "compare/stats/quantile.h"
#include "tests/unit/support/suite.h"
#include "tests/unit/support/vectors.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct compare_options unpaired_options_default(void)
{
	return (struct compare_options){ .threshold = 0.05, .equivalence = 0.02, .fdr = 0.05 };
}

#define SUITE_MAX 100
#define SIDE_MAX  8

struct sides {
	double old_min[SUITE_MAX][SIDE_MAX], new_min[SUITE_MAX][SIDE_MAX];
	struct unpaired_input inputs[SUITE_MAX];
};

/* Launches of 1000 ns with a noise of 1 %; the first `changed` are 20 % slower. */
static void fill(struct sides *s, size_t n, size_t changed, double shift, uint64_t seed)
{
	struct prng prng;

	prng_seed(&prng, seed);
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < SIDE_MAX; k++) {
			s->old_min[i][k] = 1000 * exp(0.01 * normal_draw(&prng));
			s->new_min[i][k] = 1000 * shift * (i < changed ? 1.2 : 1) *
					   exp(0.01 * normal_draw(&prng));
		}
		s->inputs[i] = (struct unpaired_input){ .old_count = 4,
			.new_count = 5,
			.old_min = s->old_min[i],
			.new_min = s->new_min[i],
			.old_step_ns = NAN,
			.new_step_ns = NAN,
			.threshold = NAN };
	}
}

static void test_two_group_suite_of_limma(void **state)
{
	json_t *two, *root = vectors_load(TEST_VECTORS, "moderated_t.json");
	struct compare_options options = unpaired_options_default();
	struct unpaired_result results[SUITE_MAX];
	struct unpaired_suite got;
	struct vector p, coef;
	static struct sides s;
	size_t n;

	(void)state;
	two = vectors_at(root, "two_group");
	n = json_array_size(vectors_at(two, "old"));
	fill(&s, n, 0, 1, 1);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < 5; k++) {
			char path[32];

			snprintf(path, sizeof(path), "new.%zu.%zu", i, k);
			s.new_min[i][k] = exp(vectors_number(two, path));
			snprintf(path, sizeof(path), "old.%zu.%zu", i, k);
			if (k < 4)
				s.old_min[i][k] = exp(vectors_number(two, path));
		}
	unpaired_compare(s.inputs, n, &options, results, &got);
	p = vectors_array(two, "p");
	coef = vectors_array(two, "coef");
	assert_close(got.df0, vectors_number(two, "df_prior"), 1e-7);
	for (size_t i = 0; i < n; i++) {
		double t = coef.values[i] / (results[i].sd * sqrt(1 / 4.0 + 1 / 5.0));
		double df = fmin(got.df0 + 7, 7 * (double)n);

		assert_close(
			log(results[i].time.ratio * got.shift.ratio), coef.values[i], 1e-8);
		/* Without the shift and the spread between runs, which limma does not know. */
		assert_close(student_two_sided(t, df), p.values[i], 1e-8);
		/* The planted changes are 10 %, the threshold 5 %. */
		if (fabs(coef.values[i]) > log(1.05))
			assert_int_equal(results[i].time.verdict, VERDICT_REGRESSED);
		else
			assert_true(results[i].time.verdict == VERDICT_UNCHANGED ||
				    results[i].time.verdict == VERDICT_INCONCLUSIVE);
	}
	free(p.values);
	free(coef.values);
	json_decref(root);
}

/* What the tests of the suite do not reject: no interval lies beyond the threshold. */
static void test_no_row_contradicts_itself(void **state)
{
	struct compare_options options = unpaired_options_default();
	struct unpaired_result results[SUITE_MAX];
	static struct sides s;

	(void)state;
	for (uint64_t seed = 0; seed < 100; seed++) {
		fill(&s, 8, 1, 1, seed);
		for (size_t i = 0; i < 8; i++)
			s.inputs[i].old_count = s.inputs[i].new_count = 2;
		unpaired_compare(s.inputs, 8, &options, results, NULL);
		if (results[0].time.verdict == VERDICT_INCONCLUSIVE)
			assert_true(results[0].time.low <= 1.05);
	}
}

/* Everything is 9 % slower, as on a machine that shifted: that is one fact, not 60 changes. */
static void test_shift_is_taken_out(void **state)
{
	struct compare_options options = unpaired_options_default();
	struct unpaired_result results[SUITE_MAX];
	struct unpaired_suite got;
	static struct sides s;

	(void)state;
	fill(&s, 60, 5, 1.09, 3);
	unpaired_compare(s.inputs, 60, &options, results, &got);
	assert_close(got.shift.ratio, 1.09, 0.005);
	assert_int_equal(got.shift.shown_by, 60);
	assert_int_equal(got.shift.cause, SHIFT_UNKNOWN);
	assert_int_equal(got.rejected, 5);
	assert_int_equal(got.compared, 60);
	for (size_t i = 0; i < 60; i++) {
		assert_int_equal(results[i].time.verdict == VERDICT_REGRESSED, i < 5);
		assert_close(results[i].time.new / results[i].time.old, results[i].time.ratio,
			1e-12);
		assert_true(results[i].time.low < results[i].time.ratio &&
			    results[i].time.ratio < results[i].time.high);
	}
}

/* Half of the suite really changed: the benchmarks with the same code show what the machine
 * did. */
static void test_controls_show_the_shift(void **state)
{
	struct compare_options options = unpaired_options_default();
	struct unpaired_result results[SUITE_MAX];
	struct unpaired_suite got;
	static struct sides s;

	(void)state;
	fill(&s, 60, 45, 1.03, 3);
	for (size_t i = 50; i < 60; i++)
		s.inputs[i].same_code = s.inputs[i].control = true;
	unpaired_compare(s.inputs, 60, &options, results, &got);
	assert_int_equal(got.shift.cause, SHIFT_CONTROLS);
	assert_int_equal(got.shift.shown_by, 10);
	assert_close(got.shift.ratio, 1.03, 0.005);
	assert_int_equal(got.rejected, 45);
	/* Nine are too few. */
	s.inputs[50].same_code = false;
	unpaired_compare(s.inputs, 60, &options, results, &got);
	assert_int_equal(got.shift.cause, SHIFT_UNKNOWN);
	assert_close(got.shift.ratio, 1.03 * 1.2, 0.01);
	/* A suite of nine shows no shift at all. */
	unpaired_compare(s.inputs, 9, &options, results, &got);
	assert_int_equal(got.shift.shown_by, 0);
	assert_true(isnan(got.shift.ratio) && isnan(got.shift.spread));
	assert_int_equal(got.rejected, 9);
}

/* 70 % slower by 10 %: the others are not improved, and nothing is unchanged; nor is it if all
 * are slower by 5 %. */
static void test_a_slower_suite_is_never_unchanged(void **state)
{
	static const struct {
		size_t changed;
		double change, shift;
	} cases[] = { { 70, 1.1, 1.1 }, { 100, 1.05, 1.05 }, { 50, 1.1, 1.05 } };
	struct compare_options options = unpaired_options_default();
	struct unpaired_result results[SUITE_MAX];
	struct unpaired_suite got;
	static struct sides s;

	(void)state;
	for (size_t c = 0; c < 3; c++) {
		fill(&s, 100, 0, 1, 5 + c);
		for (size_t i = 0; i < cases[c].changed; i++)
			for (size_t k = 0; k < SIDE_MAX; k++)
				s.new_min[i][k] *= cases[c].change;
		unpaired_compare(s.inputs, 100, &options, results, &got);
		assert_true(got.shift.undecided);
		assert_close(got.shift.ratio, cases[c].shift, 0.03);
		for (size_t i = 0; i < 100; i++)
			assert_int_equal(results[i].time.verdict, VERDICT_INCONCLUSIVE);
	}
	/* A quarter is called, and is no shift. */
	fill(&s, 100, 25, 1, 9);
	unpaired_compare(s.inputs, 100, &options, results, &got);
	assert_int_equal(got.rejected, 25);
	assert_false(got.shift.undecided);
}

/* All are slower by 15 %, and some by 20 % more or by 30 % less: these stand out in both
 * readings. */
static void test_what_stands_out_of_a_shift(void **state)
{
	struct compare_options options = unpaired_options_default();
	struct unpaired_result results[SUITE_MAX];
	struct unpaired_suite got;
	static struct sides s;

	(void)state;
	fill(&s, 100, 5, 1.15, 7);
	for (size_t k = 0; k < SIDE_MAX; k++) {
		s.new_min[5][k] *= 0.7;
		s.new_min[6][k] *= 0.88; /* 1 % slower, or 12 % faster */
	}
	unpaired_compare(s.inputs, 100, &options, results, &got);
	assert_true(got.shift.undecided);
	for (size_t i = 0; i < 100; i++)
		assert_int_equal(results[i].time.verdict, i < 5    ? VERDICT_REGRESSED
							  : i == 5 ? VERDICT_IMPROVED
								   : VERDICT_INCONCLUSIVE);
	assert_true(results[6].shifted);
	assert_string_equal(results[6].note, "shifted with the suite");
}

/* The machine slowed a quarter down, controls and others: no call is left. A real change of
 * others beside controls that stayed is called. */
static void test_controls_as_the_null(void **state)
{
	struct compare_options options = unpaired_options_default();
	struct unpaired_result results[SUITE_MAX];
	struct unpaired_suite got;
	static struct sides s;

	(void)state;
	fill(&s, 100, 25, 1, 11);
	for (size_t i = 0; i < 100; i++)
		s.inputs[i].same_code = s.inputs[i].control = i % 2;
	unpaired_compare(s.inputs, 100, &options, results, &got);
	for (size_t i = 0; i < 100; i++)
		assert_true(i % 2 || results[i].time.verdict > VERDICT_IMPROVED);
	assert_string_equal(results[0].note, "as many controls moved as far");
	assert_int_equal(got.rejected, 0);
	fill(&s, 100, 25, 1, 11);
	for (size_t i = 25; i < 100; i++)
		s.inputs[i].same_code = s.inputs[i].control = i % 2;
	unpaired_compare(s.inputs, 100, &options, results, &got);
	assert_int_equal(got.rejected, 25);
	/* An anchor shows the machine as well. */
	for (size_t i = 0; i < 100; i++)
		s.inputs[i].anchor = s.inputs[i].control;
	unpaired_compare(s.inputs, 100, &options, results, &got);
	assert_int_equal(got.shift.cause, SHIFT_MACHINE);
	assert_int_equal(got.rejected, 25);
}

/* Twelve controls: from 80 on; if `moved`, the first benchmark is one. Calls of others. */
static size_t called_beside_few(struct sides *s, size_t changed, bool moved, bool *undecided)
{
	struct compare_options options = unpaired_options_default();
	struct unpaired_result results[SUITE_MAX];
	struct unpaired_suite got;
	size_t called = 0;

	fill(s, 100, changed, 1, 11);
	for (size_t i = 0; i < 12; i++) {
		struct unpaired_input *in = &s->inputs[moved && !i ? 0 : 80 + i];

		in->same_code = in->control = true;
	}
	unpaired_compare(s->inputs, 100, &options, results, &got);
	for (size_t i = 0; i < 100; i++)
		called += !s->inputs[i].control && results[i].time.verdict <= VERDICT_IMPROVED;
	*undecided = got.shift.undecided;
	return called;
}

/* One of twelve controls moved as others did: that was the machine, unless far more did. */
static void test_few_controls_that_moved(void **state)
{
	static struct sides s;
	bool undecided;

	(void)state;
	assert_int_equal(called_beside_few(&s, 12, true, &undecided), 0);
	assert_true(undecided);
	assert_int_equal(called_beside_few(&s, 60, true, &undecided), 59);
	assert_int_equal(called_beside_few(&s, 12, false, &undecided), 12);
	assert_false(undecided);
}

/* Each run has an offset of 4 % per benchmark, the first ones are slower by 10 %. Of 20 pairs,
 * how many are undecided or have a call? */
static size_t not_passed(size_t slower)
{
	struct compare_options options = unpaired_options_default();
	struct unpaired_result results[SUITE_MAX];
	struct unpaired_suite got;
	static struct sides s;
	struct prng prng;
	size_t count = 0;

	prng_seed(&prng, 4);
	for (uint64_t seed = 0; seed < 20; seed++) {
		fill(&s, 100, 0, 1, seed);
		for (size_t i = 0; i < 100; i++) {
			double offset = exp(0.04 * normal_draw(&prng)) * (i < slower ? 1.1 : 1);

			s.inputs[i].same_code = s.inputs[i].control = i >= 60;
			for (size_t k = 0; k < 5; k++)
				s.new_min[i][k] *= offset;
		}
		unpaired_compare(s.inputs, 100, &options, results, &got);
		count += got.rejected > 0 || got.shift.undecided;
	}
	return count;
}

/* What each benchmark hides, all of them together do not. */
static void test_noise_does_not_hide_a_slower_quarter(void **state)
{
	(void)state;
	assert_true(not_passed(15) == 20);
	assert_true(not_passed(0) <= 8);
}

/* Each run has an offset of its own per benchmark: the launches of a run do not show it. */
static void test_spread_between_runs(void **state)
{
	struct compare_options options = unpaired_options_default();
	struct unpaired_result results[SUITE_MAX], near[SUITE_MAX];
	struct unpaired_suite got;
	static struct sides s;
	struct prng prng;
	double quotients[99];

	(void)state;
	fill(&s, 99, 0, 1, 4);
	prng_seed(&prng, 4);
	for (size_t i = 0; i < 99; i++) {
		double offset = exp(0.02 * normal_draw(&prng));

		for (size_t k = 0; k < 5; k++)
			s.new_min[i][k] *= offset;
	}
	options.threshold = 0.01;
	unpaired_compare(s.inputs, 99, &options, results, &got);
	assert_close(got.shift.spread, 0.02, 0.3);
	assert_true(got.rejected <= 1);
	/* What defines tau. */
	for (size_t i = 0; i < 99; i++) {
		double change = log(results[i].time.ratio);
		double error2 = pow(results[i].sd, 2) * (1 / 4.0 + 1 / 5.0);

		quotients[i] = change * change / (error2 + got.shift.spread * got.shift.spread);
	}
	assert_close(quantile_median_of(quotients, 99), 0.4549364231195728, 1e-9);
	/* No cliff between thresholds: all but the threshold is the same. */
	options.threshold = 0.049;
	unpaired_compare(s.inputs, 99, &options, results, &got);
	options.threshold = 0.05;
	unpaired_compare(s.inputs, 99, &options, near, &got);
	for (size_t i = 0; i < 99; i++) {
		assert_close(near[i].time.p, results[i].time.p, 0);
		assert_close(near[i].time.low, results[i].time.low, 0);
	}
}

/* Minima that all fell on one step of the clock have no variance of their own. */
static void test_clock_step(void **state)
{
	struct compare_options options = unpaired_options_default();
	struct unpaired_result r;
	double old_min[] = { 10, 10, 10, 10 }, new_min[] = { 11, 11, 11, 11 };
	double zero[] = { 0, 0, 0, 0 };
	struct unpaired_input in = { .old_count = 4,
		.new_count = 4,
		.old_min = old_min,
		.new_min = new_min,
		.old_step_ns = 10,
		.new_step_ns = 10,
		.threshold = NAN };

	(void)state;
	unpaired_compare(&in, 1, &options, &r, NULL);
	assert_true(r.time.p > 0.05);
	assert_close(r.sd, 10 / 10.0 / sqrt(12), 0.01);
	in.old_step_ns = in.new_step_ns = 0.01;
	unpaired_compare(&in, 1, &options, &r, NULL);
	assert_int_equal(r.time.verdict, VERDICT_REGRESSED);
	in.old_min = in.new_min = zero;
	unpaired_compare(&in, 1, &options, &r, NULL);
	assert_close(r.time.ratio, 1, 0);
	assert_close(r.time.p, 1, 0);
	in.old_step_ns = in.new_step_ns = NAN;
	unpaired_compare(&in, 1, &options, &r, NULL);
	assert_string_equal(r.note, "too few launches");
}

static void test_swap_symmetry(void **state)
{
	struct compare_options options = unpaired_options_default();
	struct unpaired_result there[SUITE_MAX], back[SUITE_MAX];
	static struct sides s;

	(void)state;
	fill(&s, 60, 7, 1.01, 9);
	options.threshold = 0.03;
	unpaired_compare(s.inputs, 60, &options, there, NULL);
	for (size_t i = 0; i < 60; i++)
		s.inputs[i] = (struct unpaired_input){ .old_count = s.inputs[i].new_count,
			.new_count = s.inputs[i].old_count,
			.old_min = s.inputs[i].new_min,
			.new_min = s.inputs[i].old_min,
			.old_step_ns = NAN,
			.new_step_ns = NAN,
			.threshold = NAN };
	unpaired_compare(s.inputs, 60, &options, back, NULL);
	for (size_t i = 0; i < 60; i++) {
		assert_close(back[i].time.p, there[i].time.p, 1e-9);
		assert_close(back[i].time.ratio * there[i].time.ratio, 1, 1e-12);
		assert_close(back[i].time.low * there[i].time.high, 1, 1e-12);
		assert_int_equal(back[i].time.verdict == VERDICT_IMPROVED,
			there[i].time.verdict == VERDICT_REGRESSED);
	}
}

static void test_damaged_launches(void **state)
{
	static const double odd[] = { NAN, 0, -1, INFINITY, 1e-300, 1e300, 5, 5 };
	struct compare_options options = unpaired_options_default();
	struct unpaired_result results[SUITE_MAX];
	struct unpaired_suite got;
	static struct sides s;
	struct prng prng;

	(void)state;
	for (uint64_t seed = 1; seed < 60; seed++) {
		fill(&s, SUITE_MAX, 3, 1, seed);
		prng_seed(&prng, seed);
		options.threshold = seed % 2 ? 0.05 : 0.01;
		for (size_t i = 0; i < SUITE_MAX; i++) {
			s.inputs[i].old_count = prng_below(&prng, SIDE_MAX);
			s.inputs[i].new_count = prng_below(&prng, SIDE_MAX);
			s.old_min[i][prng_below(&prng, SIDE_MAX)] = odd[prng_below(&prng, 8)];
			if (prng_below(&prng, 3) == 0)
				s.inputs[i].new_step_ns = 1;
		}
		unpaired_compare(s.inputs, SUITE_MAX, &options, results, &got);
		for (size_t i = 0; i < SUITE_MAX; i++) {
			const struct unpaired_result *r = &results[i];

			assert_int_equal(
				isnan(r->time.p), !strcmp(r->note, "too few launches"));
			if (!isnan(r->time.p))
				assert_true(r->time.p >= 0 && r->time.p <= 1 &&
					    r->time.q <= 1 && !isnan(r->time.low) &&
					    r->time.smallest > 0);
		}
	}
	unpaired_compare(NULL, 0, &options, NULL, &got);
	assert_true(isnan(got.shift.ratio));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_two_group_suite_of_limma),
		cmocka_unit_test(test_no_row_contradicts_itself),
		cmocka_unit_test(test_shift_is_taken_out),
		cmocka_unit_test(test_controls_show_the_shift),
		cmocka_unit_test(test_a_slower_suite_is_never_unchanged),
		cmocka_unit_test(test_what_stands_out_of_a_shift),
		cmocka_unit_test(test_controls_as_the_null),
		cmocka_unit_test(test_few_controls_that_moved),
		cmocka_unit_test(test_noise_does_not_hide_a_slower_quarter),
		cmocka_unit_test(test_spread_between_runs),
		cmocka_unit_test(test_clock_step),
		cmocka_unit_test(test_swap_symmetry),
		cmocka_unit_test(test_damaged_launches),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
