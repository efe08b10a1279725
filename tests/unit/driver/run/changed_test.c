/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "driver/run/changed.h"
#include "driver/run/run.h"

#define ALL 20

static const char *const names[ALL] = { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k",
	"l", "m", "n", "o", "p", "q", "r", "s", "t" };
static struct subject subjects[ALL];

/* Of ALL benchmarks the first `changed` have other code in the new build. */
static struct run made(size_t changed, int64_t rounds, int64_t stage2)
{
	struct run run = { .subjects = { subjects, ALL } };

	run.builds.count = 2;
	run.cpus.workers = 1;
	run.settings.rounds = rounds;
	run.settings.stage2_rounds = stage2;
	run.settings.launch_time_ns = 20000000;
	run.settings.part.changed = true;
	run.settings.part.controls = 3;
	run.settings.seed = 7;
	for (size_t i = 0; i < ALL; i++) {
		subjects[i] = (struct subject){ .suite = "s", .name = names[i] };
		for (unsigned b = 0; b < 2; b++) {
			subjects[i].builds[b].path = "x";
			subjects[i].builds[b].code = b && i < changed ? "2" : "1";
		}
	}
	return run;
}

static void test_time_of_the_others_goes_to_what_changed(void **state)
{
	struct run run = made(5, 10, 0);
	struct err e;
	size_t controls = 0;

	(void)state;
	assert_int_equal(changed_choose(&run, &e), 0);
	assert_int_equal(run.changed.changed, 5);
	assert_int_equal(run.changed.same, 15);
	assert_int_equal(run.changed.controls, 3);
	assert_int_equal(run.subjects.count, 8);
	assert_int_equal(run.changed.control_rounds, 5);
	assert_int_equal(run.changed.rounds, (ALL * 10 - 3 * 5) / 5);
	for (size_t i = 0; i < run.subjects.count; i++)
		controls += run.subjects.items[i].role == ROLE_CONTROL;
	assert_int_equal(controls, 3);
	/* A resumed run draws the same. */
	run = made(5, 10, 0);
	assert_int_equal(changed_choose(&run, &e), 0);
	for (size_t i = 0; i < run.subjects.count; i++)
		assert_ptr_equal(run.subjects.items[i].name, subjects[i].name);
}

static void test_a_few_changed_ones_have_both_stages_at_once(void **state)
{
	struct run run = made(5, 16, 24);
	struct err e;

	(void)state;
	assert_int_equal(changed_choose(&run, &e), 0);
	assert_int_equal(run.settings.stage2_rounds, 0);
	assert_int_equal(run.changed.rounds, 40);
	/* Who is decided early gives its rounds to the others. */
	assert_true(run.settings.adaptive && run.settings.ends_early);
	/* Both would take longer than the first stage of all. */
	run = made(18, 16, 24);
	assert_int_equal(changed_choose(&run, &e), 0);
	assert_int_equal(run.settings.stage2_rounds, 24);
	assert_int_equal(run.changed.rounds, 16);
}

static void test_where_nothing_changed_controls_take_ten_seconds(void **state)
{
	struct run run = made(0, 10, 24);
	struct err e;

	(void)state;
	assert_int_equal(changed_choose(&run, &e), 0);
	assert_int_equal(run.subjects.count, ALL);
	assert_int_equal(run.settings.stage2_rounds, 0);
	assert_int_equal(run.changed.rounds, run.changed.control_rounds);
	assert_string_equal(changed_none(&run.changed), "all with the same code");
	run = made(0, 10, 0);
	run.settings.launch_time_ns = 1000000000;
	assert_int_equal(changed_choose(&run, &e), 0);
	assert_int_equal(run.subjects.count, 10);
	run = made(0, 10, 0);
	run.settings.part.controls_given = true;
	assert_int_equal(changed_choose(&run, &e), 0);
	assert_int_equal(run.subjects.count, 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_time_of_the_others_goes_to_what_changed),
		cmocka_unit_test(test_a_few_changed_ones_have_both_stages_at_once),
		cmocka_unit_test(test_where_nothing_changed_controls_take_ten_seconds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
