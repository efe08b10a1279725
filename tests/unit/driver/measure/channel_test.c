/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/channel.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define ROW(status, detail, samples)                                                         \
	"# bdriver-row: 1\nbenchmark,status,detail,iterations,samples\nA," status "," detail \
	",4," samples "\n# end: 1\n"
#define GOOD ROW("ok", "", "30 10 20")

/* Judges a launch that wrote `text` and ended so; the row is valid until the next call. */
static const struct log_row *judge(enum job_end end, int code, const char *text)
{
	static struct channel channel;
	static struct log_row row;
	const struct job_result result = { .end = end,
		.code = code,
		.row = text,
		.row_size = strlen(text),
		.timeout_ms = 1500 };

	launch_reading_release(&channel.reading);
	memset(&row, 0xff, sizeof(row));
	channel_judge(&channel, &adapter_bdriver, &result, "A", &row);
	return &row;
}

static void test_what_nothing_could_end(void **state)
{
	const struct job_result result = {
		.end = JOB_TIMEOUT, .unending = true, .row = "", .timeout_ms = 1500
	};
	struct channel channel = { 0 };
	struct log_row row;

	(void)state;
	channel_judge(&channel, &adapter_bdriver, &result, "A", &row);
	assert_int_equal(row.launch.status, OUTCOME_TIMEOUT);
	assert_string_equal(row.evidence.detail,
		"not even SIGKILL ended it: left behind; its time limit was 1.5 s");
	launch_reading_release(&channel.reading);
}

static void expect(
	enum job_end end, int code, const char *text, enum outcome status, const char *detail)
{
	const struct log_row *row = judge(end, code, text);

	assert_string_equal(outcome_name(row->launch.status), outcome_name(status));
	if (!strstr(row->evidence.detail, detail))
		fail_msg("'%s' where '%s' was expected", row->evidence.detail, detail);
	if (status != OUTCOME_OK)
		assert_int_equal(row->launch.sample_count, 0);
}

static void test_a_good_row(void **state)
{
	const struct log_row *row = judge(JOB_EXITED, 0, GOOD);

	(void)state;
	assert_int_equal(row->launch.status, OUTCOME_OK);
	assert_int_equal(row->launch.iterations, 4);
	assert_int_equal(row->launch.sample_count, 3);
	assert_true(row->launch.time.min == 10 && row->launch.time.median == 20);
	assert_true(row->evidence.samples[0] == 30);
}

/* What the suite says of itself counts more than its exit code. */
static void test_what_the_suite_reports(void **state)
{
	(void)state;
	expect(JOB_EXITED, 1, ROW("verify", "result 8", ""), OUTCOME_VERIFY, "result 8");
	expect(JOB_EXITED, 0, ROW("skipped", "no luck", ""), OUTCOME_SKIPPED, "no luck");
}

/* A good row does not excuse a bad end. */
static void test_bad_ends(void **state)
{
	(void)state;
	expect(JOB_EXITED, 3, GOOD, OUTCOME_EXIT, "3");
	expect(JOB_EXITED, 0, "", OUTCOME_GARBLED, "nothing was written");
	expect(JOB_EXITED, 0, GOOD "more", OUTCOME_GARBLED, "4 bytes after");
	expect(JOB_EXITED, 3, "", OUTCOME_EXIT, "3");
	expect(JOB_SIGNALLED, SIGSEGV, GOOD, OUTCOME_SIGNAL, "SIGSEGV");
	expect(JOB_SIGNALLED, SIGRTMAX, GOOD, OUTCOME_SIGNAL, "signal 64");
	expect(JOB_TIMEOUT, 0, GOOD, OUTCOME_TIMEOUT, "time limit of 1.5 s");
	expect(JOB_NOT_RUN, ENOENT, "", OUTCOME_EXIT, "No such file");
	expect(JOB_CANCELLED, 0, GOOD, OUTCOME_SKIPPED, "cancelled");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_good_row),
		cmocka_unit_test(test_what_nothing_could_end),
		cmocka_unit_test(test_what_the_suite_reports),
		cmocka_unit_test(test_bad_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
