/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/temporary_file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/bdriver-temporary-XXXXXX";

static void put(const char *name)
{
	char path[96];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "we");
	assert_non_null(file);
	fclose(file);
}

static void test_only_what_nobody_writes_is_left(void **state)
{
	char path[96], command[96], pattern[96];
	int fd;

	(void)state;
	assert_non_null(mkdtemp(folder));
	snprintf(pattern, sizeof(pattern), "%s/log", folder);
	snprintf(path, sizeof(path), "%s/log.XXXXXX", folder);
	fd = temporary_file_make(path);
	assert_true(fd >= 0);
	put("log.AbCdE1");
	put("log.AbCdE");
	put("log.AbCd-1");
	put("other.AbCdE1");
	assert_int_equal(temporary_file_leftovers(pattern, false), 1);
	assert_int_equal(temporary_file_leftovers(pattern, true), 1);
	assert_int_equal(temporary_file_leftovers(pattern, true), 0);
	assert_int_equal(access(path, F_OK), 0);
	close(fd);
	assert_int_equal(temporary_file_leftovers(pattern, true), 1);
	assert_int_equal(access(path, F_OK), -1);
	assert_int_equal(temporary_file_leftovers("/nonexistent/log", true), 0);
	snprintf(command, sizeof(command), "rm -r %s", folder);
	assert_int_equal(system(command), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_only_what_nobody_writes_is_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
