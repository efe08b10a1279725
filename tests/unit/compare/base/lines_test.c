/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slow: reading waits 10 s for a writer that never comes. */
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cmocka.h>

#include "compare/base/lines.h"

static void expect_line(struct lines *lines, const char *text, bool torn)
{
	struct err e = { "" };

	assert_int_equal(lines_next(lines, &e), 1);
	assert_string_equal(lines->text, text);
	assert_int_equal(lines->size, strlen(text));
	assert_int_equal(lines->torn, torn);
}

static void test_lines(void **state)
{
	static const char text[] = "\xEF\xBB\xBF"
				   "first\r\n\nlast";
	struct lines lines = { 0 };
	const char *head;
	size_t size;
	struct err e;

	(void)state;
	mallopt(M_PERTURB, 1); /* new memory is no zeros */
	lines_open_buffer(&lines, "x", text, sizeof(text) - 1);
	assert_int_equal(lines_head(&lines, &head, &size, &e), 0);
	assert_int_equal(head[size], '\0');
	assert_int_equal(size, sizeof(text) - 1 - 3); /* without the byte order mark */
	assert_memory_equal(head, "first", 5);
	expect_line(&lines, "first", false);
	assert_int_equal(lines.number, 1);
	expect_line(&lines, "", false);
	expect_line(&lines, "last", true);
	assert_int_equal(lines.number, 3);
	assert_int_equal(lines_next(&lines, &e), 0);
	lines_release(&lines);
}

/* Its beginning is kept, and the next line is whole. */
static void test_too_long(void **state)
{
	size_t huge = LINE_SIZE_MAX + 1000;
	char *text = malloc(huge + 8);
	struct lines lines = { 0 };
	struct err e;

	(void)state;
	memset(text, 'x', huge);
	memcpy(text + huge, "\nnext\n", 6);
	lines_open_buffer(&lines, "x", text, huge + 6);
	assert_int_equal(lines_next(&lines, &e), 1);
	assert_true(lines.too_long);
	assert_true(lines.size > 0 && lines.size <= huge);
	assert_int_equal(lines.text[lines.size - 1], 'x');
	expect_line(&lines, "next", false);
	assert_false(lines.too_long);
	lines_release(&lines);
	free(text);
}

static void test_what_cannot_be_read(void **state)
{
	static const char *const cases[][2] = { { "/nowhere/x", "cannot be opened" },
		{ "/tmp", "is a directory" }, { "/dev/null", "is a device" } };
	struct lines lines = { 0 };
	struct err e;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		assert_int_equal(lines_open(&lines, cases[i][0], &e), -1);
		assert_non_null(strstr(e.text, cases[i][1]));
		lines_release(&lines);
	}
}

static void test_a_pipe_without_a_writer_is_empty(void **state)
{
	char folder[] = "/tmp/lines_XXXXXX", path[64];
	struct lines lines = { 0 };
	struct err e = { "" };

	(void)state;
	assert_non_null(mkdtemp(folder));
	strcat(strcpy(path, folder), "/pipe");
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(lines_open(&lines, path, &e), 0);
	assert_int_equal(lines_next(&lines, &e), 0);
	lines_release(&lines);
	unlink(path);
	rmdir(folder);
}

/* A small file must not fill the memory or take hours. */
static void test_what_unpacks_without_end(void **state)
{
	static char zeros[1 << 20];
	char path[] = "/tmp/bd_lines_XXXXXX";
	int fd = mkstemp(path), more = 1;
	gzFile out = gzdopen(fd, "wb1");
	struct lines lines = { 0 };
	struct err e = { "" };

	(void)state;
	assert_non_null(out);
	for (int i = 0; i < 12; i++)
		assert_int_equal(gzwrite(out, zeros, sizeof(zeros)), sizeof(zeros));
	assert_int_equal(gzclose(out), Z_OK);
	assert_int_equal(lines_open(&lines, path, &e), 0);
	while (more > 0)
		more = lines_more(&lines, &e);
	assert_int_equal(more, -1);
	assert_non_null(strstr(e.text, "unpacks to more than 200 times its size"));
	lines_release(&lines);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_too_long),
		cmocka_unit_test(test_what_cannot_be_read),
		cmocka_unit_test(test_a_pipe_without_a_writer_is_empty),
		cmocka_unit_test(test_what_unpacks_without_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
