/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "driver/run/groups.h"
#include "driver/run/run.h"

#define ALL 30

static struct subject subjects[ALL];

/* Benchmarks of a suite whose start takes so long in each of two builds. */
static unsigned group_of(
	double start_ns, double launch_ns, int64_t asked, int64_t configured, bool can)
{
	static struct adapter adapter;
	struct config_suite settings = { .group = configured };
	struct run run = { .subjects = { subjects, ALL } };

	adapter.groups = can;
	run.builds.count = 2;
	run.settings.group = asked;
	run.settings.launch_time_ns = (int64_t)launch_ns;
	for (size_t i = 0; i < ALL; i++) {
		subjects[i] = (struct subject){
			.suite = "s", .name = "b", .settings = &settings, .iterations = 5
		};
		for (unsigned b = 0; b < 2; b++)
			subjects[i].builds[b] = (struct subject_build){
				.path = "x", .adapter = &adapter, .start_ns = start_ns * (b + 1)
			};
	}
	groups_choose(&run.settings, &run.subjects);
	/* A launch of several chooses the iterations of each. */
	assert_int_equal(subjects[0].iterations, subjects[0].group ? 0 : 5);
	return subjects[0].group;
}

static void test_so_many_that_a_start_takes_as_long_as_they(void **state)
{
	(void)state;
	assert_int_equal(group_of(3e8, 1e8, 0, 0, true), 0); /* five launch times are more */
	assert_int_equal(group_of(6e8, 1e8, 0, 0, true), 6);
	assert_int_equal(group_of(6e8, 2e7, 0, 0, true), 6); /* a fifth of the suite */
	assert_int_equal(group_of(1e8, 1e7, 0, 0, true), 0); /* a usual start */
	assert_int_equal(group_of(6e8, 2e7, 0, 0, false), 0);
}

static void test_what_is_asked_for(void **state)
{
	(void)state;
	assert_int_equal(group_of(1e6, 1e8, 4, 0, true), 4);
	assert_int_equal(group_of(6e8, 2e7, 1, 0, true), 0);
	assert_int_equal(group_of(1e6, 1e8, 0, 3, true), 3);
	assert_int_equal(group_of(1e6, 1e8, 4, 3, true), 4);
}

static void test_what_holds_for_several_suites_is_said_once(void **state)
{
	static struct adapter old = { .advice_on_one = "it is old" };
	struct suite suites[] = { { .name = "new", .adapter = &old },
		{ .name = "one", .adapter = &old, .counts = COUNTS_ONE },
		{ .name = "two", .adapter = &old, .counts = COUNTS_ONE } };
	struct run run = { 0 };
	FILE *file = tmpfile(), *screen = stderr;
	char said[200] = "";

	(void)state;
	assert_non_null(file);
	run.builds.items[0].suites.items = suites;
	run.builds.items[0].suites.count = 3;
	stderr = file;
	groups_say(&run.builds.items[0].suites, &run.subjects);
	stderr = screen;
	rewind(file);
	(void)!fread(said, 1, sizeof(said) - 1, file);
	fclose(file);
	assert_string_equal(said, "2 suites, as one: it is old\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_so_many_that_a_start_takes_as_long_as_they),
		cmocka_unit_test(test_what_is_asked_for),
		cmocka_unit_test(test_what_holds_for_several_suites_is_said_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
