/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/file_text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static void test_a_file_of_the_kernel(void **state)
{
	size_t size = 0;
	char *text = file_text("/proc/self/status", &size);

	(void)state;
	assert_non_null(text);
	assert_int_equal(strlen(text), size);
	assert_non_null(strstr(text, "Pid:"));
	free(text);
	assert_null(file_text("/proc/nothing", NULL));
}

/* Longer than one read, and with a NUL. */
static void test_all_bytes(void **state)
{
	char path[] = "/tmp/file_text_XXXXXX", *text;
	FILE *out = fdopen(mkstemp(path), "w");
	size_t size;

	(void)state;
	for (int i = 0; i < 100000; i++)
		putc(i % 251, out);
	fclose(out);
	text = file_text(path, &size);
	unlink(path);
	assert_int_equal(size, 100000);
	for (int i = 0; i < 100000; i++)
		assert_int_equal((unsigned char)text[i], i % 251);
	assert_int_equal(text[size], '\0');
	free(text);
}

/* A file with a hole takes no room on the disk, but would take memory. */
static void test_a_vast_file_is_refused(void **state)
{
	char path[] = "/tmp/file_text_XXXXXX";
	int fd = mkstemp(path);

	(void)state;
	assert_int_equal(ftruncate(fd, (off_t)1 << 40), 0);
	close(fd);
	assert_null(file_text(path, NULL));
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_file_of_the_kernel),
		cmocka_unit_test(test_all_bytes),
		cmocka_unit_test(test_a_vast_file_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
