/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "driver/explain/side_by_side.h"

/* Texts are words with spaces between them; a row is "old|new". */
static void check(const char *old, const char *new, const char *rows)
{
	struct string_list lines[2] = { 0 }, sides[2] = { 0 }, shown = { 0 };
	AUTO_FREE char *text = NULL;

	string_list_split(&lines[0], old, " ");
	string_list_split(&lines[1], new, " ");
	side_by_side(&lines[0], &lines[1], sides);
	assert_int_equal(sides[0].count, sides[1].count);
	for (size_t i = 0; i < sides[0].count; i++)
		string_list_addf(&shown, "%s|%s", sides[0].items[i], sides[1].items[i]);
	text = string_list_finish(&shown, " ");
	assert_string_equal(text, rows);
	for (int b = 0; b < 2; b++) {
		string_list_release(&lines[b]);
		string_list_release(&sides[b]);
	}
}

static void test_rows(void **state)
{
	(void)state;
	check("", "", "");
	check("a b", "a b", "");
	check("a b c", "a x c", "a|a b|x c|c");
	check("", "a", "|a");
	check("a b", "b", "a| b|b");
	check("a b c", "a b c d e", "b|b c|c |d |e");
	/* As few differences as can be. */
	check("x a b c", "a b c y", "x| a|a b|b c|c |y");
	check("a 1 2 3 4 5 6 b", "c 1 2 3 4 5 6 d", "a|c 1|1 2|2 ...|... 5|5 6|6 b|d");
}

static void test_too_long(void **state)
{
	struct string_list lines[2] = { 0 }, sides[2] = { 0 };

	(void)state;
	for (size_t i = 0; i <= SIDE_LINES_MAX; i++)
		string_list_add(&lines[0], "a");
	side_by_side(&lines[0], &lines[1], sides);
	assert_int_equal(sides[0].count, 0);
	string_list_release(&lines[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_too_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
