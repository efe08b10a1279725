/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/base/message.h"
#include "driver/bundle/bundle.h"
#include "driver/bundle/pack.h"
#include "driver/bundle/verification.h"

/* What is printed meanwhile on the descriptor. */
static char *capture(int fd, int (*print)(void *ctx), void *ctx, int *code)
{
	char path[] = "/tmp/bdriver-capture-XXXXXX", *text = calloc(1, 1 << 16);
	int file = mkstemp(path), kept = dup(fd);

	assert_true(file >= 0 && kept >= 0);
	fflush(stdout);
	dup2(file, fd);
	*code = print(ctx);
	fflush(stdout);
	dup2(kept, fd);
	assert_true(pread(file, text, (1 << 16) - 1, 0) >= 0);
	close(kept);
	close(file);
	unlink(path);
	return text;
}

static int verify(void *ctx)
{
	return verification_print(ctx, "x.tar.zst");
}

static void expect_verdict(
	const struct bundle_job *job, const char *command, int want, const char *text)
{
	struct bundle bundle;
	char *line, *printed;
	int code;

	assert_int_equal(bundle_make(&bundle, job), EXIT_FINE);
	assert_true(asprintf(&line, "cd '%s' && %s", bundle.folder, command) > 0);
	assert_int_equal(system(line), 0);
	printed = capture(STDOUT_FILENO, verify, &bundle, &code);
	assert_int_equal(code, want);
	if (!strstr(printed, text))
		fail_msg("'%s' is not in: %s", text, printed);
	bundle_close(&bundle);
	free(printed);
	free(line);
}

static const struct bundle_job job = { .logs = { TEST_DATA "/compare_old.log",
					       TEST_DATA "/compare_new.log" } };

static void test_tables_follow_from_the_logs(void **state)
{
	(void)state;
	expect_verdict(&job, "true", EXIT_FINE, "x.tar.zst: the same, byte by byte");
}

static void test_the_line_that_differs_is_shown(void **state)
{
	(void)state;
	expect_verdict(&job, "sed -i '2s/$/ indeed/' report.txt", EXIT_FOUND,
		"report.txt differs from what follows from the logs, first in line 2");
	expect_verdict(&job, "sed -i '2s/$/ indeed/' report.txt", EXIT_FOUND,
		"tables or the logs were changed by hand");
	expect_verdict(&job, "echo more >>report.csv", EXIT_FOUND, "(ends before it)");
	expect_verdict(&job, "sed -i 's/0\\.1\\.0/0.0.9/' bundle.json; echo more >>report.csv",
		EXIT_FOUND, "bdriver 0.0.9 made it");
	/* Control characters of a hostile bundle do not reach the terminal. */
	expect_verdict(&job, "printf '\\033]0;x\\007\\n' >report.txt", EXIT_FOUND, "\\x1b");
}

struct opening {
	const char *path;
	struct bundle bundle;
};

static int open_it(void *ctx)
{
	struct opening *opening = ctx;

	return bundle_open(&opening->bundle, opening->path);
}

static void test_a_later_schema_is_refused(void **state)
{
	struct opening opening = { .path = "/tmp/bdriver-later.tar.zst" };
	struct bundle bundle;
	char *line, *printed;
	struct err e;
	FILE *out;
	int code;

	(void)state;
	assert_int_equal(bundle_make(&bundle, &job), EXIT_FINE);
	assert_true(asprintf(&line, "sed -i s/bundle-1/bundle-2/ '%s/bundle.json'",
			    bundle.folder) > 0);
	assert_int_equal(system(line), 0);
	out = fopen(opening.path, "w");
	assert_non_null(out);
	assert_int_equal(pack_write(bundle.folder, out, &e), 0);
	fclose(out);
	printed = capture(STDERR_FILENO, open_it, &opening, &code);
	assert_int_equal(code, EXIT_USAGE);
	assert_non_null(strstr(printed, "made it as a bdriver-bundle-2"));
	bundle_close(&opening.bundle);
	bundle_close(&bundle);
	unlink(opening.path);
	free(printed);
	free(line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tables_follow_from_the_logs),
		cmocka_unit_test(test_the_line_that_differs_is_shown),
		cmocka_unit_test(test_a_later_schema_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
