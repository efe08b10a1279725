/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/join.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The sides of two logs, each with a benchmark of each build named. */
static void expect(
	const char *const then[2], const char *const now[2], const char *old, const char *new)
{
	struct log a = { 0 }, b = { 0 };
	struct side_names names;

	for (int i = 0; i < 2; i++) {
		if (then[i])
			log_add_benchmark(&a, "s", "A", then[i]);
		if (now[i])
			log_add_benchmark(&b, "s", "A", now[i]);
	}
	names = side_names_of(&a, &b);
	assert_string_equal(names.old, old);
	assert_string_equal(names.new, new);
	log_release(&a);
	log_release(&b);
}

#define ONE(name) ((const char *const[2]){ name, NULL })

static void test_names_of_builds(void **state)
{
	(void)state;
	expect(ONE("gcc-12"), ONE("clang_15.0+x"), "gcc-12", "clang_15.0+x");
	expect(ONE("b"), ONE("a"), "b", "a");
}

static void test_old_and_new(void **state)
{
	(void)state;
	expect(ONE(NULL), ONE(NULL), "old", "new");
	expect(ONE(""), ONE(""), "old", "new");
	expect(ONE("a"), ONE(""), "old", "new");
	expect(ONE("a"), ONE("a"), "old", "new");
	expect(ONE("old"), ONE("new"), "old", "new");
	/* Swapped on the command line: "old" is the side, not the build. */
	expect(ONE("new"), ONE("old"), "old", "new");
	expect(ONE("a"), ONE("old"), "old", "new");
	expect((const char *const[2]){ "a", "c" }, ONE("b"), "old", "new");
}

static void test_names_that_spoil_a_table(void **state)
{
	(void)state;
	expect(ONE("a"), ONE("\033[31m"), "old", "new");
	expect(ONE("a|b"), ONE("c"), "old", "new");
	expect(ONE("a b"), ONE("c"), "old", "new");
	expect(ONE("a"), ONE("bbbbbbbbbbbbbbbbbbbbbbbbb"), "old", "new");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names_of_builds),
		cmocka_unit_test(test_old_and_new),
		cmocka_unit_test(test_names_that_spoil_a_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
