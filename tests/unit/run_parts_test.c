/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The small parts of a run: estimate, tuned iterations, lock, last lines of stderr, summary. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "driver/machine/lock.h"
#include "driver/measure/slot.h"
#include "driver/plan/estimate.h"
#include "driver/run/error_file.h"
#include "driver/run/run_summary.h"
#include "driver/run/tuned.h"

static void test_estimate_learns_for_those_not_met(void **state)
{
	struct estimate e;
	double left;

	(void)state;
	estimate_init(&e, 100);
	for (size_t i = 0; i < 100; i++) {
		estimate_add(&e, i, 100);
		estimate_add(&e, i, 100);
	}
	/* Each takes a tenth of what was guessed, and half of that again to tune. */
	for (size_t i = 0; i < 20; i++)
		estimate_done(&e, i, 15, 10);
	left = estimate_left_ns(&e, 1, 0);
	assert_true(left > 1799 && left < 1801);
	for (size_t i = 0; i < 100; i++)
		while (e.left[i])
			estimate_done(&e, i, 10, 10);
	assert_true(estimate_left_ns(&e, 1, 0) == 0);
	assert_true(e.unmet_left_ns > -1e-6 && e.unmet_left_ns < 1e-6);
	estimate_release(&e);
}

static void test_estimate_follows_what_launches_take(void **state)
{
	struct estimate e;

	(void)state;
	estimate_init(&e, 2);
	for (int i = 0; i < 10; i++) {
		estimate_add(&e, 0, 100);
		estimate_add(&e, 1, 100);
	}
	assert_true(estimate_left_ns(&e, 1, 0) == 2000);
	assert_true(estimate_left_ns(&e, 2, 0) == 1000);
	estimate_done(&e, 0, 300, 300); /* what was seen replaces what was guessed */
	assert_true(estimate_left_ns(&e, 1, 0) == 3700);
	estimate_done(&e, 1, 125, 100); /* a fifth of it was tuning */
	assert_true(estimate_left_ns(&e, 1, 0) == 3600);
	for (int i = 0; i < 4; i++)
		estimate_done(&e, 0, 300, 300); /* left: five of 300, nine of 100 */
	assert_true(estimate_left_ns(&e, 1, 0) == 2400);
	/* 1625 ns of launches took 3250: as much again passes between them. */
	assert_true(estimate_left_ns(&e, 1, 3250) == 4800);
	for (int i = 0; i < 20; i++) {
		estimate_done(&e, 0, 300, 300);
		estimate_done(&e, 1, 100, 100);
	}
	assert_true(estimate_left_ns(&e, 1, 0) == 0);
	estimate_release(&e);
}

static char folder[] = "/tmp/run_parts_XXXXXX";

static int make_folder(void **state)
{
	(void)state;
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	char path[256];

	(void)state;
	snprintf(path, sizeof(path), "%s/" TUNED_FILE, folder);
	unlink(path);
	return rmdir(folder);
}

static void test_tuned_iterations_are_remembered(void **state)
{
	struct tuned a, b;
	struct err e;
	char log[256];

	(void)state;
	snprintf(log, sizeof(log), "%s/x.log", folder);
	tuned_open(&a, log, "CPU one");
	assert_int_equal(tuned_find(&a, "s", "x/1"), 0);
	tuned_set(&a, "s", "x/1", 1234567);
	tuned_set(&a, "s", "with\ttab", 5);
	tuned_set(&a, "s", "zero", 0);
	/* Another run saves meanwhile: nothing of it is lost. */
	tuned_open(&b, log, "CPU two");
	tuned_set(&b, "s", "x/1", 99);
	assert_int_equal(tuned_save(&b, &e), 0);
	tuned_release(&b);
	assert_int_equal(tuned_save(&a, &e), 0);
	tuned_release(&a);

	tuned_open(&a, log, "CPU one");
	assert_int_equal(tuned_find(&a, "s", "x/1"), 1234567);
	assert_int_equal(tuned_find(&a, "s", "x/2"), 0);
	assert_int_equal(tuned_find(&a, "t", "x/1"), 0);
	assert_int_equal(tuned_find(&a, "s", "with\ttab"), 0);
	/* What is known stays: every later night uses the same. */
	tuned_set(&a, "s", "x/1", 7);
	assert_int_equal(tuned_find(&a, "s", "x/1"), 1234567);
	tuned_release(&a);
	tuned_open(&b, log, "CPU two");
	assert_int_equal(tuned_find(&b, "s", "x/1"), 99);
	tuned_release(&b);
}

static void test_damaged_tuned_file_costs_its_lines(void **state)
{
	struct tuned t;
	char path[256];
	FILE *out;

	(void)state;
	snprintf(path, sizeof(path), "%s/" TUNED_FILE, folder);
	out = fopen(path, "we");
	fputs("# bdriver-tuned: 1\n-3\tm\ts\ta\nx\tm\ts\tb\n7\tm\ts\tc\n"
	      "99999999999999999999\tm\ts\td\n8",
		out);
	fclose(out);
	tuned_open(&t, path, "m");
	assert_int_equal(tuned_find(&t, "s", "a"), 0);
	assert_int_equal(tuned_find(&t, "s", "b"), 0);
	assert_int_equal(tuned_find(&t, "s", "c"), 7);
	assert_int_equal(tuned_find(&t, "s", "d"), 0);
	tuned_release(&t);
	out = fopen(path, "we");
	fputs("something else\n7\tm\ts\tc\n", out);
	fclose(out);
	tuned_open(&t, path, "m");
	assert_int_equal(tuned_find(&t, "s", "c"), 0);
	tuned_release(&t);
}

static void count_wait(void *ctx, const char *sentence)
{
	char pid[32];

	snprintf(pid, sizeof(pid), "process %d ", (int)getppid());
	if (strstr(sentence, pid) && strstr(sentence, "CPU 3"))
		++*(int *)ctx;
}

/* A child that wants the same CPU waits until the parent lets go, and knows who holds it. */
static void test_lock_excludes_and_names_its_holder(void **state)
{
	const int mine[] = { 3, 1 }, apart[] = { 2 }, overlapping[] = { 3, 5, -1 };
	struct lock lock, other;
	struct err e;
	int ready[2], status;
	char name[64], c;
	pid_t pid;

	(void)state;
	snprintf(name, sizeof(name), "test-%d", (int)getpid());
	setenv(LOCK_VARIABLE, name, 1);
	assert_int_equal(pipe(ready), 0);
	assert_int_equal(lock_take(&lock, mine, 2, false, NULL, NULL, &e), 0);
	pid = fork();
	if (pid == 0) {
		int waits = 0;

		lock_release(&lock); /* the child's copies */
		if (lock_take(&other, apart, 1, false, NULL, NULL, &e))
			_exit(1);
		lock_release(&other);
		if (!lock_take(&other, overlapping, 3, false, NULL, NULL, &e) ||
			!strstr(e.text, "CPU 3"))
			_exit(2);
		if (write(ready[1], "x", 1) != 1)
			_exit(3);
		if (lock_take(&other, overlapping, 3, true, count_wait, &waits, &e))
			_exit(4);
		lock_release(&other);
		_exit(waits <= 1 ? 0 : 5);
	}
	assert_int_equal(read(ready[0], &c, 1), 1);
	usleep(50000);
	lock_release(&lock);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	/* Gone with its holder. */
	assert_int_equal(lock_take(&lock, overlapping, 3, false, NULL, NULL, &e), 0);
	lock_release(&lock);
	setenv(LOCK_VARIABLE, "", 1);
	assert_int_equal(lock_take(&lock, mine, 2, false, NULL, NULL, &e), 0);
	assert_int_equal(lock_take(&other, mine, 2, false, NULL, NULL, &e), 0);
	lock_release(&lock);
	lock_release(&other);
	close(ready[0]);
	close(ready[1]);
}

static void check_tail(const char *text, size_t size, unsigned lines, const char *want)
{
	char *tail = error_tail(text, size, lines);

	assert_string_equal(tail, want);
	free(tail);
}

static void test_last_lines(void **state)
{
	char *big = malloc(100000);
	char *tail;

	(void)state;
	check_tail("", 0, 3, "");
	check_tail("\n\n", 2, 3, "");
	check_tail("a", 1, 3, "a");
	check_tail("a\nb\nc\nd\n", 8, 2, "c\nd");
	check_tail("a\nb", 3, 5, "a\nb");
	check_tail("x\0y\n", 4, 2, "x?y");
	check_tail("\033[2Jz\n", 6, 2, "\\x1b[2Jz");
	memset(big, 'q', 100000);
	tail = error_tail(big, 100000, 3);
	assert_int_equal(strlen(tail), ERROR_TAIL_MAX);
	free(tail);
	free(big);
}

static void test_a_good_retry_is_no_failure(void **state)
{
	struct launch ok = { .status = OUTCOME_OK, .median_ns = 100 };
	struct launch bad = { .status = OUTCOME_SIGNAL };
	struct launch skipped = { .status = OUTCOME_SKIPPED };
	struct run_summary t;

	(void)state;
	run_summary_init(&t, 3);
	run_summary_add(&t, 0, &bad, "SIGSEGV", NULL);
	assert_int_equal(run_summary_failed(&t), 1);
	run_summary_add(&t, 0, &ok, "", NULL);
	assert_int_equal(run_summary_failed(&t), 0);
	run_summary_add(&t, 1, &skipped, "why", NULL);
	assert_int_equal(run_summary_failed(&t), 0);
	run_summary_add(&t, 2, &ok, "", NULL);
	run_summary_add(&t, 2, &bad, "SIGSEGV", NULL);
	assert_int_equal(run_summary_failed(&t), 1);
	run_summary_release(&t);
}

static void test_time_limits_that_nobody_gave(void **state)
{
	const int64_t second = 1000000000, most = 60 * second;

	(void)state;
	assert_int_equal(measure_guess_timeout_ns(most, 0), most);
	assert_int_equal(measure_guess_timeout_ns(most, 0.1e9), 11 * second);
	assert_int_equal(measure_guess_timeout_ns(most, 3e9), 40 * second);
	assert_int_equal(measure_guess_timeout_ns(most, 5e9), most);
	assert_int_equal(measure_guess_timeout_ns(most, 1e30), most);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_estimate_follows_what_launches_take),
		cmocka_unit_test(test_estimate_learns_for_those_not_met),
		cmocka_unit_test(test_tuned_iterations_are_remembered),
		cmocka_unit_test(test_damaged_tuned_file_costs_its_lines),
		cmocka_unit_test(test_lock_excludes_and_names_its_holder),
		cmocka_unit_test(test_last_lines),
		cmocka_unit_test(test_time_limits_that_nobody_gave),
		cmocka_unit_test(test_a_good_retry_is_no_failure),
	};

	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
