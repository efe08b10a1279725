/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/gzip.h"

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
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_cut_short),
		cmocka_unit_test(test_damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
