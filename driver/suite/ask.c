/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/suite/ask.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/child.h"
#include "driver/config/config.h"
#include "driver/exec/process_sweep.h"
#include "driver/exec/run_delay.h"
#include "driver/exec/spawn.h"
#include "driver/suite/command.h"
#include "driver/suite/suite.h"
#include "harness/base/clock.h"

/* Room for 100,000 benchmarks with long names. */
enum { ANSWER_MAX = 64 << 20, STDERR_MAX = 400 };

/* As a shell has it: the exit code of what a signal ended. */
#define SIGNAL_CODE 128

struct answer {
	struct child_text out;
	int status;                  /* of waitpid() */
	char errors[STDERR_MAX + 1]; /* the first bytes of standard error */
	double delay_ns;             /* others had its CPU */
};

/* Where a suite leaves its answer, in memory: what it prints, its errors, JOB_OUTPUT_FILE. */
enum { FILE_OUT, FILE_ERRORS, FILE_ROW, FILES };

/* more: an argument behind the others, or NULL. Returns the process id or a negated errno. */
static pid_t start_suite(
	const struct suite *suite, unsigned dialect, const char *more, const int *files)
{
	AUTO(string_list_release) struct string_list args = { 0 }, env = { 0 };
	struct spawn spawn = { .job = { .path = suite->adapter->program ? COMMAND_SHELL
									: suite->path,
				       .limits = config_suite_limits(suite->settings) },
		.out_fd = files[FILE_OUT],
		.errors_fd = files[FILE_ERRORS],
		.row_fd = suite->adapter->lists_to_file ? files[FILE_ROW] : 0,
		.cpu = -1 };

	string_list_add(&args, suite->path);
	string_list_add_all(&args, &suite->settings->args);
	suite->adapter->ask(&args, suite, dialect);
	if (more)
		string_list_add(&args, more);
	spawn_environment(&env, &suite->settings->env);
	spawn.job.args = args.items;
	spawn.job.env = env.items;
	return spawn_process(&spawn);
}

/* What is asked: the suite, or the shell with this line. */
static const char *asked(const struct suite *suite)
{
	return suite->adapter->program ? suite->settings->list : suite->path;
}

static int too_slow(const struct suite *suite, int64_t timeout_ns, struct err *e)
{
	bd_err(e,
		"suite %s: %s did not list its benchmarks within %g s; if its start takes that "
		"long, give --list-timeout, or list_timeout in [driver] of bdriver.ini",
		suite->name, asked(suite), (double)timeout_ns / 1e9);
	return SUITE_SLOW;
}

static off_t size_of(int file)
{
	struct stat status;

	return fstat(file, &status) ? 0 : status.st_size;
}

/* Waits for its end, or ends it. -1 with a sentence: it has no answer. */
static int await(const struct suite *suite, pid_t pid, int out, int64_t timeout_ns,
	struct answer *answer, struct err *e)
{
	uint64_t deadline = bd_clock_ns() + (uint64_t)timeout_ns;
	struct timespec pause = { 0, 200000 };
	siginfo_t ended = { 0 };
	int result = 0;

	while (!result && !waitid(P_PID, (id_t)pid, &ended, WEXITED | WNOHANG | WNOWAIT) &&
		!ended.si_pid) {
		nanosleep(&pause, NULL);
		if (bd_clock_ns() > deadline)
			result = too_slow(suite, timeout_ns, e);
		else if (size_of(out) > ANSWER_MAX)
			result = bd_err(e,
				"suite %s: %s lists its benchmarks with more than %d MiB: is "
				"it a suite?",
				suite->name, asked(suite), ANSWER_MAX >> 20);
	}
	answer->delay_ns = run_delay_ns(pid);
	kill(-pid, SIGKILL); /* also what it left behind */
	answer->status = child_wait(pid);
	return result;
}

/* What it says of a failure, in one line: the beginning of standard error, else the first line
 * that it printed. The caller frees it. */
static char *reason(const struct answer *answer)
{
	const char *text =
		answer->out.text ? answer->out.text + strspn(answer->out.text, "\r\n") : "";
	char *line;

	if (*answer->errors)
		line = memory_text(answer->errors);
	else
		line = memory_format(
			"%.*s", (int)fmin(strcspn(text, "\r\n"), STDERR_MAX), text);
	for (char *p = line; *p; p++)
		if (strchr("\r\n\t", *p))
			*p = ' ';
	return line;
}

static int not_ended_well(const struct suite *suite, const struct answer *answer, struct err *e)
{
	AUTO_FREE char *why = reason(answer);
	const char *quote = *why ? "; it said: " : "";

	if (WIFSIGNALED(answer->status))
		return bd_err(e,
			"suite %s: %s, asked for its list, was ended by signal %d (%s)%s%s",
			suite->name, asked(suite), WTERMSIG(answer->status),
			strsignal(WTERMSIG(answer->status)), quote, why);
	return bd_err(e, "suite %s: %s, asked for its list, ended with exit code %d%s%s",
		suite->name, asked(suite), WEXITSTATUS(answer->status), quote, why);
}

static void close_files(const int *files)
{
	for (size_t i = 0; i < FILES; i++)
		if (files[i] >= 0)
			close(files[i]);
}

static int open_files(int *files)
{
	bool all = true;

	for (size_t i = 0; i < FILES; i++) {
		files[i] = spawn_raised(memfd_create("bdriver-list", MFD_CLOEXEC));
		all &= files[i] >= 0;
	}
	return all ? 0 : -1;
}

static int not_asked(const struct suite *suite, int error, struct err *e)
{
	bool lacks = shortage(error, config_suite_limits(suite->settings).memory_kib);

	bd_err(e, "suite %s: %s cannot be started: %s%s", suite->name, suite->path,
		error == ENOENT && !access(suite->path, F_OK)
			? "the interpreter that it names is not there"
			: strerror(error),
		lacks ? "; " SHORTAGE_ADVICE : "");
	return lacks ? SUITE_SHORTAGE : -1;
}

/* What it wrote to the file, if anything, is the answer, and not what it printed. */
static void read_files(const int *files, struct answer *answer)
{
	int file = files[size_of(files[FILE_ROW]) > 0 ? FILE_ROW : FILE_OUT];
	ssize_t size = pread(files[FILE_ERRORS], answer->errors, STDERR_MAX, 0);

	lseek(file, 0, SEEK_SET);
	child_read(file, &answer->out, ANSWER_MAX);
	while (size > 0 && strchr("\r\n", answer->errors[size - 1]))
		answer->errors[--size] = '\0';
}

/* Starts the suite and waits for its end; more: as of start_suite(). */
static int converse(struct suite *suite, unsigned dialect, const char *more, int64_t timeout_ns,
	struct answer *answer, struct err *e)
{
	int files[FILES], result = open_files(files), error = errno;
	pid_t pid = result ? -error : start_suite(suite, dialect, more, files);

	if (pid < 0) {
		result = not_asked(suite, -pid, e);
	} else {
		result = await(suite, pid, files[FILE_OUT], timeout_ns, answer, e);
		sweep_orphans();
		read_files(files, answer);
	}
	close_files(files);
	return result;
}

static const char *text_of(const struct answer *answer)
{
	return answer->out.text ? answer->out.text : "";
}

static int take_list(struct suite *suite, unsigned dialect, const struct answer *answer,
	const struct answer *nothing, struct err *e)
{
	bool signalled = WIFSIGNALED(answer->status);
	const struct suite_answer list = { .dialect = dialect,
		.code = signalled ? SIGNAL_CODE + WTERMSIG(answer->status)
				  : WEXITSTATUS(answer->status),
		.text = text_of(answer),
		.size = answer->out.size,
		.nothing = text_of(nothing),
		.errors = answer->errors };
	int result = suite->adapter->list(suite, &list, e);

	if ((list.code > suite->adapter->list_exit_max && !suite->returns_count &&
		    result != SUITE_MORE) ||
		(signalled && result == -1))
		result = not_ended_well(suite, answer, e);
	return result;
}

static int ask_once(struct suite *suite, unsigned dialect, int64_t timeout_ns, struct err *e)
{
	const char *nothing = suite->adapter->matches_nothing;
	struct answer answer = { 0 }, empty = { 0 };
	uint64_t start = bd_clock_ns();
	int result = converse(suite, dialect, NULL, timeout_ns, &answer, e);

	suite->start_ns = suite->adapter->extra_ns;
	if (!suite->adapter->listing_runs)
		suite->start_ns += (double)(bd_clock_ns() - start) - answer.delay_ns;
	if (result == 0 && nothing && answer.out.size && !WIFSIGNALED(answer.status))
		result = converse(suite, dialect, nothing, timeout_ns, &empty, e);
	if (result == 0)
		result = take_list(suite, dialect, &answer, &empty, e);
	free(answer.out.text);
	free(empty.out.text);
	return result;
}

static bool has_dialect(const struct suite *suite, unsigned dialect)
{
	AUTO(string_list_release) struct string_list args = { 0 };

	return suite->adapter->ask && suite->adapter->ask(&args, suite, dialect);
}

static void add_tags(struct suite *suite)
{
	const struct string_list *tags = &suite->settings->tags;

	for (size_t i = 0; i < suite->benchmark_count; i++)
		for (size_t k = 0; k < tags->count; k++)
			string_list_add_once(&suite->benchmarks[i].tags, tags->items[k]);
}

int suite_ask(struct suite *suite, int64_t timeout_ns, struct err *e)
{
	int result = -1;

	if (!has_dialect(suite, 0))
		result = suite->adapter->list(suite, NULL, e);
	for (unsigned dialect = 0;
		(result == -1 || result == SUITE_MORE) && has_dialect(suite, dialect);
		dialect++) {
		if (result == -1)
			suite_forget(suite);
		result = ask_once(suite, dialect, timeout_ns, e);
		suite->dialect = dialect;
	}
	add_tags(suite);
	return result == SUITE_MORE ? 0 : result;
}
