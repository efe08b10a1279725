/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: start, set-up and end of a process execute the same in each launch, so the difference
 * of launches with n and 2n iterations is the work of n. A third launch, with 4n, shows whether
 * the work of an iteration is the same each time. Format of the file:
 * https://valgrind.org/docs/manual/cl-format.html, without compression.
 */
#include "driver/explain/work.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/code/code_part.h"
#include "driver/config/config.h"
#include "driver/exec/argument_list.h"
#include "driver/exec/scheduler.h"
#include "driver/suite/suite.h"

#define LAUNCHES   3
#define TIMEOUT_MS 120000
#define GRACE_MS   2000
/* What launches are told to take at most; they are slow here, and all iterations count. */
#define LAUNCH_TIME_NS 3600000000000

static const int64_t factors[LAUNCHES] = { 1, 2, 4 };

struct counting {
	const struct suite *suite;
	const char *benchmark;
	int64_t n;
	unsigned started;
	struct argument_list args, env;
	int files[LAUNCHES]; /* in memory: nothing is left behind */
	char failure[300];   /* "": none */
};

static void set_args(struct counting *c, unsigned launch)
{
	const struct suite *s = c->suite;
	struct launch_request request = { .adapter = s->adapter,
		.path = s->path,
		.benchmark = c->benchmark,
		.settings = s->settings,
		.iterations = c->n * factors[launch],
		.samples = 1,
		.batch = 1,
		.launch_time_ns = LAUNCH_TIME_NS,
		.any_count = s->counts == COUNTS_ANY,
		.way = s->way };

	argument_list_clear(&c->args);
	argument_list_add(&c->args, "env");
	argument_list_add(&c->args, "valgrind");
	argument_list_add(&c->args, "--tool=callgrind");
	argument_list_addf(&c->args, "--callgrind-out-file=/proc/%d/fd/%d", (int)getpid(),
		c->files[launch]);
	argument_list_add(&c->args, "--vgdb=no");
	argument_list_add(&c->args, "--compress-strings=no");
	argument_list_add(&c->args, "--compress-pos=no");
	argument_list_add(&c->args, "--demangle=no");
	argument_list_add(&c->args, s->path);
	argument_list_add_all(&c->args, &s->settings->args);
	s->adapter->launch(&c->args, &request);
}

static enum job_answer next(void *ctx, unsigned worker, bool draining, struct job *job)
{
	struct counting *c = ctx;

	(void)worker;
	if (c->started == LAUNCHES || c->failure[0] || draining)
		return JOB_NONE;
	set_args(c, c->started++);
	*job = (struct job){ .path = "/usr/bin/env",
		.args = c->args.items,
		.env = c->env.items,
		.timeout_ms = TIMEOUT_MS,
		.grace_ms = GRACE_MS,
		.output = c->suite->adapter->output,
		.fixed_layout = true,
		.anywhere = true };
	return JOB_READY;
}

/* The last line of what it said. */
static void set_failure(struct counting *c, const struct job_result *result)
{
	const char *text = result->errors, *end = text + result->errors_size, *line;

	while (end > text && strchr("\r\n", end[-1]))
		end--;
	for (line = end; line > text && line[-1] != '\n'; line--)
		;
	if (result->end == JOB_EXITED && result->code == 127)
		snprintf(c->failure, sizeof(c->failure),
			"valgrind is not there; install it to count instructions");
	else if (result->end == JOB_TIMEOUT)
		snprintf(c->failure, sizeof(c->failure),
			"a launch under valgrind took more "
			"than two minutes");
	else
		snprintf(c->failure, sizeof(c->failure), "a launch under valgrind failed%s%.*s",
			end > line ? ": " : "", (int)(end - line), line);
}

static int done(void *ctx, unsigned worker, const struct job_result *result)
{
	(void)worker;
	if (result->end != JOB_EXITED || result->code)
		set_failure(ctx, result);
	return 0;
}

/* The line holds a position and a cost; "+3 5", "* 5" without compression of positions "12 5".
 */
static bool is_cost(const char *line, double *cost)
{
	char *end;

	if (strncmp(line, "0x", 2) != 0 && (*line < '0' || *line > '9'))
		return false;
	line += strcspn(line, " ");
	*cost = strtod(line, &end);
	return end != line;
}

static char *name_of(const char *text)
{
	/* Code without a symbol is called by its address. */
	if (strncmp(text, "0x", 2) == 0 || strcmp(text, "???") == 0)
		return memory_text("");
	return memory_format("%.*s", (int)code_part_length(text), text);
}

/* 0, or -1 if it is no file of callgrind. */
static int read_file(int fd, work_visit *visit, void *ctx)
{
	int again = dup(fd);
	FILE *in = again < 0 ? NULL : fdopen(again, "re");
	char *line = NULL, *name = NULL;
	size_t room = 0;
	double cost, all = 0;
	bool called = false, counted = false;

	if (!in)
		return -1;
	while (getline(&line, &room, in) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (strcmp(line, "events: Ir") == 0) {
			counted = true;
		} else if (strncmp(line, "fn=", 3) == 0) {
			if (name)
				visit(ctx, name, all);
			free(name);
			name = name_of(line + 3);
			all = 0;
		} else if (strncmp(line, "calls=", 6) == 0) {
			called = true; /* the next line is the cost of the callee */
		} else if (is_cost(line, &cost)) {
			all += called ? 0 : cost;
			called = false;
		}
	}
	if (name)
		visit(ctx, name, all);
	free(name);
	free(line);
	fclose(in);
	return counted ? 0 : -1;
}

/* Adds the instructions of one launch, times a factor, to what `visit` gets. */
struct part {
	work_visit *visit;
	void *ctx;
	double factor, *sum;
};

static void add_part(void *ctx, const char *name, double instructions)
{
	struct part *part = ctx;

	*part->sum += instructions;
	if (part->visit)
		part->visit(part->ctx, name, part->factor * instructions);
}

/* An adapter's launch may run its iterations once more, as a warm-up. */
static double runs(const struct suite *suite)
{
	return suite->adapter->warms_up ? 2 : 1;
}

static int read_counts(
	struct counting *c, work_visit *visit, void *ctx, double *error, struct err *e)
{
	double n = (double)c->n * runs(c->suite), sums[LAUNCHES] = { 0 };
	/* Of the first and the last launch, which are 3n apart. */
	const double shares[LAUNCHES] = { -1 / (3 * n), 0, 1 / (3 * n) };

	for (unsigned i = 0; i < LAUNCHES; i++) {
		struct part part = { shares[i] != 0 ? visit : NULL, ctx, shares[i], &sums[i] };

		if (read_file(c->files[i], add_part, &part))
			return bd_err(e, "valgrind wrote no counts");
	}
	*error = fabs((sums[2] - sums[1]) / (2 * n) - (sums[1] - sums[0]) / n);
	return 0;
}

static int make_files(struct counting *c, struct err *e)
{
	for (unsigned i = 0; i < LAUNCHES; i++) {
		c->files[i] = memfd_create("bdriver-callgrind", MFD_CLOEXEC);
		if (c->files[i] < 0)
			return bd_err(e, "no file in memory: %s", strerror(errno));
	}
	return 0;
}

static void counting_release(struct counting *c)
{
	for (unsigned i = 0; i < LAUNCHES; i++)
		if (c->files[i] >= 0)
			close(c->files[i]);
	argument_list_release(&c->args);
	argument_list_release(&c->env);
}

int work_count(const struct suite *suite, const char *benchmark, int64_t n, work_visit *visit,
	void *ctx, double *error, struct err *e)
{
	struct counting c = {
		.suite = suite, .benchmark = benchmark, .n = n, .files = { -1, -1, -1 }
	};
	struct job_source source = { .next = next, .done = done, .ctx = &c };
	struct scheduler_options options = { .workers = 1, .cpus = &(int){ -1 } };
	int rc;

	if (suite->counts != COUNTS_ANY)
		return bd_err(e, "launches of %s cannot be told their iterations", suite->name);
	argument_list_add_all(&c.env, &suite->settings->env);
	argument_list_inherit(&c.env);
	rc = make_files(&c, e);
	if (!rc)
		rc = scheduler_run(&options, &source, e);
	if (!rc && c.failure[0])
		rc = bd_err(e, "%s", c.failure);
	if (!rc)
		rc = read_counts(&c, visit, ctx, error, e);
	counting_release(&c);
	return rc;
}
