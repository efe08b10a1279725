/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/read.h"
#include "compare/log/metric.h"
#include "compare/log/write.h"

#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "compare/base/memory.h"

static char folder[] = "/tmp/bd_log_write_XXXXXX";
static char path[64];

/* In place of the C library's. */
static unsigned synced;

int fsync(int fd)
{
	synced++;
	return (int)syscall(SYS_fsync, fd);
}

static int make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/a.log", folder);
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	unlink(path);
	return rmdir(folder);
}

static int remove_log(void **state)
{
	(void)state;
	unlink(path);
	return 0;
}

static void fill_row(struct log_row *row, char *name, double *samples, unsigned n)
{
	static char suite[] = "s\"1\"", detail[] = "tab\tand \\ and \x01", file[] = "a,b.c";

	log_row_init(row);
	row->suite = suite;
	row->benchmark = name;
	row->file = file;
	row->line = 12;
	row->items = 1.5;
	row->launch.iterations = 1000;
	row->launch.round = 3;
	row->launch.stage = 2;
	row->launch.position = 1;
	row->evidence.memory.peak_kib = 0;
	row->launch.clock_step_ns = 1;
	row->launch.sample_count = n;
	row->evidence.detail = detail;
	row->evidence.samples = samples;
	row->evidence.result.has_checksum = true;
	row->evidence.result.checksum = 0xFEDCBA9876543210u;
	row->evidence.cpu = 0;
}

static void write_two(struct log_writer *writer)
{
	double samples[] = { 0.1, 1e17, 123456789.123, 1.0 / 3 };
	char a[] = "A", b[] = "B\xC3\xA4";
	struct log_row row;
	struct err e;

	assert_int_equal(log_writer_create(writer, path, &e), 0);
	assert_int_equal(log_writer_meta(writer, "host", "a \"b\"\nc \\", &e), 0);
	assert_int_equal(log_writer_header(writer, &e), 0);
	fill_row(&row, a, samples, 4);
	assert_int_equal(log_writer_row(writer, &row, &e), 0);
	assert_int_equal(log_writer_meta(writer, "between", "rows", &e), 0);
	assert_int_equal(log_writer_meta(writer, "suite.a:\033\\b.path", "c:d", &e), 0);
	fill_row(&row, b, NULL, 0);
	row.launch.status = OUTCOME_TIMEOUT;
	assert_int_equal(log_writer_row(writer, &row, &e), 0);
}

static void check_two(const struct log *log)
{
	const struct log_benchmark *b = log_find(log, "s\"1\"", "A", "");
	const struct launch *launch;

	assert_non_null(b);
	assert_string_equal(b->file, "a,b.c");
	assert_int_equal(b->line, 12);
	assert_true(b->items == 1.5 && isnan(b->bytes));
	assert_int_equal(b->launch_count, 1);
	launch = b->launches;
	assert_int_equal(launch->round, 3);
	assert_int_equal(launch->stage, 2);
	assert_int_equal(launch->position, 1);
	assert_int_equal(launch->iterations, 1000);
	assert_float_equal(launch_counted(launch, METRIC_MEMORY), 0, 0);
	assert_int_equal(launch->sample_count, 4);
	assert_true(launch->time.min == 0.1 && launch->time.max == 1e17);
	assert_true(launch->evidence->samples[3] == 1.0 / 3);
	assert_true(launch->evidence->samples[2] == 123456789.123);
	assert_string_equal(launch->evidence->detail, "tab\tand \\ and \x01");
	assert_true(launch->evidence->result.checksum == 0xFEDCBA9876543210u);
	assert_int_equal(launch->evidence->cpu, 0);
	assert_int_equal(launch->evidence->worker, -1);
	assert_string_equal(log_meta(log, "host"), "a \"b\"\nc \\");
	assert_string_equal(log_meta(log, "between"), "rows");
	assert_string_equal(log_suite_meta(log, "a:\033\\b", "path"), "c:d");
	b = log_find(log, "s\"1\"", "B\xC3\xA4", NULL);
	assert_non_null(b);
	assert_int_equal(b->launches[0].status, OUTCOME_TIMEOUT);
	assert_true(isnan(b->launches[0].time.min));
}

static void test_round_trip(void **state)
{
	struct log_writer writer = { 0 };
	struct log log = { 0 };
	struct err e;

	(void)state;
	write_two(&writer);
	synced = 0;
	assert_int_equal(log_writer_end(&writer, &e), 0);
	assert_int_equal(synced, 1);
	log_writer_release(&writer);
	assert_int_equal(log_read(&log, path, LOG_KEEP_SAMPLES, &e), 0);
	assert_true(log.complete);
	assert_int_equal(log.warning_count, 0);
	check_two(&log);
	log_release(&log);
}

static void test_existing_file_is_refused(void **state)
{
	struct log_writer writer = { 0 }, second = { 0 };
	struct err e;

	(void)state;
	write_two(&writer);
	assert_int_equal(log_writer_create(&second, path, &e), -1);
	assert_non_null(strstr(e.text, path));
	log_writer_release(&second);
	log_writer_release(&writer);
}

static void append(const char *text)
{
	int fd = open(path, O_WRONLY | O_APPEND);

	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

static void test_resume_cuts_a_torn_row(void **state)
{
	struct log_writer writer = { 0 };
	struct log log = { 0 };
	struct err e;

	(void)state;
	write_two(&writer);
	log_writer_release(&writer);
	append("\"s\",\"torn\",,,1,");
	assert_int_equal(log_writer_resume(&writer, path, &e), 0);
	assert_int_equal(writer.rows, 2);
	assert_int_equal(log_writer_end(&writer, &e), 0);
	log_writer_release(&writer);
	assert_int_equal(log_read(&log, path, LOG_KEEP_SAMPLES, &e), 0);
	assert_true(log.complete);
	check_two(&log);
	log_release(&log);
	assert_int_equal(log_writer_resume(&writer, path, &e), -1);
	assert_non_null(strstr(e.text, "complete"));
	log_writer_release(&writer);
}

static void test_resume_refuses_other_columns(void **state)
{
	struct log_writer writer = { 0 };
	struct err e;
	int fd;

	(void)state;
	fd = open(path, O_WRONLY | O_CREAT, 0600);
	close(fd);
	append("# bdriver-log: 1\nsuite,benchmark,round,status,iterations,samples\n");
	assert_int_equal(log_writer_resume(&writer, path, &e), -1);
	assert_non_null(strstr(e.text, ":2: "));
	log_writer_release(&writer);
}

/* A limit on the file's size stands for the full disk: the write comes back short. */
static void test_row_that_does_not_fit_is_taken_back(void **state)
{
	struct rlimit before, limit;
	struct log_writer writer = { 0 };
	struct log log = { 0 };
	struct log_row row;
	double samples[200];
	char name[] = "Big";
	off_t size;
	struct err e;

	(void)state;
	for (int i = 0; i < 200; i++)
		samples[i] = 1e5 + i;
	write_two(&writer);
	size = lseek(writer.fd, 0, SEEK_END);
	getrlimit(RLIMIT_FSIZE, &before);
	limit = before;
	limit.rlim_cur = (rlim_t)size + 100;
	setrlimit(RLIMIT_FSIZE, &limit);
	signal(SIGXFSZ, SIG_IGN);
	fill_row(&row, name, samples, 200);
	assert_int_equal(log_writer_row(&writer, &row, &e), -1);
	setrlimit(RLIMIT_FSIZE, &before);
	assert_non_null(strstr(e.text, "stay readable"));
	assert_int_equal(lseek(writer.fd, 0, SEEK_END), size);
	assert_int_equal(writer.rows, 2);
	log_writer_release(&writer);
	assert_int_equal(log_read(&log, path, LOG_KEEP_SAMPLES, &e), 0);
	assert_false(log.complete);
	check_two(&log);
	log_release(&log);
}

static void test_removed_log_is_noticed(void **state)
{
	struct log_writer writer = { 0 };
	struct log_row row;
	double samples[] = { 1 };
	char name[] = "A";
	struct err e;

	(void)state;
	write_two(&writer);
	unlink(path);
	fill_row(&row, name, samples, 1);
	assert_int_equal(log_writer_row(&writer, &row, &e), -1);
	assert_non_null(strstr(e.text, "removed"));
	assert_true(writer.lost);
	log_writer_release(&writer);
}

/* What somebody else does to the file, and what is said at the next row. */
static void notices(void (*meddle)(void), const char *says)
{
	struct log_writer writer = { 0 };
	struct log_row row;
	double samples[] = { 1 };
	char name[] = "A";
	struct err e;

	write_two(&writer);
	meddle();
	fill_row(&row, name, samples, 1);
	assert_int_equal(log_writer_row(&writer, &row, &e), -1);
	assert_non_null(strstr(e.text, says));
	assert_true(writer.lost);
	log_writer_release(&writer);
	unlink(path);
}

static char *moved_path(void)
{
	return memory_format("%s.moved", path);
}

static void move_away(void)
{
	char *moved = moved_path();

	assert_int_equal(rename(path, moved), 0);
	free(moved);
}

static void replace(void)
{
	FILE *out;

	move_away();
	out = fopen(path, "we");
	assert_non_null(out);
	fclose(out);
}

static void cut(void)
{
	assert_int_equal(truncate(path, 10), 0);
}

static void lengthen(void)
{
	FILE *out = fopen(path, "ae");

	assert_non_null(out);
	fputs("mine\n", out);
	fclose(out);
}

static void test_changed_log_is_noticed(void **state)
{
	char *moved = moved_path();

	(void)state;
	notices(move_away, "was moved away while it was written");
	notices(replace, "was replaced while it was written");
	notices(cut, "was changed by another program");
	notices(lengthen, "was changed by another program");
	unlink(moved);
	free(moved);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_round_trip, remove_log),
		cmocka_unit_test_teardown(test_existing_file_is_refused, remove_log),
		cmocka_unit_test_teardown(test_resume_cuts_a_torn_row, remove_log),
		cmocka_unit_test_teardown(test_resume_refuses_other_columns, remove_log),
		cmocka_unit_test_teardown(test_row_that_does_not_fit_is_taken_back, remove_log),
		cmocka_unit_test_teardown(test_removed_log_is_noticed, remove_log),
		cmocka_unit_test_teardown(test_changed_log_is_noticed, remove_log),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
