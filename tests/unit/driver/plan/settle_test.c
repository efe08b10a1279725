/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "driver/plan/settle.h"
#include "harness/turn.h"

#define US 1000.0

/* A launch of `turns` turns of 5 ms. A sample of sample_us takes `slow` times as long until
 * settle_us after the turn began; every second turn is `noise` faster. */
static void add(struct settle *settle, unsigned turns, double sample_us, double settle_us,
	double slow, double noise)
{
	double *samples = calloc(turns * 1000, sizeof(*samples));
	char text[512] = "";
	size_t n = 0;

	for (unsigned t = 0; t < turns; t++) {
		double at = 0;
		size_t first = n;

		while (at < 5000) {
			double us = sample_us * (at < settle_us ? slow : 1);

			/* Only settled samples: else all of a turn would be equally faster. */
			if (t % 2 && at >= 2000)
				us *= 1 - noise;
			at += us;
			samples[n++] = us * US / 4;
		}
		sprintf(text + strlen(text), "%zu ", n - first);
	}
	settle_add(settle, samples, n, text, 4);
	free(samples);
}

/* 12 turns of samples of 10 us, which take (1 + slow / 2^turn) times as long. */
static struct turn_length length_of_warming_up(double slow)
{
	struct settle builds[1] = { 0 };
	struct turn_length length;
	double *samples = calloc(12 * 1000, sizeof(*samples));
	char text[512] = "";
	size_t n = 0;

	for (unsigned t = 0; t < 12; t++, slow /= 2) {
		size_t first = n;
		double at = 0;

		while (at < 5000) {
			samples[n] = 10 * US * (1 + slow);
			at += samples[n++] / US;
		}
		sprintf(text + strlen(text), "%zu ", n - first);
	}
	settle_add(&builds[0], samples, n, text, 1);
	/* Another launch would warm up, too. */
	assert_false(settle_may_shorten(builds, 1));
	length = settle_length(builds, 1);
	settle_release(&builds[0]);
	free(samples);
	return length;
}

/* Two equal builds. */
static struct turn_length length_of(
	double sample_us, double settle_us, double slow, double noise)
{
	struct settle builds[2] = { 0 };
	struct turn_length length;

	for (int i = 0; i < 2; i++)
		add(&builds[i], 12, sample_us, settle_us, slow, noise);
	length = settle_length(builds, 2);
	for (int i = 0; i < 2; i++)
		settle_release(&builds[i]);
	return length;
}

/* Turns of samples of 10 us; spans of 1 to 5 ms in which they take a third longer. */
static void add_beside_neighbour(struct settle *settle, double settle_us)
{
	static double samples[12 * 1000];
	char text[512] = "";
	double left_us = 0, slow = 1;
	size_t n = 0;

	for (unsigned t = 0; t < 12; t++) {
		size_t first = n;

		for (double at = 0; at < 5000; n++) {
			double us = 10 * slow * (at < settle_us ? 1.3 : 1);

			if (left_us <= 0) {
				left_us = 1000 + 4000 * drand48();
				slow = slow > 1 ? 1 : 4. / 3;
			}
			left_us -= us;
			at += us;
			samples[n] = us * US / 4;
		}
		sprintf(text + strlen(text), "%zu ", n - first);
	}
	settle_add(settle, samples, n, text, 4);
}

/* Of at most so many launches of each of two equal builds. */
static struct turn_length length_beside_neighbour(
	unsigned seed, double settle_us, unsigned launches)
{
	struct settle builds[2] = { 0 };
	struct turn_length length;

	srand48(seed);
	do
		for (int i = 0; i < 2; i++)
			add_beside_neighbour(&builds[i], settle_us);
	while (--launches && settle_may_shorten(builds, 2));
	length = settle_length(builds, 2);
	for (int i = 0; i < 2; i++)
		settle_release(&builds[i]);
	return length;
}

static void expect(struct turn_length length, double slice_us, double settle_us)
{
	assert_int_equal(length.slice_ns, slice_us * US);
	assert_int_equal(length.settle_ns, settle_us * US);
}

static void test_turns_follow_the_time_to_settle(void **state)
{
	(void)state;
	expect(length_of(10, 0, 1, 0), 1000, 200);
	expect(length_of(10, 190, 1.3, 0), 1000, 200);
	expect(length_of(10, 450, 1.3, 0), 2500, 500);
	expect(length_of(10, 950, 1.3, 0), 5000, 1000);
	/* bdriver.tuned keeps whole microseconds. */
	expect(length_of(210.6914, 0, 1, 0), 1054, 200);
	/* Less than 0.5 %. */
	expect(length_of(10, 900, 1.004, 0), 1000, 200);
	expect(length_of(10, 900, 1.008, 0), 5000, 1000);
}

static void test_what_never_settles_has_long_turns(void **state)
{
	(void)state;
	expect(length_of(10, 5000, 1.3, 0.1), 10000, 2000);
	expect(length_of(10, 1990, 1.3, 0), 10000, 2000);
	/* The first samples are faster: it is not the same state either. */
	expect(length_of(10, 1990, 0.8, 0), 10000, 2000);
}

/* Within each turn the time is the same. */
static void test_what_warms_up_over_a_launch_has_long_turns(void **state)
{
	(void)state;
	expect(length_of_warming_up(0.2), 10000, 2000);
	expect(length_of_warming_up(0.06), 10000, 2000);
	expect(length_of_warming_up(0.04), 1000, 200);
	/* It gets slower: no warm-up. */
	expect(length_of_warming_up(-0.2), 1000, 200);
}

/* A neighbour slows the CPU by a third for some milliseconds, half of the time. */
static void test_noise_of_a_neighbour(void **state)
{
	unsigned short_turns = 0, more = 0, wrong = 0;

	(void)state;
	for (unsigned seed = 1; seed <= 200; seed++) {
		short_turns += length_beside_neighbour(seed, 0, 1).settle_ns <= 200 * US;
		more += length_beside_neighbour(seed, 0, 3).settle_ns <= 200 * US;
		wrong += length_beside_neighbour(seed, 450, 1).settle_ns < 500 * US;
		wrong += length_beside_neighbour(seed, 450, 3).settle_ns < 500 * US;
	}
	assert_true(short_turns >= 160);
	assert_true(more >= 197);
	assert_int_equal(wrong, 0);
}

static bool may_shorten(struct settle *builds)
{
	bool may = settle_may_shorten(builds, 2);

	for (int i = 0; i < 2; i++)
		settle_release(&builds[i]);
	return may;
}

/* Another launch can tell only of what has not settled, and whose turns could be shorter. */
static void test_may_shorten(void **state)
{
	struct settle builds[2] = { 0 };

	(void)state;
	/* Within 0.5 %: settled. */
	for (int i = 0; i < 2; i++)
		add(&builds[i], 12, 10, 0, 1, 0);
	assert_false(may_shorten(builds));
	/* It is noisy. */
	for (int i = 0; i < 2; i++)
		add(&builds[i], 12, 10, 900, 1.008, 0.05);
	assert_true(may_shorten(builds));
	/* Its samples are too long for shorter turns. */
	for (int i = 0; i < 2; i++)
		add(&builds[i], 12, 2500, 0, 1, 0.05);
	assert_false(may_shorten(builds));
}

/* Turns hold a few samples. */
static void test_long_samples(void **state)
{
	(void)state;
	expect(length_of(60, 0, 1, 0), 1000, 200);
	expect(length_of(300, 0, 1, 0), 1500, 200);
	expect(length_of(1500, 0, 1, 0), 10000, 2000);
	expect(length_of(30000, 0, 1, 0), 10000, 2000);
}

/* One build settles, the other does not. */
static void test_the_slower_build_counts(void **state)
{
	struct settle builds[2] = { 0 };

	(void)state;
	add(&builds[0], 12, 10, 0, 1, 0);
	add(&builds[1], 12, 10, 450, 1.3, 0);
	expect(settle_length(builds, 2), 2500, 500);
	settle_release(&builds[0]);
	/* Nothing is known of it. */
	expect(settle_length(builds, 2), 10000, 2000);
	settle_release(&builds[1]);
}

static void test_few_turns_and_odd_lists(void **state)
{
	const double samples[] = { 1, 2, 3 };
	struct settle builds[1] = { 0 };

	(void)state;
	add(&builds[0], 3, 10, 0, 1, 0);
	expect(settle_length(builds, 1), 10000, 2000);
	settle_add(&builds[0], samples, 3, "", 1);
	settle_add(&builds[0], samples, 3, "4", 1);
	settle_add(&builds[0], samples, 3, "x", 1);
	settle_add(&builds[0], samples, 0, "0 0", 1);
	assert_int_equal(builds[0].excess[0].count, 3);
	settle_release(&builds[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_turns_follow_the_time_to_settle),
		cmocka_unit_test(test_what_never_settles_has_long_turns),
		cmocka_unit_test(test_what_warms_up_over_a_launch_has_long_turns),
		cmocka_unit_test(test_noise_of_a_neighbour),
		cmocka_unit_test(test_may_shorten),
		cmocka_unit_test(test_long_samples),
		cmocka_unit_test(test_the_slower_build_counts),
		cmocka_unit_test(test_few_turns_and_odd_lists),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
