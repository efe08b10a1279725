/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "harness/base/record.h"

static const double two_samples[] = { 12.5, 1234567.891 };
static const struct bd_record full = { .benchmark = "Sort/64",
	.status = "ok",
	.detail = "",
	.file = "suites/x/sort.c",
	.line = 17,
	.iterations = 3,
	.tuned_iterations = 3,
	.clock_step_ns = 20,
	.has_checksum = 1,
	.checksum = 0xABC,
	.verified = 1,
	.items = 64,
	.bytes = 0.5,
	.setup_ns = 0,
	.used.cpu_ns = 1,
	.used.wall_ns = 2,
	.peak_kib = 3,
	.base_kib = 4,
	.used.voluntary_switches = 5,
	.used.involuntary_switches = 6,
	.used.minor_faults = 7,
	.used.major_faults = 8,
	.used.migrations = 9,
	.used.run_delay_ns = 10,
	.core_low = 1.25,
	.core_high = 1.5,
	.turns = (const uint32_t[]){ 0, 2 },
	.turn_count = 4,
	.samples = two_samples,
	.sample_count = 2 };

/* The row as it arrives in a file. The caller frees it. */
static char *written(const struct bd_record *record)
{
	FILE *file = tmpfile();
	char *text = calloc(1, 1 << 20);

	assert_true(file && text);
	assert_int_equal(bd_record_write(fileno(file), record), 0);
	rewind(file);
	assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
	fclose(file);
	return text;
}

static void test_full_row(void **state)
{
	char *text = written(&full);

	(void)state;
	assert_string_equal(text,
		"# bdriver-row: 1\n"
		"benchmark,status,detail,iterations,tuned_iterations,clock_step_ns,checksum,"
		"verified,items,bytes,file,line,setup_ns,cpu_ns,wall_ns,peak_kib,base_kib,"
		"voluntary_switches,involuntary_switches,minor_faults,major_faults,"
		"migrations,run_delay_ns,core_low,core_high,turn_samples,samples\n"
		"\"Sort/64\",\"ok\",\"\",3,3,20,0000000000000abc,1,64,0.5,\"suites/x/"
		"sort.c\",17,"
		"0,1,2,3,4,5,6,7,8,9,10,1.25,1.5,1 0 1 0,12.5 1234567.89\n"
		"# end: 1\n");
	free(text);
}

static void test_allocations_are_a_counter(void **state)
{
	struct bd_record r = full;
	char *text;

	(void)state;
	r.has_allocations = 1;
	r.allocations = 2.5;
	text = written(&r);
	assert_non_null(strstr(text, "turn_samples,samples,counters\n"));
	assert_non_null(strstr(text, "1234567.89,\"{\"\"allocations\"\":2.5}\"\n# end: 1\n"));
	free(text);
}

static void test_unknown_is_empty_and_text_is_escaped(void **state)
{
	struct bd_record r = { .benchmark = "a\"b,c\\d\ne\x7f\xff\xc3\xa4",
		.status = "verify",
		.detail = "line 1\r\n# end: 1",
		.file = "x.c",
		.line = 1,
		.iterations = -1,
		.tuned_iterations = -1,
		.verified = -1,
		.items = NAN,
		.bytes = -1,
		.setup_ns = -1,
		.used.cpu_ns = -1,
		.used.wall_ns = -1,
		.peak_kib = -1,
		.base_kib = -1,
		.used.voluntary_switches = -1,
		.used.involuntary_switches = -1,
		.used.minor_faults = -1,
		.used.major_faults = -1,
		.used.migrations = -1,
		.used.run_delay_ns = -1 };
	char *text = written(&r), *row = text;

	(void)state;
	for (int line = 0; line < 2; line++)
		row = strchr(row, '\n') + 1;
	assert_string_equal(row,
		"\"a\"\"b,c\\\\d\\x0Ae\\x7F\\xFF\xc3\xa4\",\"verify\","
		"\"line 1\\x0D\\x0A# end: 1\",,,,,,,,\"x.c\",1,,,,,,,,,,,,,,,\n# end: 1\n");
	free(text);
}

/* Empties a small pipe slowly, so that write() is partial, blocks and is interrupted. */
struct reader {
	int fd;
	char *text;
	size_t size;
	pthread_t writer;
};

static void *read_slowly(void *context)
{
	struct reader *reader = context;
	ssize_t n;

	while ((n = read(reader->fd, reader->text + reader->size, 1000)) > 0) {
		reader->size += (size_t)n;
		if (reader->size < 100000)
			pthread_kill(reader->writer, SIGUSR1);
	}
	return NULL;
}

static void ignore_signal(int number_)
{
	(void)number_;
}

static void write_through_pipe(int flags)
{
	enum { COUNT = 20000 };
	double *samples = calloc(COUNT, sizeof(*samples));
	struct bd_record r = full;
	struct reader reader = { .writer = pthread_self() };
	struct sigaction action = { .sa_handler = ignore_signal };
	pthread_t thread;
	int fds[2];

	for (size_t i = 0; i < COUNT; i++)
		samples[i] = 1000000 + (double)i;
	r.samples = samples;
	r.sample_count = COUNT;
	r.turns = NULL;
	assert_int_equal(pipe(fds), 0);
	fcntl(fds[1], F_SETPIPE_SZ, 4096);
	fcntl(fds[1], F_SETFL, flags);
	sigaction(SIGUSR1, &action, NULL);
	reader.fd = fds[0];
	reader.text = calloc(1, 1 << 20);
	pthread_create(&thread, NULL, read_slowly, &reader);
	assert_int_equal(bd_record_write(fds[1], &r), 0);
	close(fds[1]);
	pthread_join(thread, NULL);
	close(fds[0]);
	assert_true(reader.size > (size_t)COUNT * 8);
	assert_string_equal(reader.text + reader.size - 17, "1019999\n# end: 1\n");
	free(reader.text);
	free(samples);
}

static void test_slow_reader_loses_nothing(void **state)
{
	(void)state;
	write_through_pipe(0);
	write_through_pipe(O_NONBLOCK);
}

static void test_errors_are_told(void **state)
{
	int full_disk = open("/dev/full", O_WRONLY | O_CLOEXEC);

	(void)state;
	assert_int_equal(bd_record_write(full_disk, &full), -1);
	assert_int_equal(errno, ENOSPC);
	close(full_disk);
	assert_int_equal(bd_record_write(full_disk, &full), -1);
	assert_int_equal(errno, EBADF);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_full_row),
		cmocka_unit_test(test_allocations_are_a_counter),
		cmocka_unit_test(test_unknown_is_empty_and_text_is_escaped),
		cmocka_unit_test(test_slow_reader_loses_nothing),
		cmocka_unit_test(test_errors_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
