/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/request/tuned.h"

static char folder[] = "/tmp/tuned_XXXXXX";

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	char path[256];

	(void)state;
	snprintf(path, sizeof(path), "%s/" TUNED_FILE, folder);
	unlink(path);
	return rmdir(folder);
}

static void test_tuned_iterations_are_remembered(void **state)
{
	struct tuned a, b;
	struct err e;
	char log[256];

	(void)state;
	snprintf(log, sizeof(log), "%s/x.log", folder);
	tuned_open(&a, log, "CPU one");
	assert_int_equal(tuned_find(&a, "s", "x/1"), 0);
	tuned_set(&a, "s", "x/1", 123456);
	tuned_set(&a, "s", "with\ttab", 5);
	tuned_set(&a, "s", "zero", 0);
	/* Another run saves meanwhile: nothing of it is lost. */
	tuned_open(&b, log, "CPU two");
	tuned_set(&b, "s", "x/1", 99);
	assert_int_equal(tuned_save(&b, &e), 0);
	tuned_release(&b);
	assert_int_equal(tuned_save(&a, &e), 0);
	tuned_release(&a);

	tuned_open(&a, log, "CPU one");
	assert_int_equal(tuned_find(&a, "s", "x/1"), 123456);
	assert_int_equal(tuned_find(&a, "s", "x/2"), 0);
	assert_int_equal(tuned_find(&a, "t", "x/1"), 0);
	assert_int_equal(tuned_find(&a, "s", "with\ttab"), 0);
	/* What is known stays: every later night uses the same. */
	tuned_set(&a, "s", "x/1", 7);
	assert_int_equal(tuned_find(&a, "s", "x/1"), 123456);
	tuned_release(&a);
	tuned_open(&b, log, "CPU two");
	assert_int_equal(tuned_find(&b, "s", "x/1"), 99);
	tuned_release(&b);
}

/* A number in doubt is replaced once there is another, and stays until then. */
static void test_doubted_iterations_are_replaced(void **state)
{
	struct tuned a, b;
	struct err e;
	char log[64];

	(void)state;
	snprintf(log, sizeof(log), "%s/doubt.log", folder);
	tuned_open(&a, log, "CPU");
	tuned_set(&a, "s", "doubted", 900);
	tuned_set(&a, "s", "kept", 800);
	assert_int_equal(tuned_save(&a, &e), 0);
	tuned_doubt(&a, "s", "doubted");
	tuned_doubt(&a, "s", "kept");
	assert_int_equal(tuned_find(&a, "s", "doubted"), 0);
	tuned_set(&a, "s", "doubted", 3);
	assert_int_equal(tuned_save(&a, &e), 0);
	tuned_release(&a);
	tuned_open(&b, log, "CPU");
	assert_int_equal(tuned_find(&b, "s", "doubted"), 3);
	assert_int_equal(tuned_find(&b, "s", "kept"), 800);
	tuned_release(&b);
}

static void test_damaged_tuned_file_costs_its_lines(void **state)
{
	struct tuned t;
	char path[256];
	FILE *out;

	(void)state;
	snprintf(path, sizeof(path), "%s/" TUNED_FILE, folder);
	out = fopen(path, "we");
	fputs("# bdriver-tuned: 1\n-3\tm\ts\ta\nx\tm\ts\tb\n7\tm\ts\tc\n"
	      "99999999999999999999\tm\ts\td\n1000000000000\tm\ts\te\n8",
		out);
	fclose(out);
	tuned_open(&t, path, "m");
	assert_int_equal(tuned_find(&t, "s", "a"), 0);
	assert_int_equal(tuned_find(&t, "s", "b"), 0);
	assert_int_equal(tuned_find(&t, "s", "c"), 7);
	assert_int_equal(tuned_find(&t, "s", "d"), 0);
	assert_int_equal(tuned_find(&t, "s", "e"), 0);
	assert_int_equal(t.refused, 3);
	tuned_release(&t);
	out = fopen(path, "we");
	fputs("something else\n7\tm\ts\tc\n", out);
	fclose(out);
	tuned_open(&t, path, "m");
	assert_int_equal(tuned_find(&t, "s", "c"), 0);
	assert_int_equal(t.refused, 1);
	tuned_release(&t);
}

static void test_turns_are_remembered(void **state)
{
	const struct turn_length length = { 2500000, 500000 }, other = { 250000, 50000 };
	struct turn_length found;
	struct tuned t;
	struct err e;
	char path[256];
	FILE *out;

	(void)state;
	snprintf(path, sizeof(path), "%s/" TUNED_FILE, folder);
	unlink(path);
	tuned_open(&t, path, "m");
	assert_int_equal(tuned_turns(&t, "s", "a").slice_ns, 0);
	tuned_set_turns(&t, "s", "a", length);
	tuned_set(&t, "s", "a", 7);
	assert_int_equal(tuned_save(&t, &e), 0);
	tuned_set_turns(&t, "s", "a", other);
	tuned_release(&t);
	tuned_open(&t, path, "m");
	found = tuned_turns(&t, "s", "a");
	assert_int_equal(found.slice_ns, 2500000);
	assert_int_equal(found.settle_ns, 500000);
	assert_int_equal(tuned_find(&t, "s", "a"), 7);
	tuned_release(&t);
	out = fopen(path, "we");
	fputs("# bdriver-tuned: 1\nturns 250\tm\ts\ta\nturns 250 250\tm\ts\ta\n"
	      "turns 99999 50\tm\ts\ta\nturns 250 50\tm\ts\tb\nturns 1 -1\tm\ts\ta\n",
		out);
	fclose(out);
	tuned_open(&t, path, "m");
	assert_int_equal(tuned_turns(&t, "s", "a").slice_ns, 0);
	assert_int_equal(tuned_turns(&t, "s", "b").slice_ns, 250000);
	assert_int_equal(t.refused, 4);
	tuned_release(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_doubted_iterations_are_replaced),
		cmocka_unit_test(test_tuned_iterations_are_remembered),
		cmocka_unit_test(test_damaged_tuned_file_costs_its_lines),
		cmocka_unit_test(test_turns_are_remembered),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
