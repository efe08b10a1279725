/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/scheduler.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

/* Real processes: small programs of the system stand for launches. */
#define JOBS_MAX 64

struct script {
	const char *args[8];
	uint64_t timeout_ms;
	struct job_limits limits;
	bool fixed_layout, anywhere;
};

struct bench {
	const struct script *scripts;
	size_t count, given, ended;
	int running[4]; /* script of each worker, -1 none */
	struct job_result results[JOBS_MAX];
	char rows[JOBS_MAX][128], errors[JOBS_MAX][128];
	unsigned together; /* most that ran at once */
	size_t stop_at;    /* done() fails after this many; 0: never */
	int signal_at_start;
	bool drained_only;
	unsigned stops;
	/* Two launches on one worker make a slot. */
	bool slots;
	int slot_worker;
};

static enum job_answer next(void *ctx, unsigned worker, bool draining, struct job *job)
{
	struct bench *b = ctx;
	const struct script *s = &b->scripts[b->given];
	unsigned busy = 1;

	if (b->slots && b->given % 2 && (int)worker != b->slot_worker)
		return JOB_WAIT;
	if (b->given == b->count)
		return JOB_NONE;
	if (draining && !(b->slots && b->given % 2))
		return JOB_NONE;
	b->slot_worker = (int)worker;
	for (size_t i = 0; i < 4; i++)
		busy += b->running[i] >= 0;
	if (busy > b->together)
		b->together = busy;
	b->running[worker] = (int)b->given++;
	*job = (struct job){ .path = s->args[0],
		.args = (char *const *)s->args,
		.env = environ,
		.timeout_ms = s->timeout_ms ? s->timeout_ms : 60000,
		.grace_ms = 100,
		.limits = s->limits,
		.fixed_layout = s->fixed_layout,
		.anywhere = s->anywhere };
	return JOB_READY;
}

static int done(void *ctx, unsigned worker, const struct job_result *result)
{
	struct bench *b = ctx;
	int i = b->running[worker];

	b->running[worker] = -1;
	b->results[i] = *result;
	snprintf(b->rows[i], sizeof(b->rows[i]), "%s", result->row);
	snprintf(b->errors[i], sizeof(b->errors[i]), "%s",
		result->errors + (result->errors_size < 100 ? 0 : result->errors_size - 100));
	b->ended++;
	if (b->signal_at_start && b->ended == 1)
		raise(b->signal_at_start);
	return b->stop_at && b->ended >= b->stop_at ? -1 : 0;
}

static void stopping(void *ctx, bool again)
{
	struct bench *b = ctx;

	b->stops++;
	if (!again && !b->drained_only)
		raise(SIGINT);
}

static void tick(void *ctx)
{
	(void)ctx;
}

/* The first CPU on which this test may run: not every container has number 0. */
static int some_cpu(void)
{
	cpu_set_t set;
	int cpu = 0;

	assert_int_equal(sched_getaffinity(0, sizeof(set), &set), 0);
	while (cpu < CPU_SETSIZE - 1 && !CPU_ISSET(cpu, &set))
		cpu++;
	return cpu;
}

static int run(struct bench *b, unsigned workers)
{
	const int cpus[4] = { some_cpu(), -1, -1, -1 };
	struct scheduler_options options = { .workers = workers, .cpus = cpus, .tick_ms = 10 };
	struct job_source source = {
		.next = next, .done = done, .stopping = stopping, .tick = tick, .ctx = b
	};
	struct err e = { "" };

	for (size_t i = 0; i < 4; i++)
		b->running[i] = -1;
	return scheduler_run(&options, &source, &e);
}

static unsigned open_descriptors(void)
{
	DIR *dir = opendir("/proc/self/fd");
	unsigned count = 0;

	while (readdir(dir))
		count++;
	closedir(dir);
	return count;
}

#define SH(text)                                        \
	{                                               \
		.args = { "/bin/sh", "-c", text, NULL } \
	}

static void test_ends_are_told_apart(void **state)
{
	const struct script scripts[] = {
		SH("echo row >&3; echo error >&2; exit 7"),
		SH("kill -SEGV $$"),
		{ .args = { "/bin/sleep", "1000", NULL }, .timeout_ms = 50 },
		{ .args = { "/no/such/program", NULL } },
		SH("trap '' TERM; while :; do sleep 1000; done"),
	};
	struct bench b = { .scripts = scripts, .count = 5 };
	struct script hard[5];
	struct bench none = { .count = 0 };
	unsigned before;

	(void)state;
	/* libuv keeps the pipe for its signals for ever, once it has been needed. */
	assert_int_equal(run(&none, 1), 0);
	before = open_descriptors();
	memcpy(hard, scripts, sizeof(hard));
	hard[4].timeout_ms = 200;
	b.scripts = hard;
	assert_int_equal(run(&b, 2), 0);
	assert_int_equal(b.ended, 5);
	assert_int_equal(b.results[0].end, JOB_EXITED);
	assert_int_equal(b.results[0].code, 7);
	assert_string_equal(b.rows[0], "row\n");
	assert_string_equal(b.errors[0], "error\n");
	assert_int_equal(b.results[1].end, JOB_SIGNALLED);
	assert_int_equal(b.results[1].code, SIGSEGV);
	assert_int_equal(b.results[2].end, JOB_TIMEOUT);
	assert_int_equal(b.results[3].end, JOB_NOT_RUN);
	assert_int_equal(b.results[3].code, ENOENT);
	assert_int_equal(b.results[4].end, JOB_TIMEOUT);
	assert_int_equal(open_descriptors(), before);
}

static void test_workers_run_side_by_side(void **state)
{
	struct script scripts[12];
	struct bench b = { .scripts = scripts, .count = 12 };

	(void)state;
	for (size_t i = 0; i < 12; i++)
		scripts[i] = (struct script)SH("sleep 0.01");
	assert_int_equal(run(&b, 3), 0);
	assert_int_equal(b.ended, 12);
	assert_int_equal(b.together, 3);
	/* The first worker is pinned, the others are not. */
	assert_int_equal(b.results[0].cpu, some_cpu());
	assert_int_equal(b.results[1].cpu, -1);
}

/* Talk before does not hide why it failed; too much of it is an error of write(), no signal. */
static void test_output_is_bounded(void **state)
{
	const struct script scripts[] = {
		SH("head -c 10000000 /dev/zero >&2; head -c 10000000 /dev/zero >&3; exit 0"),
		SH("yes | head -c 900000 >&2 || exit 9; echo last words >&2; exit 3"),
		{ .args = { "/bin/sh", "-c", "yes | head -c 99999 >&2", NULL },
			.limits.file_kib = 64 },
	};
	struct bench b = { .scripts = scripts, .count = 3 };

	(void)state;
	assert_int_equal(run(&b, 1), 0);
	assert_int_equal(b.results[0].errors_size, JOB_ERRORS_MAX);
	assert_true(b.results[0].errors_cut);
	assert_int_equal(b.results[0].row_size, JOB_ROW_MAX);
	assert_int_equal(b.results[1].code, 3);
	assert_false(b.results[1].errors_cut);
	assert_non_null(strstr(b.errors[1], "last words"));
	assert_true(b.results[2].end == JOB_EXITED && b.results[2].code == 1);
	assert_true(b.results[2].errors_cut);
}

static void test_limits_and_layout(void **state)
{
	const struct script scripts[] = {
		{ .args = { "/bin/sh", "-c", "ulimit -n >&3", NULL },
			.limits = { .files = 33 } },
		{ .args = { "/bin/cat", "/proc/self/personality", NULL } },
		{ .args = { "/bin/sh", "-c", "cat /proc/self/personality >&3", NULL },
			.fixed_layout = true },
		{ .args = { "/bin/sh", "-c", "cat /proc/self/personality >&3", NULL } },
	};
	struct bench b = { .scripts = scripts, .count = 4 };
	int own = personality(0xffffffff);

	(void)state;
	/* As `setarch -R` and debuggers start a driver: its launches have the layout they want.
	 */
	personality((unsigned long)own | ADDR_NO_RANDOMIZE);
	assert_int_equal(run(&b, 1), 0);
	personality((unsigned long)own);
	/* valgrind keeps a limit of its own and does not set it. */
	if (!getenv("BD_VALGRIND"))
		assert_string_equal(b.rows[0], "33\n");
	if (!*b.rows[3])
		return; /* a kernel that does not tell */
	assert_string_equal(b.rows[2], "00040000\n");
	assert_string_equal(b.rows[3], "00000000\n");
}

/* A job that runs anywhere has the CPUs of the driver, also where its worker is pinned. */
static void test_anywhere(void **state)
{
	const struct script scripts[] = {
		SH("grep Cpus_allowed_list /proc/self/status >&3"),
		{ .args = { "/bin/sh", "-c", "grep Cpus_allowed_list /proc/self/status >&3",
			  NULL },
			.anywhere = true },
	};
	struct bench b = { .scripts = scripts, .count = 2 };
	char line[128], own[128] = "";
	FILE *in = fopen("/proc/self/status", "re");

	(void)state;
	while (fgets(line, sizeof(line), in))
		if (!strncmp(line, "Cpus_allowed_list", 17))
			snprintf(own, sizeof(own), "%s", line);
	fclose(in);
	assert_int_equal(run(&b, 1), 0);
	assert_string_equal(b.rows[1], own);
	assert_int_equal(b.results[1].cpu, -1);
}

static void test_first_signal_ends_the_slot_and_drains(void **state)
{
	struct script scripts[6];
	struct bench b = { .scripts = scripts,
		.count = 6,
		.slots = true,
		.drained_only = true,
		.signal_at_start = SIGTERM };

	(void)state;
	for (size_t i = 0; i < 6; i++)
		scripts[i] = (struct script)SH("exit 0");
	assert_int_equal(run(&b, 1), SIGTERM);
	assert_int_equal(b.ended, 2); /* the slot that had begun */
	assert_int_equal(b.stops, 1);
}

static void test_second_signal_cancels(void **state)
{
	const struct script scripts[] = {
		SH("exit 0"),
		{ .args = { "/bin/sleep", "1000", NULL } },
		{ .args = { "/bin/sleep", "1000", NULL } },
		SH("exit 0"),
	};
	struct bench b = { .scripts = scripts, .count = 4, .signal_at_start = SIGINT };

	(void)state;
	assert_int_equal(run(&b, 2), SIGINT);
	assert_true(b.stops >= 2);
	assert_int_equal(b.results[0].end, JOB_EXITED);
	assert_int_equal(b.results[1].end, JOB_CANCELLED);
	assert_int_equal(b.given, b.ended);
}

static void test_source_can_stop_the_run(void **state)
{
	const struct script scripts[] = {
		SH("exit 0"),
		{ .args = { "/bin/sleep", "1000", NULL } },
		SH("exit 0"),
	};
	struct bench b = { .scripts = scripts, .count = 3, .stop_at = 1 };

	(void)state;
	assert_int_equal(run(&b, 2), -1);
	assert_int_equal(b.given, 2);
	assert_int_equal(b.results[1].end, JOB_CANCELLED);
}

static void test_launches_are_pinned(void **state)
{
	const struct script scripts[] = {
		{ .args = { "/bin/sh", "-c", "grep Cpus_allowed_list /proc/self/status >&3",
			  NULL } }
	};
	struct bench b = { .scripts = scripts, .count = 1 };
	char want[64];

	(void)state;
	assert_int_equal(run(&b, 1), 0);
	snprintf(want, sizeof(want), "Cpus_allowed_list:\t%d\n", some_cpu());
	assert_string_equal(b.rows[0], want);
}

/* Whatever the driver itself was started with: signals that are ignored or blocked, a
 * descriptor that nobody marked. */
static void test_a_launch_starts_clean(void **state)
{
	const struct script scripts[] = {
		SH("exec grep -E '^Sig(Blk|Ign)' /proc/self/status >&3"),
		SH("read -r pid _ _ _ group session _ </proc/$$/stat; "
		   "[ $pid = $group ] && [ $pid = $session ] && echo own >&3"),
		SH("for n in $(seq 4 40); do [ ! -e /proc/$$/fd/$n ] || more=\"$more $n\"; "
		   "done;"
		   "links=$(readlink /proc/$$/fd/0 /proc/$$/fd/1); echo \"none$more $links\" "
		   ">&3"),
		SH("echo error >&2; echo row >&3"),
	};
	struct bench b = { .scripts = scripts, .count = 4 };
	const int ignored[] = { SIGCHLD, SIGPIPE, SIGUSR1, SIGINT };
	int stray = fcntl(STDERR_FILENO, F_DUPFD, 20);
	sigset_t some, before;

	(void)state;
	for (size_t i = 0; i < 4; i++)
		signal(ignored[i], SIG_IGN);
	sigemptyset(&some);
	sigaddset(&some, SIGUSR2);
	sigprocmask(SIG_BLOCK, &some, &before);
	assert_int_equal(run(&b, 2), 0);
	close(stray);
	sigprocmask(SIG_SETMASK, &before, NULL);
	for (size_t i = 0; i < 4; i++)
		signal(ignored[i], SIG_DFL);
	assert_string_equal(
		b.rows[0], "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
	assert_string_equal(b.rows[1], "own\n");
	assert_string_equal(b.rows[2], "none /dev/null\n/dev/null\n");
	assert_string_equal(b.errors[3], "error\n");
	assert_string_equal(b.rows[3], "row\n");
}

/* What the shell would do with it. */
static void test_a_script_needs_no_first_line(void **state)
{
	char path[] = "/tmp/bdriver-script-XXXXXX";
	const struct script scripts[] = { { .args = { path, "word", NULL } },
		{ .args = { "/dev/null", NULL } } };
	struct bench b = { .scripts = scripts, .count = 2 };
	const char text[] = "echo $1 >&3\n";
	int file = mkstemp(path);

	(void)state;
	assert_true(file >= 0);
	assert_int_equal(write(file, text, sizeof(text) - 1), sizeof(text) - 1);
	fchmod(file, 0700);
	close(file);
	assert_int_equal(run(&b, 1), 0);
	unlink(path);
	assert_string_equal(b.rows[0], "word\n");
	assert_int_equal(b.results[1].end, JOB_NOT_RUN);
	assert_int_equal(b.results[1].code, EACCES);
}

static void test_nothing_to_do(void **state)
{
	struct bench b = { .count = 0 };

	(void)state;
	assert_int_equal(run(&b, 2), 0);
	assert_int_equal(b.ended, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ends_are_told_apart),
		cmocka_unit_test(test_workers_run_side_by_side),
		cmocka_unit_test(test_output_is_bounded),
		cmocka_unit_test(test_limits_and_layout),
		cmocka_unit_test(test_anywhere),
		cmocka_unit_test(test_first_signal_ends_the_slot_and_drains),
		cmocka_unit_test(test_second_signal_cancels),
		cmocka_unit_test(test_source_can_stop_the_run),
		cmocka_unit_test(test_launches_are_pinned),
		cmocka_unit_test(test_a_launch_starts_clean),
		cmocka_unit_test(test_a_script_needs_no_first_line),
		cmocka_unit_test(test_nothing_to_do),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
