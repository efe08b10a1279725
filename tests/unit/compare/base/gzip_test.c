/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "compare/base/gzip.h"

enum { SIZE = 1000000 };

static char folder[] = "/tmp/gzip_XXXXXX", path[64], beside[64];

static void write_numbers(void)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	for (int i = 0; i < SIZE / 10; i++)
		fprintf(file, "%9d\n", i);
	assert_int_equal(fclose(file), 0);
	assert_int_equal(chmod(path, 0640), 0);
}

static bool is_packed(void)
{
	int fd = open(path, O_RDONLY);
	bool packed = gzip_made(fd);

	close(fd);
	return packed;
}

static void check_numbers(void)
{
	FILE *file = fopen(path, "r");
	struct stat info;
	int number = -1, i = 0;

	assert_non_null(file);
	while (fscanf(file, "%d", &number) == 1)
		assert_int_equal(number, i++);
	assert_int_equal(i, SIZE / 10);
	fclose(file);
	assert_int_equal(stat(path, &info), 0);
	assert_int_equal(info.st_size, SIZE);
	assert_int_equal(info.st_mode & 0777, 0640);
}

static void test_there_and_back(void **state)
{
	struct err e = { "" };

	(void)state;
	write_numbers();
	assert_int_equal(gzip_unpack(path, &e), 0); /* it is plain */
	check_numbers();
	for (int i = 0; i < 2; i++) {
		assert_int_equal(gzip_pack(path, &e), 0);
		assert_true(is_packed());
	}
	assert_int_equal(gzip_unpack(path, &e), 0);
	check_numbers();
	assert_int_equal(access(beside, F_OK), -1);
}

static void test_failures_leave_the_file(void **state)
{
	struct err e = { "" };
	struct stat info;

	(void)state;
	write_numbers();
	assert_int_equal(gzip_pack(path, &e), 0);
	assert_int_equal(stat(path, &info), 0);
	assert_int_equal(truncate(path, info.st_size - 9), 0);
	assert_int_equal(gzip_unpack(path, &e), -1);
	assert_non_null(strstr(e.text, "cannot be decompressed"));
	assert_true(is_packed());
	assert_int_equal(access(beside, F_OK), -1);
	write_numbers();
	assert_int_equal(mkdir(beside, 0700), 0);
	assert_int_equal(gzip_pack(path, &e), -1);
	assert_non_null(strstr(e.text, "cannot be compressed"));
	check_numbers();
	rmdir(beside);
	unlink(path);
	assert_int_equal(gzip_pack(path, &e), -1);
}

/* No file may become larger than that: what is written meets a full disk. */
static void test_full_disk(void **state)
{
	struct rlimit before, small = { 100000, RLIM_INFINITY };
	struct err e = { "" };

	(void)state;
	write_numbers();
	assert_int_equal(gzip_pack(path, &e), 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small.rlim_max = before.rlim_max;
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	assert_int_equal(gzip_unpack(path, &e), -1);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_non_null(strstr(e.text, "cannot be decompressed: File too large"));
	assert_int_equal(access(beside, F_OK), -1);
	assert_int_equal(gzip_unpack(path, &e), 0);
	check_numbers();
}

static int make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/log", folder);
	snprintf(beside, sizeof(beside), "%s/log~", folder);
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	unlink(path);
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_there_and_back),
		cmocka_unit_test(test_failures_leave_the_file),
		cmocka_unit_test(test_full_disk),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
