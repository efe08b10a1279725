/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/selection.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct shared_options options;
static struct string_list tags_a, tags_b;
static struct err e;

static int setup(void **state)
{
	(void)state;
	options = (struct shared_options){ 0 };
	string_list_split(&tags_a, "sort,libc", ",");
	string_list_split(&tags_b, "float", ",");
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	string_list_release(&options.filters);
	string_list_release(&options.tags);
	string_list_release(&options.skip_tags);
	string_list_release(&tags_a);
	string_list_release(&tags_b);
	return 0;
}

/* Offers three benchmarks; returns who was taken as bits, or -1 after an error. */
static int select_all(char **words, int count)
{
	struct selection *s = selection_new(&options, words, count, &e);
	struct string_list names = { 0 };
	int taken = 0;

	if (!s)
		return -1;
	string_list_split(&names, "Sort/64 Sort/4096 Fft", " ");
	taken |= selection_takes(s, "libc", "Sort/64", &tags_a) << 0;
	taken |= selection_takes(s, "libc", "Sort/4096", &tags_a) << 1;
	taken |= selection_takes(s, "classic", "Fft", &tags_b) << 2;
	if (selection_check(s, &names, &e))
		taken = -1;
	selection_free(s);
	string_list_release(&names);
	return taken;
}

static void test_nothing_asked_is_all(void **state)
{
	(void)state;
	assert_int_equal(select_all(NULL, 0), 7);
}

static void test_names_and_globs(void **state)
{
	(void)state;
	assert_int_equal(select_all((char *[]){ "Fft" }, 1), 4);
	assert_int_equal(select_all((char *[]){ "Sort/*" }, 1), 3);
	assert_int_equal(select_all((char *[]){ "Sort/64", "Fft" }, 2), 5);
	assert_int_equal(select_all((char *[]){ "libc/Sort/64" }, 1), 1);
	assert_int_equal(select_all((char *[]){ "lib*/*4" }, 1), 1);
}

static void test_filters(void **state)
{
	(void)state;
	string_list_add(&options.filters, "^F|6$");
	string_list_add(&options.filters, "64");
	assert_int_equal(select_all(NULL, 0), 7);
	string_list_release(&options.filters);
	string_list_add(&options.filters, "t$");
	assert_int_equal(select_all(NULL, 0), 4);
}

static void test_tags(void **state)
{
	(void)state;
	string_list_add(&options.tags, "sort");
	assert_int_equal(select_all(NULL, 0), 3);
	string_list_add(&options.tags, "float");
	assert_int_equal(select_all(NULL, 0), 7);
	string_list_add(&options.skip_tags, "libc");
	assert_int_equal(select_all(NULL, 0), 4);
}

static void test_a_selection_of_nothing_is_an_error(void **state)
{
	(void)state;
	assert_int_equal(select_all((char *[]){ "Fft", "Srot/64" }, 2), -1);
	assert_string_equal(e.text,
		"no benchmark matches 'Srot/64'; did you mean 'Sort/64'?; see bdriver list");
	string_list_add(&options.filters, "xyz");
	assert_int_equal(select_all(NULL, 0), -1);
	assert_string_equal(e.text, "no benchmark matches --filter 'xyz'; see bdriver list");
	string_list_release(&options.filters);
	string_list_add(&options.skip_tags, "sort");
	assert_int_equal(select_all((char *[]){ "Sort*" }, 1), -1);
	assert_non_null(strstr(e.text, "select none of 3 benchmarks"));
}

static void test_a_bad_regular_expression(void **state)
{
	(void)state;
	string_list_add(&options.filters, "ok");
	string_list_add(&options.filters, "(");
	assert_int_equal(select_all(NULL, 0), -1);
	assert_non_null(strstr(e.text, "--filter '(' is not a regular expression"));
}

static void test_nearest(void **state)
{
	struct string_list words = { 0 };

	(void)state;
	string_list_split(&words, "threshold timeout tags", " ");
	assert_string_equal(string_list_nearest(&words, "tiemout"), "timeout");
	assert_string_equal(string_list_nearest(&words, "treshold"), "threshold");
	assert_null(string_list_nearest(&words, "zebra"));
	assert_null(string_list_nearest(&words, ""));
	string_list_release(&words);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_nothing_asked_is_all, setup, teardown),
		cmocka_unit_test_setup_teardown(test_names_and_globs, setup, teardown),
		cmocka_unit_test_setup_teardown(test_filters, setup, teardown),
		cmocka_unit_test_setup_teardown(test_tags, setup, teardown),
		cmocka_unit_test_setup_teardown(
			test_a_selection_of_nothing_is_an_error, setup, teardown),
		cmocka_unit_test_setup_teardown(test_a_bad_regular_expression, setup, teardown),
		cmocka_unit_test(test_nearest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
