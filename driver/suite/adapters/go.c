/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "compare/formats/read.h"
#include "driver/code/elf_image.h"
#include "driver/exec/argument_list.h"
#include "driver/suite/adapter.h"
#include "driver/suite/suite.h"

/*
 * Executables of `go test -c`. One launch is one process of one benchmark; each of its -count
 * is a sample, and the first of several is the warm-up. pkg.go.dev/testing, pkg.go.dev/cmd/go
 * ("Testing flags").
 */

/* Iterations are chosen for samples of this time, where they are not given. */
#define SAMPLE "5ms"

/* What runs a benchmark; each test executable of Go has it, whether it has benchmarks or not.
 */
static bool recognises(const char *path)
{
	return image_is_program_with(path, "testing.(*B).runN");
}

/* No test is run. With -test.v a benchmark that is skipped is named, and what a benchmark
 * prints stands on lines of its own. */
static void add_common(struct argument_list *args)
{
	argument_list_add(args, "-test.run=^$", "-test.v=true");
	/* GOMAXPROCS, which is a part of names where it is not 1. */
	argument_list_add(args, "-test.cpu=1");
}

/* Sub-benchmarks are known only when their parent has run: once here, one iteration each. */
static bool ask_for_list(struct argument_list *args, const struct suite *suite, unsigned way)
{
	(void)suite;
	add_common(args);
	argument_list_add(args, "-test.bench=.", "-test.benchtime=1x", "-test.count=1");
	return way == 0;
}

/* Marks "A" of "A/b": a parent that fails or is skipped with a child is named as well. */
static void mark_parents(struct table *is_parent, const char *name)
{
	AUTO_FREE char *copy = memory_text(name);
	size_t *mark;

	for (char *slash = strrchr(copy, '/'); slash; slash = strrchr(copy, '/')) {
		*slash = '\0';
		mark = table_find(is_parent, copy);
		if (mark)
			*mark = 1;
	}
}

static int add_benchmarks(struct suite *suite, const struct log *log, struct err *e)
{
	AUTO_TABLE struct table *is_parent = table_new();
	int result = 0;

	for (size_t i = 0; i < log->benchmark_count; i++)
		table_add(is_parent, log->benchmarks[i].name, 0, NULL);
	/* A longer name is refused, and would take the square of its length here. */
	for (size_t i = 0; i < log->benchmark_count; i++)
		if (strlen(log->benchmarks[i].name) <= SUITE_NAME_MAX)
			mark_parents(is_parent, log->benchmarks[i].name);
	for (size_t i = 0; !result && i < log->benchmark_count; i++)
		if (!*table_find(is_parent, log->benchmarks[i].name))
			result = suite_add_benchmark(suite, log->benchmarks[i].name, e);
	return result;
}

static int read_list(struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	AUTO(log_release) struct log log = { 0 };
	int result = log_read_buffer(
		&log, "its list", answer->text, answer->size, LOG_KEEP_SUMMARIES, e);

	if (!result)
		result = add_benchmarks(suite, &log, e);
	if (!result && !suite->benchmark_count)
		result = bd_err(e, "suite %s: none of its test files contains a benchmark",
			suite->name);
	suite->counts = COUNTS_ANY;
	return result;
}

/* Each part between slashes is matched by a regular expression of its own. */
static char *exact_pattern(const char *name)
{
	size_t parts = 1;
	char *pattern, *out;

	for (const char *p = name; *p; p++)
		parts += *p == '/';
	out = pattern = memory_zeroed(2 * strlen(name) + 2 * parts + sizeof("Benchmark"), 1);
	out = stpcpy(out, "^Benchmark");
	for (; *name; name++) {
		if (*name == '/') {
			out = stpcpy(out, "$/^");
			continue;
		}
		if (strchr("\\^$.|?*+()[]{}", *name))
			*out++ = '\\';
		*out++ = *name;
	}
	*out = '$';
	return pattern;
}

static void set_launch(struct argument_list *args, const struct launch_request *r)
{
	AUTO_FREE char *pattern = exact_pattern(r->benchmark);

	add_common(args);
	argument_list_addf(args, "-test.bench=%s", pattern);
	if (r->iterations > 0) {
		argument_list_addf(args, "-test.benchtime=%" PRId64 "x", r->iterations);
		argument_list_addf(args, "-test.count=%" PRId64, launch_request_samples(r) + 1);
	} else {
		/* Each count would choose its own number. */
		argument_list_add(args, "-test.benchtime=" SAMPLE, "-test.count=1");
	}
}

static int take_launch(struct launch_reading *reading, const struct launch *launch,
	const char *benchmark, struct log_row *row, struct err *e)
{
	size_t first = launch->sample_count > 1;

	if (launch->status != OUTCOME_OK)
		return launch_reading_fail(reading, row,
			launch->status == OUTCOME_SKIPPED ? OUTCOME_SKIPPED : OUTCOME_VERIFY,
			launch->evidence ? launch->evidence->detail : "");
	if (!launch->evidence || !launch->evidence->samples || launch->iterations == 0)
		return bd_err(e, "the result of '%.100s' has no time", benchmark);
	for (size_t i = first; i < launch->sample_count; i++)
		launch_reading_add(reading, launch->evidence->samples[i]);
	row->launch.iterations = launch->iterations;
	row->launch.clock_step_ns = launch->clock_step_ns;
	launch_reading_take(reading, row);
	return 0;
}

/* In a log of one process the package is the only suite. */
static const struct launch *find_launch(const struct log *log, const char *benchmark)
{
	for (size_t i = 0; i < log->benchmark_count; i++)
		if (!strcmp(log->benchmarks[i].name, benchmark))
			return log->benchmarks[i].launches;
	return NULL;
}

static int read_output(struct launch_reading *reading, const struct job_result *result,
	const char *benchmark, struct log_row *row, struct err *e)
{
	AUTO(log_release) struct log log = { 0 };
	const struct launch *launch;
	int rc = log_read_buffer(
		&log, "its output", result->row, result->row_size, LOG_KEEP_SAMPLES, e);

	launch_reading_begin(reading, row);
	launch = find_launch(&log, benchmark);
	if (!rc && !launch)
		rc = bd_err(e, "no benchmark of this name ran");
	else if (!rc)
		rc = take_launch(reading, launch, benchmark, row, e);
	return rc;
}

const struct adapter adapter_go = {
	.name = "go",
	.recognises = recognises,
	.listing_runs = true,
	.ask = ask_for_list,
	.list_exit_max = 1, /* a benchmark that fails */
	.list = read_list,
	.launch = set_launch,
	.output = JOB_OUTPUT_STDOUT,
	.read = read_output,
	.needs_trial = true,
};
