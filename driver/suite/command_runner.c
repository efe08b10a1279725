/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/suite/command_runner.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/log/row.h"
#include "compare/print/format.h"
#include "compare/stats/quantile.h"
#include "driver/base/command_line.h"
#include "driver/base/where.h"
#include "driver/exec/job.h"
#include "driver/exec/run_delay.h"
#include "driver/suite/command.h"
#include "harness/base/clock.h"
#include "harness/base/record.h"

#define SAMPLES_LEAST 5
#define SAMPLES_MOST  200
/* Where {n} is tuned: until a run takes so long. */
#define RUN_NS       20000000
#define TUNED_MOST   1000000000
#define START_PROBES 21
#define NOT_STARTED  127
/* Less than this is not left out of a run: what its start waits for its parent is less. */
#define DELAY_LEAST_NS 1e6
/* What a program that only computes has: voluntary switches at its start and its end, and a
 * share of the wall time that nothing accounts for. */
#define VOLUNTARY_MOST 2
#define SLEEP_MOST     0.01

struct command {
	const char *name;
	int64_t iterations; /* 0: to be tuned, or 1 without {n} */
	int64_t samples, time_ns, shell /* 1, 0 */;
	bool any_exit;
	const char *exits, *directory, *setup, *prepare, *cleanup;
	struct printed_form printed; /* no value: the time of a run is measured */
	char **words;                /* ends with NULL */
};

/* One run of a program. */
struct run_result {
	/* ns per iteration: its time, or what it printed. */
	double values[SAMPLES_MOST];
	int count;
	int status;
	double wall_ns;
	/* Ready to run while another process ran, and on the CPU; with this process, which
	 * starts the program and awaits its end. The delays of its children are not known. */
	double delay_ns, busy_ns;
	struct rusage used;
};

static double usage_cpu_ns(const struct rusage *used)
{
	return 1e9 * (double)(used->ru_utime.tv_sec + used->ru_stime.tv_sec) +
	       1e3 * (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec);
}

static double own_cpu_ns(void)
{
	struct rusage used = { 0 };

	getrusage(RUSAGE_SELF, &used);
	return usage_cpu_ns(&used);
}

static void become(char *const *words, const char *directory, int out)
{
	if (out >= 0)
		dup2(out, STDOUT_FILENO);
	if (directory && chdir(directory)) {
		perror(directory);
		_exit(NOT_STARTED);
	}
	execvp(words[0], words);
	perror(words[0]);
	_exit(NOT_STARTED);
}

/* fork() and not vfork(): a child that borrows this process's memory would inherit its peak.
 * Nor child.h, which wakes up once more within the time that is measured. output: what it
 * prints; NULL: not wanted. */
static int run_program(char *const *words, const char *directory, struct child_text *output,
	struct run_result *result)
{
	double own_delay_ns = run_delay_ns(getpid()), cpu_ns = own_cpu_ns();
	int out[2] = { -1, -1 };
	uint64_t start;
	siginfo_t info;
	pid_t pid;

	if (output && pipe2(out, O_CLOEXEC))
		return -1;
	start = bd_clock_ns();
	pid = fork();
	if (pid == 0)
		become(words, directory, out[1]);
	if (output) {
		close(out[1]);
		if (pid > 0 && !child_read(out[0], output, JOB_OUTPUT_MAX))
			kill(pid, SIGKILL);
		close(out[0]);
	}
	while (pid > 0 && waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT) < 0)
		if (errno != EINTR)
			return -1;
	result->wall_ns = (double)(bd_clock_ns() - start);
	if (pid < 0)
		return -1;
	result->delay_ns = run_delay_ns(pid) + run_delay_ns(getpid()) - own_delay_ns;
	if (wait4(pid, &result->status, 0, &result->used) != pid)
		return -1;
	result->busy_ns = usage_cpu_ns(&result->used) + own_cpu_ns() - cpu_ns;
	return 0;
}

/* Without the time in which another process had the CPU, as bd_sample_delay() of the harness.
 */
static double own_wall_ns(const struct run_result *run)
{
	double off_cpu_ns = run->wall_ns - run->busy_ns;
	double delay_ns = fmin(run->delay_ns, off_cpu_ns);
	bool sleeps = run->used.ru_nvcsw > VOLUNTARY_MOST &&
		      off_cpu_ns - delay_ns > SLEEP_MOST * run->wall_ns;

	return sleeps || delay_ns < DELAY_LEAST_NS ? run->wall_ns : run->wall_ns - delay_ns;
}

static bool counts(const struct command *c)
{
	for (char **word = c->words; *word; word++)
		if (strstr(*word, "{n}"))
			return true;
	return false;
}

static int run_command(const struct command *c, int64_t n, struct child_text *output,
	struct run_result *result)
{
	AUTO(string_list_release) struct string_list words = { 0 };
	AUTO_FREE char *count = memory_format("%lld", (long long)n);

	if (c->shell)
		string_list_split(&words, COMMAND_SHELL " -c", " ");
	for (char **word = c->words; *word; word++) {
		AUTO_FREE char *text = command_replace(memory_text(*word), "{n}", count);

		string_list_add(&words, text);
	}
	return run_program(words.items, c->directory, output, result);
}

/* setup, prepare or cleanup; NULL: nothing to do. */
static int run_beside(
	const struct command *c, const char *what, const char *line, struct err *e)
{
	AUTO(string_list_release) struct string_list words = { 0 };
	struct run_result result = { 0 };
	int rc = 0;

	if (!line)
		return 0;
	if (c->shell) {
		string_list_split(&words, COMMAND_SHELL " -c", " ");
		string_list_add(&words, line);
	} else {
		rc = words_split(&words, line, e);
	}
	if (!rc && run_program(words.items, c->directory, NULL, &result))
		rc = bd_err(e, "%s cannot be started: %s", what, strerror(errno));
	else if (!rc && result.status)
		rc = bd_err(e, "%s failed: %s", what, line);
	return rc;
}

static bool is_expected(const struct command *c, int code)
{
	AUTO(string_list_release) struct string_list codes = { 0 };
	char text[16];

	snprintf(text, sizeof(text), "%d", code);
	string_list_split(&codes, c->exits, ", ");
	return c->any_exit || string_list_has(&codes, text);
}

static int check_end(const struct command *c, int status, struct err *e)
{
	if (WIFSIGNALED(status))
		return bd_err(e, "ended by signal %d (%s)", WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	if (!is_expected(c, WEXITSTATUS(status)))
		return bd_err(e, "exit code %d; expected is %s", WEXITSTATUS(status), c->exits);
	return 0;
}

static int judge_run(const struct command *c, int64_t n, const struct child_text *output,
	struct run_result *result, struct err *e)
{
	result->count = 0;
	if (output->size > JOB_OUTPUT_MAX)
		return bd_err(e, "it printed more than %zu MiB", JOB_OUTPUT_MAX >> 20);
	if (check_end(c, result->status, e))
		return -1;
	if (c->printed.value) {
		result->count =
			printed_times(&c->printed, output, n, result->values, SAMPLES_MOST, e);
		return result->count < 0 ? -1 : 0;
	}
	result->values[result->count++] = own_wall_ns(result) / (double)n;
	return 0;
}

static int run_once(
	const struct command *c, int64_t n, struct run_result *result, struct err *e)
{
	struct child_text output = { 0 };
	int rc;

	if (run_beside(c, "prepare", c->prepare, e))
		return -1;
	if (run_command(c, n, c->printed.value ? &output : NULL, result))
		rc = bd_err(e, "the command cannot be started: %s", strerror(errno));
	else
		rc = judge_run(c, n, &output, result, e);
	free(output.text);
	return rc;
}

static void add_usage(struct bd_record *all, const struct run_result *result)
{
	all->used.cpu_ns += (int64_t)usage_cpu_ns(&result->used);
	all->used.wall_ns += (int64_t)result->wall_ns;
	all->used.minor_faults += result->used.ru_minflt;
	all->used.major_faults += result->used.ru_majflt;
	all->used.voluntary_switches += result->used.ru_nvcsw;
	all->used.involuntary_switches += result->used.ru_nivcsw;
	if (result->used.ru_maxrss > all->peak_kib)
		all->peak_kib = result->used.ru_maxrss;
}

/* The warm-up, which also finds how many iterations take long enough. */
static int tune(const struct command *c, int64_t *n, struct run_result *result, struct err *e)
{
	bool tunes = !c->iterations && counts(c);

	*n = c->iterations ? c->iterations : 1;
	do {
		if (run_once(c, *n, result, e))
			return -1;
		if (!tunes || result->values[0] * (double)*n >= RUN_NS || *n >= TUNED_MOST)
			return 0;
		*n *= 2;
	} while (true);
}

/* Fills samples, and returns their number or -1. A run that fills the launch time alone is no
 * warm-up but the sample. */
static int take_samples(const struct command *c, double *samples, int64_t *n,
	struct bd_record *usage, struct err *e)
{
	int64_t most = c->samples < SAMPLES_MOST ? c->samples : SAMPLES_MOST, count = 0;
	double launch_ns = (double)c->time_ns;
	struct run_result result = { 0 };
	bool warm;

	if (tune(c, n, &result, e))
		return -1;
	warm = result.wall_ns < launch_ns;
	while (count < most) {
		if (warm && run_once(c, *n, &result, e))
			return -1;
		add_usage(usage, &result);
		for (int i = 0; i < result.count && count < most; i++)
			samples[count++] = result.values[i];
		if (!warm ||
			((double)usage->used.wall_ns >= launch_ns && count >= SAMPLES_LEAST))
			break;
	}
	return (int)count;
}

static int measure_command(const struct command *c)
{
	struct bd_record record = { .benchmark = c->name,
		.status = "ok",
		.detail = "",
		.tuned_iterations = -1,
		.clock_step_ns = 1,
		.setup_ns = -1,
		.base_kib = -1,
		.used.migrations = -1,
		.used.run_delay_ns = -1 };
	double samples[SAMPLES_MOST];
	struct err e = { "" };
	int64_t n = 1;
	int count = -1;

	if (!run_beside(c, "setup", c->setup, &e))
		count = take_samples(c, samples, &n, &record, &e);
	if (run_beside(c, "cleanup", c->cleanup, count < 0 ? NULL : &e))
		count = -1;
	if (count < 0) {
		record.status = "verify";
		record.detail = e.text;
		count = 0;
	}
	record.iterations = n;
	if (!c->iterations)
		record.tuned_iterations = n;
	record.samples = samples;
	record.sample_count = (size_t)count;
	return bd_record_write(JOB_ROW_FD, &record) ? 4 : 0;
}

static void set_key(struct command *c, const char *key, const char *value)
{
	const struct {
		const char *key, **text;
		int64_t *number;
	} keys[] = { { "iterations", NULL, &c->iterations }, { "samples", NULL, &c->samples },
		{ "time", NULL, &c->time_ns }, { "shell", NULL, &c->shell },
		{ "exit", &c->exits, NULL }, { "value", &c->printed.value, NULL },
		{ "value_at", &c->printed.value_at, NULL }, { "unit", &c->printed.unit, NULL },
		{ "unit_at", &c->printed.unit_at, NULL }, { "directory", &c->directory, NULL },
		{ "setup", &c->setup, NULL }, { "prepare", &c->prepare, NULL },
		{ "cleanup", &c->cleanup, NULL } };

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (strcmp(keys[i].key, key) != 0)
			continue;
		else if (keys[i].text)
			*keys[i].text = value;
		else
			*keys[i].number = strtoll(value, NULL, 10);
}

int command_runner_main(int argc, char **argv)
{
	struct command c = { .samples = SAMPLES_MOST, .time_ns = 100000000, .exits = "0" };
	int i = 3;

	for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
		char *value = strchr(argv[i], '=');

		if (!value)
			break;
		*value = '\0';
		set_key(&c, argv[i], value + 1);
	}
	if (i + 1 >= argc || fcntl(JOB_ROW_FD, F_SETFD, FD_CLOEXEC)) {
		fputs("bdriver " COMMAND_RUNNER " is for bdriver itself\n", stderr);
		return 2;
	}
	c.name = argv[2];
	c.any_exit = !strcmp(c.exits, "any");
	c.words = argv + i + 1;
	return measure_command(&c);
}

double command_runner_start_ns(void)
{
	static char program[] = "/bin/true";
	char *const words[] = { program, NULL };
	double times[START_PROBES];
	struct run_result result = { 0 };

	for (int i = 0; i < START_PROBES; i++) {
		if (run_program(words, NULL, NULL, &result) || result.status)
			return 0;
		times[i] = own_wall_ns(&result);
	}
	return quantile_median_of(times, START_PROBES);
}

/* Finds the units, and whether times are those of all iterations. */
static int find_units(const struct printed_form *form, const struct child_text *output,
	struct string_list *units, bool *all, struct err *e)
{
	AUTO_FREE char *unit = memory_text(form->unit);
	char *end = strstr(unit, "/{n}");

	*all = end && !end[4];
	if (*all)
		*end = '\0';
	if (isnan(where_unit_ns(unit)))
		return where_find(form->unit, output->text, output->size, false, units, e);
	string_list_add(units, unit);
	return 0;
}

/* That of value i of so many: each has its own, or they have the same. */
static int unit_of(
	const struct string_list *units, size_t i, size_t values, double *ns, struct err *e)
{
	const char *unit = units->items[units->count == values ? i : 0];

	for (size_t k = 1; units->count != values && k < units->count; k++)
		if (strcmp(units->items[k], unit) != 0)
			return bd_err(e,
				"there are %zu units, which differ (%.40s, %.40s), and %zu "
				"value%s",
				units->count, unit, units->items[k], values, PLURAL(values));
	*ns = where_unit_ns(unit);
	return isnan(*ns) ? bd_err(e, "the unit '%.40s' is not known; known are " WHERE_UNITS,
				    unit)
			  : 0;
}

static int take_time(const char *text, double unit_ns, double *ns, struct err *e)
{
	char *end;
	double value = strtod(text, &end);

	*ns = unit_ns < 0 ? 1e9 / value : value * unit_ns;
	if (end == text || *end || !isfinite(value) || !(*ns >= 0 && *ns <= LOG_NS_MAX))
		return bd_err(e, "'%.60s' is not a time or rate", text);
	return 0;
}

int printed_times(const struct printed_form *form, const struct child_text *output, int64_t n,
	double *ns, int most, struct err *e)
{
	AUTO(string_list_release) struct string_list found = { 0 }, units = { 0 };
	struct err why;
	double unit_ns = NAN;
	int count = 0;
	bool all;

	if (where_find(form->value, output->text, output->size, true, &found, &why))
		return bd_err(e, "%s: value: %s", form->value_at, why.text);
	if (find_units(form, output, &units, &all, &why))
		return bd_err(e, "%s: unit: %s", form->unit_at, why.text);
	for (size_t i = 0; i < found.count && count < most; i++) {
		if (unit_of(&units, i, found.count, &unit_ns, &why))
			return bd_err(e, "%s: unit: %s", form->unit_at, why.text);
		if (take_time(found.items[i], all ? unit_ns / (double)n : unit_ns, ns + count++,
			    &why))
			return bd_err(e, "%s: value: %s", form->value_at, why.text);
	}
	return count;
}
