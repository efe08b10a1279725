/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/where.h"
#include "driver/exec/argument_list.h"
#include "driver/suite/adapter.h"
#include "driver/suite/suite.h"

/*
 * Programs that start pytest with pytest-benchmark. One launch is one process of one node, and
 * its samples are the rounds. github.com/ionelmc/pytest-benchmark, docs/usage.rst.
 */

/* The last of its exit codes. */
#define NO_TESTS 5
/* A round takes at least so many seconds. */
#define ROUND_S "0.001"

static void add_common(struct argument_list *args)
{
	argument_list_add(args, "-q", "-p", "no:cacheprovider");
}

/* The plan names the fixtures of each test, and runs none. */
static bool ask_for_list(struct argument_list *args, const struct suite *suite, unsigned way)
{
	(void)suite;
	add_common(args);
	argument_list_add(args, "--setup-plan");
	return way == 0;
}

/* Lines of errors begin with E; the last one is the cause. */
static int not_listed(
	const struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	AUTO(string_list_release) struct string_list found = { 0 };
	const char *why = answer->code == NO_TESTS ? "it found no tests"
			  : *answer->errors        ? answer->errors
						   : "it gave no reason";

	if (!where_find("^E +(.*)", answer->text, answer->size, &found, NULL))
		why = found.items[found.count - 1];
	return bd_err(e, "suite %s: pytest, asked for its list, ended with exit code %d: %s",
		suite->name, answer->code, why);
}

static int read_list(struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	if (answer->code)
		return not_listed(suite, answer, e);
	return suite_add_found(suite, answer,
		"^ +(\\S.*) \\(fixtures used: (?:.*, )?benchmark(?:_weave)?[,)]", e);
}

static void set_launch(struct argument_list *args, const struct launch_request *r)
{
	add_common(args);
	argument_list_add(args, "--benchmark-only", "--benchmark-min-time=" ROUND_S);
	argument_list_addf(args, "--benchmark-max-time=%g", (double)r->launch_time_ns / 1e9);
	argument_list_add(args, "--benchmark-json=" JOB_OUTPUT_FILE);
	/* The path of a node may look like an option. */
	argument_list_addf(args, "%s%s", *r->benchmark == '-' ? "./" : "", r->benchmark);
}

static int take_stats(
	struct launch_reading *reading, const json_t *stats, struct log_row *row, struct err *e)
{
	const json_t *rounds = json_object_get(stats, "data"), *round;
	double count = json_number_value(json_object_get(stats, "iterations"));
	size_t i;

	json_array_foreach(rounds, i, round) {
		double ns = json_is_number(round) ? 1e9 * json_number_value(round) : NAN;

		if (!(ns >= 0 && ns <= LOG_NS_MAX))
			return bd_err(e, "a round has no time");
		launch_reading_add(reading, ns);
	}
	if (!reading->sample_count || !(count >= 1 && count < 1e15))
		return bd_err(e, "the result has no rounds or no iterations");
	row->launch.iterations = (int64_t)count;
	launch_reading_take(reading, row);
	return 0;
}

static int read_output(struct launch_reading *reading, const struct job_result *result,
	const char *benchmark, struct log_row *row, struct err *e)
{
	json_error_t where;
	json_auto_t *root = json_loadb(result->row, result->row_size, 0, &where);
	const json_t *run = json_array_get(json_object_get(root, "benchmarks"), 0);
	const char *name = json_string_value(json_object_get(run, "fullname"));

	launch_reading_begin(reading, row);
	if (result->code == 1)
		return launch_reading_fail(reading, row, OUTCOME_VERIFY,
			"the test failed: run pytest with its name to see why");
	if (result->row_size && !root)
		return bd_err(e, "the result is no JSON: line %d: %s", where.line, where.text);
	if (!result->code && !run)
		return launch_reading_fail(reading, row, OUTCOME_SKIPPED,
			"pytest skipped it, or it used no benchmark");
	if (!name || strcmp(name, benchmark) != 0)
		return bd_err(e, "no benchmark of this name ran");
	return take_stats(reading, json_object_get(run, "stats"), row, e);
}

const struct adapter adapter_pytest = {
	.name = "pytest",
	.ask = ask_for_list,
	.list_exit_max = NO_TESTS,
	.list = read_list,
	.launch = set_launch,
	.output = JOB_OUTPUT_BY_PATH,
	.read = read_output,
};
