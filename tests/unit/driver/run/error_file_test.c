/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "driver/run/error_file.h"

static void check_tail(const char *text, size_t size, unsigned lines, const char *want)
{
	char *tail = error_tail(text, size, lines);

	assert_string_equal(tail, want);
	free(tail);
}

static void test_last_lines(void **state)
{
	char *big = malloc(100000);
	char *tail;

	(void)state;
	check_tail("", 0, 3, "");
	check_tail("\n\n", 2, 3, "");
	check_tail("a", 1, 3, "a");
	check_tail("a\nb\nc\nd\n", 8, 2, "c\nd");
	check_tail("a\nb", 3, 5, "a\nb");
	check_tail("x\0y\n", 4, 2, "x?y");
	check_tail("\033[2Jz\n", 6, 2, "\\x1b[2Jz");
	memset(big, 'q', 100000);
	tail = error_tail(big, 100000, 3);
	assert_int_equal(strlen(tail), ERROR_TAIL_MAX);
	free(tail);
	free(big);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_last_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
