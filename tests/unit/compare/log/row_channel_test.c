/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/row_channel.h"
#include "harness/base/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#define HEADER "benchmark,status,iterations,samples\n"
#define FIRST  "# bdriver-row: 1\n"

static void expect_garbled(const char *text, const char *reason)
{
	struct row_channel channel = { 0 };
	struct err e = { "" };

	assert_int_equal(row_channel_parse(&channel, text, strlen(text), "A", &e), -1);
	if (!strstr(e.text, reason))
		fail_msg("'%s' where '%s' was expected", e.text, reason);
	row_channel_release(&channel);
}

static void test_reads_what_the_harness_writes(void **state)
{
	double samples[] = { 10.25, 9.5, 1e9 };
	struct bd_record record = { .benchmark = "A \"q\"\n",
		.status = "ok",
		.detail = "",
		.file = "a.c",
		.line = 7,
		.iterations = 100,
		.tuned_iterations = -1,
		.clock_step_ns = 1,
		.has_checksum = 1,
		.checksum = 255,
		.setup_ns = 12,
		.used.cpu_ns = -1,
		.peak_kib = 4096,
		.samples = samples,
		.sample_count = 3 };
	struct row_channel channel = { 0 };
	int fd = memfd_create("row", MFD_CLOEXEC);
	char text[8192];
	struct err e;
	ssize_t n;

	(void)state;
	assert_int_equal(bd_record_write(fd, &record), 0);
	n = pread(fd, text, sizeof(text), 0);
	close(fd);
	if (row_channel_parse(&channel, text, (size_t)n, record.benchmark, &e) < 0)
		fail_msg("%s", e.text);
	assert_string_equal(channel.row.benchmark, "A \"q\"\n");
	assert_int_equal(channel.row.launch.iterations, 100);
	assert_int_equal(channel.row.launch.sample_count, 3);
	assert_true(channel.row.evidence.samples[0] == 10.25);
	assert_true(channel.row.evidence.samples[2] == 1e9);
	assert_true(channel.row.evidence.result.checksum == 255);
	assert_int_equal(channel.row.evidence.memory.peak_kib, 4096);
	assert_int_equal(channel.row.evidence.tuned_iterations, -1);
	assert_true(channel.row.evidence.cpu_ns != channel.row.evidence.cpu_ns);
	row_channel_release(&channel);
}

static void test_can_be_used_again(void **state)
{
	static const char good[] = FIRST HEADER "A,ok,1,5 6\n# end: 1\n";
	struct row_channel channel = { 0 };
	struct err e;

	(void)state;
	for (int i = 0; i < 3; i++) {
		assert_int_equal(
			row_channel_parse(&channel, good, sizeof(good) - 1, "A", &e), 0);
		assert_int_equal(channel.row.launch.sample_count, 2);
		assert_string_equal(channel.row.samples_text, "5 6");
		assert_int_equal(row_channel_parse(&channel, "x", 1, "A", &e), -1);
	}
	row_channel_release(&channel);
}

static void test_garbled_has_a_reason(void **state)
{
	(void)state;
	expect_garbled("", "nothing was written");
	expect_garbled("hello\n" FIRST HEADER, "does not begin");
	expect_garbled("# bdriver-row: 2\n", "does not begin");
	expect_garbled(FIRST, "before its header");
	expect_garbled(FIRST "benchmark,status,samples\n", "'iterations'");
	expect_garbled(FIRST "benchmark,benchmark\n", "twice");
	expect_garbled(FIRST HEADER, "before its row");
	expect_garbled(FIRST HEADER "A,ok,1,5", "before its row");
	expect_garbled(FIRST HEADER "A,ok,1\n# end: 1\n", "3 cells");
	expect_garbled(FIRST HEADER "B,ok,1,5\n# end: 1\n", "another benchmark");
	expect_garbled(FIRST HEADER "A,exit,1,5\n# end: 1\n", "'exit'");
	expect_garbled(FIRST HEADER "A,great,1,5\n# end: 1\n", "known status");
	expect_garbled(FIRST HEADER "A,ok,,5\n# end: 1\n", "iterations");
	expect_garbled(FIRST HEADER "A,ok,0,5\n# end: 1\n", "iterations is 0");
	expect_garbled(FIRST HEADER "A,ok,1,\n# end: 1\n", "samples");
	expect_garbled(FIRST HEADER "A,ok,1,nan\n# end: 1\n", "not a number");
	expect_garbled(FIRST HEADER "A,ok,1,-5\n# end: 1\n", "negative");
	expect_garbled(FIRST HEADER "A,ok,1,5\n", "no '# end: 1'");
	expect_garbled(FIRST HEADER "A,ok,1,5\nA,ok,1,5\n# end: 2\n", "no '# end: 1'");
	expect_garbled(FIRST HEADER "A,ok,1,5\n# end: 1\nmore", "4 bytes after");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reads_what_the_harness_writes),
		cmocka_unit_test(test_can_be_used_again),
		cmocka_unit_test(test_garbled_has_a_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
