/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "harness/registry.h"

static void run(struct bd *b, uint64_t n)
{
	bd_result(b, n);
}

static const long sizes[] = { 4096, -1 };
static const struct bd_benchmark late = {
	.name = "Late", .run = run, .file = "b.c", .line = 9
};
static const struct bd_benchmark first = {
	.name = "First", .run = run, .file = "a.c", .line = 90, .tags = "one, two,,three"
};
static const struct bd_benchmark family = {
	.name = "Sort", .run = run, .file = "b.c", .line = 3, .args = sizes, .arg_count = 2
};

static void test_order_is_that_of_the_source(void **state)
{
	const struct bd_benchmark *const all[] = { &late, NULL, &family, &first, NULL };
	struct bd_registry r = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(bd_registry_init(&r, all, all + 5, &e), 0);
	assert_int_equal(r.count, 4);
	assert_string_equal(r.cases[0].name, "First");
	assert_string_equal(r.cases[1].name, "Sort/4096");
	assert_int_equal(r.cases[1].arg, 4096);
	assert_string_equal(r.cases[2].name, "Sort/-1");
	assert_int_equal(r.cases[2].arg, -1);
	assert_string_equal(r.cases[3].name, "Late");
	assert_ptr_equal(bd_registry_find(&r, "Late"), &r.cases[3]);
	assert_null(bd_registry_find(&r, "Sort"));
	bd_registry_release(&r);
	bd_registry_release(&r);
}

static void test_names_and_globs(void **state)
{
	static const struct bd_benchmark odd = {
		.name = "Odd[ab]*", .run = run, .file = "c.c", .line = 1
	};
	const struct bd_benchmark *const all[] = { &late, &family, &first, &odd };
	struct bd_registry r = { 0 };
	unsigned char chosen[5] = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(bd_registry_init(&r, all, all + 4, &e), 0);
	assert_int_equal(bd_registry_match(&r, "Sort*", chosen), 2);
	assert_true(!chosen[0] && chosen[1] && chosen[2] && !chosen[3] && !chosen[4]);
	assert_int_equal(bd_registry_match(&r, "Odd[ab]*", chosen), 1);
	assert_true(chosen[4]);
	assert_int_equal(bd_registry_match(&r, "sort*", chosen), 0);
	assert_int_equal(bd_registry_match(&r, "*", chosen), 5);
	bd_registry_release(&r);
}

static void refuse(
	const struct bd_benchmark *one, const struct bd_benchmark *two, const char *say)
{
	const struct bd_benchmark *const all[] = { one, two };
	struct bd_registry r = { 0 };
	struct err e = { "" };

	assert_int_equal(bd_registry_init(&r, all, all + 2, &e), -1);
	if (!strstr(e.text, say))
		fail_msg("%s", e.text);
	bd_registry_release(&r);
}

static void test_mistakes_name_the_place(void **state)
{
	static const long twice[] = { 1, 1 };
	static const struct bd_benchmark
		again = { .name = "Sort/4096", .run = run, .file = "z.c", .line = 5 },
		nameless = { .name = "", .run = run, .file = "z.c", .line = 6 },
		idle = { .name = "Idle", .file = "z.c", .line = 7 },
		doubled = { .name = "Twice",
			.run = run,
			.file = "z.c",
			.line = 8,
			.args = twice,
			.arg_count = 2 };

	(void)state;
	refuse(&again, &family, "z.c:5: benchmark 'Sort/4096' is registered at b.c:3 already");
	refuse(&nameless, &late, "z.c:6: a benchmark needs a name");
	refuse(&idle, &late, "z.c:7: benchmark 'Idle' needs a function");
	refuse(&doubled, &late, "z.c:8: benchmark 'Twice/1' is registered at z.c:8 already");
}

static void test_no_benchmark_at_all(void **state)
{
	struct bd_registry r = { 0 };
	struct err e;

	(void)state;
	/* This test program registers none: the linker section does not exist. */
	assert_int_equal(bd_registry_load(&r, &e), 0);
	assert_int_equal(r.count, 0);
	bd_registry_release(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order_is_that_of_the_source),
		cmocka_unit_test(test_names_and_globs),
		cmocka_unit_test(test_mistakes_name_the_place),
		cmocka_unit_test(test_no_benchmark_at_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
