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

/* printf 'a\nbc\n' | zstd */
static const unsigned char packed[] = { 0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 0x29, 0x00, 0x00,
	0x61, 0x0a, 0x62, 0x63, 0x0a, 0x0f, 0xc3, 0x15, 0xa8 };

/* What is read of `count` copies of the first `size` bytes, by `room` bytes. Returns what the
 * last read did. */
static ssize_t read_copies(int count, size_t size, size_t room, char *all)
{
	FILE *file = tmpfile();
	struct zstd_file *zstd;
	ssize_t n;

	assert_non_null(file);
	for (int i = 0; i < count; i++)
		assert_int_equal(fwrite(packed, 1, size, file), size);
	rewind(file);
	assert_int_equal(zstd_made(fileno(file)), size >= 4);
	zstd = zstd_open(fileno(file));
	while ((n = zstd_read(zstd, all, room)) > 0)
		all += n;
	*all = '\0';
	zstd_close(zstd);
	fclose(file);
	return n;
}

static void test_whole(void **state)
{
	char all[100];

	(void)state;
	for (size_t room = 1; room < 20; room++) {
		assert_int_equal(read_copies(1, sizeof(packed), room, all), 0);
		assert_string_equal(all, "a\nbc\n");
		/* Files may follow each other. */
		assert_int_equal(read_copies(3, sizeof(packed), room, all), 0);
		assert_string_equal(all, "a\nbc\na\nbc\na\nbc\n");
	}
}

static void test_cut_short(void **state)
{
	char all[100];

	(void)state;
	for (size_t size = 1; size < sizeof(packed); size++)
		assert_int_equal(read_copies(1, size, 20, all), -1);
}

static void test_damaged(void **state)
{
	unsigned char damaged[sizeof(packed)];
	FILE *file = tmpfile();
	struct zstd_file *zstd;
	char all[100];
	ssize_t n;

	(void)state;
	memcpy(damaged, packed, sizeof(packed));
	damaged[10] ^= 1; /* the checksum of the content tells */
	assert_non_null(file);
	assert_int_equal(fwrite(damaged, 1, sizeof(damaged), file), sizeof(damaged));
	rewind(file);
	zstd = zstd_open(fileno(file));
	while ((n = zstd_read(zstd, all, sizeof(all))) > 0)
		;
	assert_int_equal(n, -1);
	zstd_close(zstd);
	fclose(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_there_and_back),
		cmocka_unit_test(test_failures_leave_the_file),
		cmocka_unit_test(test_full_disk),
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_cut_short),
		cmocka_unit_test(test_damaged),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
