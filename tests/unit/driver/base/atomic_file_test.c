/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/atomic_file.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/bdriver-atomic-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/file", folder);
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	unlink(path);
	return rmdir(folder);
}

static unsigned mode_with(mode_t mask)
{
	mode_t before = umask(mask);
	struct atomic_file file;
	struct stat info;
	struct err e;

	assert_int_equal(atomic_file_begin(&file, path, &e), 0);
	fputs("text", file.out);
	assert_int_equal(atomic_file_end(&file, &e), 0);
	assert_int_equal(umask(before), mask);
	assert_int_equal(stat(path, &info), 0);
	assert_int_equal(info.st_size, 4);
	return info.st_mode & 0777;
}

static void test_the_umask_holds(void **state)
{
	(void)state;
	assert_int_equal(mode_with(022), 0644);
	assert_int_equal(mode_with(077), 0600);
	assert_int_equal(mode_with(002), 0664);
}

static void test_what_fails_leaves_the_file(void **state)
{
	struct atomic_file file;
	char text[8] = "";
	struct err e;
	FILE *in;

	(void)state;
	mode_with(022);
	assert_int_equal(atomic_file_begin(&file, path, &e), 0);
	/* The rename fails then. */
	assert_int_equal(unlink(file.temporary), 0);
	assert_int_equal(atomic_file_end(&file, &e), -1);
	assert_non_null(strstr(e.text, "/file: cannot be written: "));
	in = atomic_file_read(path);
	assert_non_null(in);
	assert_int_equal(fread(text, 1, sizeof(text), in), 4);
	fclose(in);
	assert_string_equal(text, "text");
	assert_int_equal(atomic_file_begin(&file, "/nonexistent/file", &e), -1);
	assert_null(atomic_file_read("/nonexistent/file"));
	assert_null(atomic_file_read(folder));
	assert_int_equal(errno, ENOTSUP);
}

static bool put(const char *end)
{
	char name[96];
	FILE *file;

	snprintf(name, sizeof(name), "%s%s", path, end);
	file = fopen(name, "we");
	return file && !fclose(file);
}

static int remove_copy(const char *end)
{
	char name[96];

	snprintf(name, sizeof(name), "%s%s", path, end);
	return unlink(name);
}

static void test_what_a_kill_left_is_removed(void **state)
{
	(void)state;
	assert_true(put(".bdriver.a1B2c3") && put(".backup"));
	mode_with(022);
	assert_int_equal(remove_copy(".bdriver.a1B2c3"), -1);
	assert_int_equal(remove_copy(".backup"), 0);
}

static bool write_often(void)
{
	bool bad = false;

	for (int i = 0; i < 1000 && !bad; i++) {
		struct atomic_file file;
		struct err e;

		bad = atomic_file_begin(&file, path, &e) || fputs("text", file.out) < 0 ||
		      atomic_file_end(&file, &e);
	}
	return !bad;
}

/* None takes the file of another one that is alive for a leftover. */
static void test_two_that_write_at_once(void **state)
{
	int status;
	pid_t pid;

	(void)state;
	pid = fork();
	if (pid == 0)
		_exit(!write_often());
	assert_true(write_often());
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_umask_holds),
		cmocka_unit_test(test_what_fails_leaves_the_file),
		cmocka_unit_test(test_what_a_kill_left_is_removed),
		cmocka_unit_test(test_two_that_write_at_once),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
