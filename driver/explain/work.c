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
#include "driver/explain/launches.h"

/* Instructions, conditional branches and indirect ones, each before those that a simulated
 * processor mispredicts, which says nothing of a real one. */
#define EVENTS "events: Ir Bc Bcm Bi Bim"
#define COSTS  5
/* What launches are told to take at most; they are slow here, and all iterations count. */
#define LAUNCH_TIME_NS 3600000000000

struct counting {
	const struct work_request *of;
	int64_t n[WORK_LAUNCHES]; /* iterations */
	int files[WORK_LAUNCHES]; /* in memory: nothing is left behind */
	bool children;            /* a launch started processes */
};

static const struct suite *set(void *ctx, unsigned launch, struct string_list *args)
{
	struct counting *c = ctx;
	const struct suite *s = c->of->suite;
	struct launch_request request =
		launches_request(s, c->of->benchmark, c->n[launch], LAUNCH_TIME_NS);

	string_list_split(args, "valgrind --tool=callgrind", " ");
	string_list_addf(
		args, "--callgrind-out-file=/proc/%d/fd/%d", (int)getpid(), c->files[launch]);
	string_list_split(args,
		"--vgdb=no --branch-sim=yes --compress-strings=no --compress-pos=no "
		"--demangle=no",
		" ");
	launches_add(args, &request);
	return s;
}

struct costs {
	double instructions, branches;
};

/* The line holds a position and costs; "+3 5", "* 5" without compression of positions "12 5".
 * Costs of 0 at its end are not there. */
static bool is_cost(const char *line, struct costs *cost)
{
	double costs[COSTS] = { 0 };
	unsigned count = 0;
	char *end;

	if (strncmp(line, "0x", 2) != 0 && (*line < '0' || *line > '9'))
		return false;
	for (line += strcspn(line, " "); count < COSTS; line = end) {
		costs[count] = strtod(line, &end);
		if (end == line)
			break;
		count++;
	}
	*cost = (struct costs){ costs[0], costs[1] + costs[3] };
	return count > 0;
}

/* "sort'2" is sort that sort has called. */
static char *name_of(const char *text)
{
	const char *level = strrchr(text, '\'');
	bool again = level && level[1] && !level[1 + strspn(level + 1, "0123456789")];
	size_t size = code_part_length(text), before = again ? (size_t)(level - text) : size;

	/* Code without a symbol is called by its address. */
	if (strncmp(text, "0x", 2) == 0 || strcmp(text, "???") == 0)
		return memory_text("");
	return memory_format("%.*s", (int)(before < size ? before : size), text);
}

/* Adds the instructions of one launch, times a factor, to what the visitor gets. */
struct part {
	const struct work_visitor *visitor; /* NULL: only the sum is wanted */
	double factor;
	struct costs sum;
	char *name, *callee; /* the callee: the next cost is its */
};

static void add_cost(struct part *part, const struct costs *cost)
{
	const struct work_visitor *v = part->visitor;
	const double share = part->factor * cost->instructions;

	if (!part->callee) {
		part->sum.instructions += cost->instructions;
		part->sum.branches += cost->branches;
	}
	if (v && part->callee)
		v->call(v->ctx, part->name, part->callee, share);
	else if (v)
		v->function(v->ctx, part->name, share);
	free(part->callee);
	part->callee = NULL;
}

static void set_name(char **name, const char *text)
{
	free(*name);
	*name = name_of(text);
}

/* 0, or -1 if it is no file of callgrind. */
static int read_file(int fd, struct part *part)
{
	int again = dup(fd);
	FILE *in = again < 0 ? NULL : fdopen(again, "re");
	AUTO_FREE char *line = NULL;
	size_t room = 0;
	struct costs cost;
	bool counted = false;

	if (!in)
		return -1;
	while (getline(&line, &room, in) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (strcmp(line, EVENTS) == 0)
			counted = true;
		else if (strncmp(line, "fn=", 3) == 0)
			set_name(&part->name, line + 3);
		else if (strncmp(line, "cfn=", 4) == 0)
			set_name(&part->callee, line + 4);
		else if (part->name && is_cost(line, &cost))
			add_cost(part, &cost);
	}
	free(part->name);
	free(part->callee);
	fclose(in);
	return counted ? 0 : -1;
}

static int read_counts(struct counting *c, const struct work_visitor *visitor,
	struct work *work, struct err *e)
{
	/* An adapter's launch may run its iterations once more, as a warm-up. */
	double n = (double)c->n[0] * (c->of->suite->adapter->warms_up ? 2 : 1),
	       sums[WORK_LAUNCHES] = { 0 };
	/* Of the first and the last launch, which are 3n apart. */
	const double shares[WORK_LAUNCHES] = { -1 / (3 * n), 0, 1 / (3 * n) };

	work->branches = 0;
	for (unsigned i = 0; i < WORK_LAUNCHES; i++) {
		struct part part = { .visitor = shares[i] != 0 ? visitor : NULL,
			.factor = shares[i] };

		if (read_file(c->files[i], &part))
			return bd_err(e, "valgrind wrote no counts");
		sums[i] = part.sum.instructions;
		work->branches += shares[i] * part.sum.branches;
	}
	work->error = fabs((sums[2] - sums[1]) / (2 * n) - (sums[1] - sums[0]) / n);
	return 0;
}

static int make_files(struct counting *c, struct err *e)
{
	for (unsigned i = 0; i < WORK_LAUNCHES; i++) {
		c->files[i] = memfd_create("bdriver-callgrind", MFD_CLOEXEC);
		if (c->files[i] < 0)
			return bd_err(e, "no file in memory: %s", strerror(errno));
	}
	return 0;
}

static void counting_release(struct counting *c)
{
	for (unsigned i = 0; i < WORK_LAUNCHES; i++)
		if (c->files[i] >= 0)
			close(c->files[i]);
}

/* valgrind writes "==PID==" before all it says, of each process. */
static int note_children(
	void *ctx, unsigned launch, const struct job_result *result, struct err *e)
{
	struct counting *c = ctx;
	long first = 0;

	(void)launch, (void)e;
	for (const char *line = result->errors; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		long pid = strncmp(line, "==", 2) == 0 ? strtol(line + 2, NULL, 10) : 0;

		c->children |= pid > 0 && first > 0 && pid != first;
		first = pid > 0 ? pid : first;
	}
	return 0;
}

static int launch_all(struct counting *c, struct err *e)
{
	struct launches launches = { .count = WORK_LAUNCHES,
		.set = set,
		.done = note_children,
		.ctx = c,
		.name = "launch under valgrind",
		.deadline_ns = c->of->deadline_ns };

	if (c->of->suite->counts != COUNTS_ANY)
		return bd_err(e, "launches of %s cannot be told their iterations",
			c->of->suite->name);
	return make_files(c, e) ? -1 : launches_run(&launches, e);
}

int work_count(const struct work_request *r, const struct work_visitor *visitor,
	struct work *work, struct err *e)
{
	struct counting c = {
		.of = r, .n = { r->n, 2 * r->n, 4 * r->n }, .files = { -1, -1, -1 }
	};
	int rc = launch_all(&c, e);

	if (!rc)
		rc = read_counts(&c, visitor, work, e);
	work->children = c.children;
	counting_release(&c);
	return rc;
}

int work_totals(const struct work_request *r, double totals[WORK_LAUNCHES], struct err *e)
{
	struct counting c = { .of = r, .n = { r->n, r->n, r->n }, .files = { -1, -1, -1 } };
	int rc = launch_all(&c, e);

	for (unsigned i = 0; i < WORK_LAUNCHES && !rc; i++) {
		struct part part = { 0 };

		rc = read_file(c.files[i], &part) ? bd_err(e, "valgrind wrote no counts") : 0;
		totals[i] = part.sum.instructions;
	}
	counting_release(&c);
	return rc;
}
