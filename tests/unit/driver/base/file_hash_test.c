/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/file_hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void test_the_hash_of_a_file_is_that_of_its_text(void **state)
{
	char path[] = "/tmp/file_hash_XXXXXX", file[FILE_HASH_SIZE], text[FILE_HASH_SIZE];
	int fd = mkstemp(path);
	struct err e;

	(void)state;
	assert_int_equal(write(fd, "text", 4), 4);
	close(fd);
	assert_int_equal(file_hash(path, NULL, file, &e), 0);
	file_hash_text("text", 4, text);
	assert_string_equal(file, text);
	unlink(path);
}

/* Neither waited for nor read without end. */
static void test_pipes_and_devices_are_refused(void **state)
{
	char path[] = "/tmp/file_hash_XXXXXX", hash[FILE_HASH_SIZE];
	struct err e;

	(void)state;
	close(mkstemp(path));
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(file_hash(path, NULL, hash, &e), -1);
	assert_non_null(strstr(e.text, "is not a regular file"));
	unlink(path);
	assert_int_equal(file_hash("/dev/zero", NULL, hash, &e), -1);
	assert_int_equal(file_hash("/tmp", NULL, hash, &e), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_hash_of_a_file_is_that_of_its_text),
		cmocka_unit_test(test_pipes_and_devices_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
