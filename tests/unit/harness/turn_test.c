/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/base/clock.h"
#include "harness/launch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define MS 1000000

/* The launch holds ends[0]; what is at ends[1] plays the other launch. */
static int ends[2];
static char steps[256]; /* s set-up, r run, v verify, t tear-down */
static long sleep_ns;
static uint64_t last_run_ns; /* when the last run began */
static int setup_result;

static void note(char step)
{
	size_t n = strlen(steps);

	if (n + 1 < sizeof(steps))
		steps[n] = step;
}

static void pause_ns(long ns)
{
	struct timespec t = { ns / 1000000000, ns % 1000000000 };

	nanosleep(&t, NULL);
}

static int setup(struct bd *b)
{
	note('s');
	return setup_result ? bd_skip(b, "not today") : 0;
}

static void run(struct bd *b, uint64_t n)
{
	(void)n;
	note('r');
	last_run_ns = bd_clock_ns();
	if (sleep_ns)
		pause_ns(sleep_ns);
	bd_result(b, 1);
}

static int verify(struct bd *b)
{
	(void)b;
	note('v');
	return 0;
}

static void teardown(struct bd *b)
{
	(void)b;
	note('t');
}

static const struct bd_benchmark benchmark = {
	.name = "B", .run = run, .setup = setup, .verify = verify, .teardown = teardown
};
static struct bd_options options;

static void close_end(int *end)
{
	if (*end >= 0)
		close(*end);
	*end = -1;
}

/* As driver/measure/turns.c makes them. */
static int begin_test(void **state)
{
	const struct timeval patience = { 600, 0 };

	(void)state;
	memset(steps, 0, sizeof(steps));
	sleep_ns = setup_result = 0;
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	for (int i = 0; i < 2; i++)
		setsockopt(ends[i], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	assert_int_equal(send(ends[1], "t", 1, 0), 1);
	options = (struct bd_options){ .iterations = 1,
		.samples = 3,
		.samples_end = 1,
		.launch_time_ns = INT64_C(1000000000000),
		.out_fd = -1,
		.turn_fd = ends[0],
		.slice_ns = MS };
	return 0;
}

static int end_test(void **state)
{
	(void)state;
	close_end(&ends[0]);
	close_end(&ends[1]);
	return 0;
}

static void launch(struct bd_record *record)
{
	static const struct bd_case subject = { &benchmark, (char *)"B", 0 };
	struct bd_launch *l = bd_launch_new(&options);

	assert_non_null(l);
	l->subject = &subject;
	bd_launch_run(l);
	*record = l->record;
	record->samples = NULL;
	bd_launch_free(l);
}

static void hear(const char *words)
{
	assert_int_equal(send(ends[1], words, strlen(words), MSG_NOSIGNAL), strlen(words));
}

/* All that the launch has said. */
static void assert_said(const char *words)
{
	char text[64] = "";
	ssize_t n = recv(ends[1], text, sizeof(text) - 1, MSG_DONTWAIT);

	assert_int_equal(n, strlen(words));
	assert_string_equal(text, words);
}

static void test_first_turn_is_the_first_ones(void **state)
{
	struct timeval patience;
	socklen_t size = sizeof(patience);
	char word;

	(void)state;
	assert_int_equal(recv(ends[1], &word, 1, MSG_DONTWAIT), -1);
	assert_int_equal(recv(ends[0], &word, 1, MSG_DONTWAIT), 1);
	assert_int_equal(word, 't');
	for (int i = 0; i < 2; i++) {
		getsockopt(ends[i], SOL_SOCKET, SO_RCVTIMEO, &patience, &size);
		assert_int_equal(patience.tv_sec, 600);
	}
	close_end(&ends[0]);
	assert_int_equal(ends[0], -1);
	close_end(&ends[0]);
}

/* Set-up and warm-up are a turn; then each sample is one, as it is longer than the slice. */
static void test_turns(void **state)
{
	struct bd_record r;

	(void)state;
	sleep_ns = 2 * MS;
	hear("tttd");
	launch(&r);
	assert_string_equal(steps, "srrrrvt");
	assert_int_equal(r.sample_count, 3);
	assert_string_equal(r.status, "ok");
	assert_said("tttd");
}

/* They fit into one turn. The first that counts begins after the time to settle. */
static void test_samples_before_it_settled_do_not_count(void **state)
{
	const uint64_t start = bd_clock_ns();
	struct bd_record r;

	(void)state;
	options.slice_ns = INT64_C(3600000000000);
	options.settle_ns = 50 * MS;
	options.samples = 1;
	sleep_ns = MS;
	hear("td");
	launch(&r);
	assert_int_equal(r.sample_count, 1);
	assert_int_equal(r.turn_count, 1);
	assert_true(last_run_ns >= start + 50 * MS);
	assert_said("td");
}

/* Longer than the time to settle: all count. */
static void test_long_samples_settle_by_themselves(void **state)
{
	struct bd_record r;

	(void)state;
	options.settle_ns = MS;
	sleep_ns = 2 * MS;
	hear("tttd");
	launch(&r);
	assert_string_equal(steps, "srrrrvt");
	assert_int_equal(r.turn_count, 3);
}

/* A slice that ends in the middle: nothing is lost. */
static void test_short_slices(void **state)
{
	struct bd_record r;

	(void)state;
	options.samples = 50;
	options.slice_ns = 1;
	sleep_ns = 1000;
	for (int i = 0; i < 60; i++)
		hear("t");
	hear("d");
	launch(&r);
	assert_int_equal(r.sample_count, 50);
	assert_int_equal(r.turn_count, 50);
	assert_int_equal(strlen(steps), 3 + 1 + 50);
}

static void test_the_other_is_done(void **state)
{
	struct bd_record r;

	(void)state;
	sleep_ns = 2 * MS;
	hear("d");
	launch(&r);
	assert_int_equal(r.sample_count, 3);
	assert_string_equal(steps, "srrrrvt");
	assert_said("td");
}

static void test_the_other_is_gone(void **state)
{
	struct bd_record r;

	(void)state;
	close_end(&ends[1]);
	sleep_ns = 2 * MS;
	launch(&r);
	assert_int_equal(r.sample_count, 3);
	assert_string_equal(r.status, "ok");
	assert_string_equal(steps, "srrrrvt");
}

/* It hangs: neither a word nor the end of the stream. */
static void test_the_other_is_silent(void **state)
{
	struct timeval patience = { 0, 20000 };
	struct bd_record r;

	(void)state;
	setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	launch(&r);
	assert_int_equal(r.sample_count, 3);
	assert_string_equal(r.status, "ok");
	assert_said("td");
}

/* Who skips takes no sample, and tells the other so. */
static void test_skipping(void **state)
{
	struct bd_record r;

	(void)state;
	setup_result = 1;
	hear("d");
	launch(&r);
	assert_string_equal(r.status, "skipped");
	assert_int_equal(r.sample_count, 0);
	assert_said("d");
}

/* Answers each turn after some time, until the launch is done. */
static pid_t slow_partner(long hold_ns)
{
	pid_t pid = fork();
	char word;

	if (pid)
		return pid;
	close(ends[0]);
	while (recv(ends[1], &word, 1, 0) == 1 && word == 't') {
		pause_ns(hold_ns);
		send(ends[1], "t", 1, MSG_NOSIGNAL);
	}
	send(ends[1], "d", 1, MSG_NOSIGNAL);
	_exit(0);
}

/* What the launch says of itself does not hold the time in which it waited. */
static void test_waiting_is_not_counted(void **state)
{
	const long hold_ns = 30 * MS;
	uint64_t start = bd_clock_ns();
	pid_t partner = slow_partner(hold_ns);
	struct bd_record r;

	(void)state;
	options.slice_ns = 1;
	sleep_ns = 1000;
	launch(&r);
	waitpid(partner, NULL, 0);
	assert_int_equal(r.sample_count, 3);
	/* After the warm-up and between three slices it waited. */
	assert_true(r.used.wall_ns >= 3 * 1000);
	assert_true(r.used.wall_ns <= (int64_t)(bd_clock_ns() - start) - 3 * hold_ns);
}

/* Without a number of samples the time ends it; what is kept is spread over all turns. */
static void test_samples_are_thinned_out(void **state)
{
	pid_t partner = slow_partner(0);
	struct bd_record r;

	(void)state;
	options.samples_end = 0;
	options.launch_time_ns = 20 * MS;
	options.slice_ns = 1;
	sleep_ns = MS / 10;
	launch(&r);
	waitpid(partner, NULL, 0);
	assert_in_range(r.turn_count, 5, 200);
	assert_in_range(r.sample_count, 2, 3);
}

int main(void)
{
#define TURN_TEST(test) cmocka_unit_test_setup_teardown(test, begin_test, end_test)
	const struct CMUnitTest tests[] = {
		TURN_TEST(test_first_turn_is_the_first_ones),
		TURN_TEST(test_turns),
		TURN_TEST(test_samples_before_it_settled_do_not_count),
		TURN_TEST(test_long_samples_settle_by_themselves),
		TURN_TEST(test_short_slices),
		TURN_TEST(test_the_other_is_done),
		TURN_TEST(test_the_other_is_gone),
		TURN_TEST(test_the_other_is_silent),
		TURN_TEST(test_skipping),
		TURN_TEST(test_waiting_is_not_counted),
		TURN_TEST(test_samples_are_thinned_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
