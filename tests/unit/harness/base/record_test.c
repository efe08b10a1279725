/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/base/record.h"
#include "harness/base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
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
	.items = 64,
	.bytes = 0.5,
	.setup_ns = 0,
	.cpu_ns = 1,
	.wall_ns = 2,
	.peak_kib = 3,
	.base_kib = 4,
	.voluntary_switches = 5,
	.involuntary_switches = 6,
	.minor_faults = 7,
	.major_faults = 8,
	.migrations = 9,
	.run_delay_ns = 10,
	.core_low = 1.25,
	.core_high = 1.5,
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
		"items,bytes,file,line,setup_ns,cpu_ns,wall_ns,peak_kib,base_kib,"
		"voluntary_switches,involuntary_switches,minor_faults,major_faults,"
		"migrations,run_delay_ns,core_low,core_high,samples\n"
		"\"Sort/64\",\"ok\",\"\",3,3,20,0000000000000abc,64,0.5,\"suites/x/sort.c\",17,"
		"0,1,2,3,4,5,6,7,8,9,10,1.25,1.5,12.5 1234567.89\n"
		"# end: 1\n");
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
		.items = NAN,
		.bytes = -1,
		.setup_ns = -1,
		.cpu_ns = -1,
		.wall_ns = -1,
		.peak_kib = -1,
		.base_kib = -1,
		.voluntary_switches = -1,
		.involuntary_switches = -1,
		.minor_faults = -1,
		.major_faults = -1,
		.migrations = -1,
		.run_delay_ns = -1 };
	char *text = written(&r), *row = text;

	(void)state;
	for (int line = 0; line < 2; line++)
		row = strchr(row, '\n') + 1;
	assert_string_equal(row,
		"\"a\"\"b,c\\\\d\\x0Ae\\x7F\\xFF\xc3\xa4\",\"verify\","
		"\"line 1\\x0D\\x0A# end: 1\",,,,,,,\"x.c\",1,,,,,,,,,,,,,,\n# end: 1\n");
	free(text);
}

static const char *number(double value)
{
	static char text[64];
	FILE *out = fmemopen(text, sizeof(text), "w");

	text[0] = '\0';
	bd_write_number(out, value);
	fclose(out);
	return text;
}

static void test_numbers(void **state)
{
	(void)state;
	/* A benchmark may have chosen a language with a decimal comma. */
	if (!setlocale(LC_ALL, "de_DE.UTF-8"))
		print_message("no German locale here: tested with the present one only\n");
	assert_string_equal(number(0), "0");
	assert_string_equal(number(0.0004), "0");
	assert_string_equal(number(0.0005), "0.001");
	assert_string_equal(number(1.25), "1.25");
	assert_string_equal(number(1.205), "1.205");
	assert_string_equal(number(1.05), "1.05");
	assert_string_equal(number(999999.999), "999999.999");
	assert_string_equal(number(1234567.894), "1234567.89");
	assert_string_equal(number(12345678.94), "12345678.9");
	assert_string_equal(number(123456789.6), "123456790");
	assert_string_equal(number(98765432109876), "98765432109876");
	assert_string_equal(number(1e15), "1000000000000000");
	assert_string_equal(number(NAN), "");
	assert_string_equal(number(INFINITY), "");
	assert_string_equal(number(-1), "");
	setlocale(LC_ALL, "C");
}

static void test_utf8(void **state)
{
	(void)state;
	assert_int_equal(bd_utf8_length(""), 0);
	assert_int_equal(bd_utf8_length("a"), 1);
	assert_int_equal(bd_utf8_length("\xc3\xa4"), 2);
	assert_int_equal(bd_utf8_length("\xe2\x82\xac"), 3);
	assert_int_equal(bd_utf8_length("\xf0\x9f\x98\x80"), 4);
	assert_int_equal(bd_utf8_length("\xc3"), 0);
	assert_int_equal(bd_utf8_length("\x80"), 0);
	assert_int_equal(bd_utf8_length("\xc0\x80"), 0);         /* overlong */
	assert_int_equal(bd_utf8_length("\xe0\x9f\xbf"), 0);     /* overlong */
	assert_int_equal(bd_utf8_length("\xed\xa0\x80"), 0);     /* surrogate */
	assert_int_equal(bd_utf8_length("\xf4\x90\x80\x80"), 0); /* above U+10FFFF */
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
		cmocka_unit_test(test_unknown_is_empty_and_text_is_escaped),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_utf8),
		cmocka_unit_test(test_slow_reader_loses_nothing),
		cmocka_unit_test(test_errors_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
