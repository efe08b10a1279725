/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/file_identity.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char path[] = "/tmp/file_identity_XXXXXX";

static bool is_still(const struct file_identity *before)
{
	struct file_identity now = file_identity_of(path);

	return file_identity_same(before, &now);
}

static void test_changes_are_seen(void **state)
{
	struct timespec times[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000 } };
	int fd = mkstemp(path);
	char copy[64];
	struct file_identity before;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(futimens(fd, times), 0);
	before = file_identity_of(path);
	assert_true(is_still(&before));
	/* Another size. */
	assert_int_equal(write(fd, "x", 1), 1);
	assert_false(is_still(&before));
	/* As it was, but for a nanosecond. */
	assert_int_equal(ftruncate(fd, 0), 0);
	assert_int_equal(futimens(fd, times), 0);
	assert_true(is_still(&before));
	times[1].tv_nsec = 1;
	assert_int_equal(futimens(fd, times), 0);
	assert_false(is_still(&before));
	close(fd);
	/* Another file in its place. */
	before = file_identity_of(path);
	snprintf(copy, sizeof(copy), "%s.new", path);
	fd = open(copy, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
	assert_int_equal(futimens(fd, times), 0);
	close(fd);
	assert_int_equal(rename(copy, path), 0);
	assert_false(is_still(&before));
	before = file_identity_of(path);
	unlink(path);
	assert_false(is_still(&before));
}

static void test_files_that_are_not_there(void **state)
{
	struct file_identity none = file_identity_of(NULL), again = file_identity_of(NULL);
	struct file_identity missing = file_identity_of("/nonexistent");

	(void)state;
	assert_true(file_identity_same(&none, &again));
	assert_false(file_identity_same(&none, &missing));
	assert_int_equal(missing.error, ENOENT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_changes_are_seen),
		cmocka_unit_test(test_files_that_are_not_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
