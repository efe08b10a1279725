/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/formats/read.h"
#include "driver/base/message.h"
#include "driver/base/where.h"
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

static void add_common(struct string_list *args)
{
	/* addopts of a project often has --benchmark-disable or --benchmark-skip. */
	string_list_split(args, "-q -p no:cacheprovider --benchmark-enable", " ");
}

/* The plan names the fixtures of each test, and runs none. */
static bool ask_for_list(struct string_list *args, const struct suite *suite, unsigned dialect)
{
	(void)suite;
	add_common(args);
	string_list_split(args, "--setup-plan --continue-on-collection-errors", " ");
	return dialect == 0;
}

/* Lines of errors begin with E; the last one is the cause. The caller frees it. */
static char *cause(const struct suite_answer *answer)
{
	AUTO(string_list_release) struct string_list found = { 0 };

	if (!where_find("^E +(.*)", answer->text, answer->size, false, &found, NULL))
		return memory_text(found.items[found.count - 1]);
	return memory_text(answer->code == NO_TESTS ? "it found no tests"
			   : *answer->errors        ? answer->errors
						    : "it gave no reason");
}

static int read_list(struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	int result = suite_add_found(suite, answer,
		"^ +(\\S.*) \\(fixtures used: (?:.*, )?benchmark(?:_weave)?[,)]", e);
	AUTO_FREE char *why = cause(answer);

	if (result && memmem(answer->text, answer->size, "bringing up nodes", 17))
		return bd_err(e,
			"suite %s: pytest-xdist is on (addopts?), which shows no list and "
			"disables "
			"benchmarks: give args = -n 0 in [suite %s]",
			suite->name, suite->name);
	if (result && answer->code)
		return bd_err(e,
			"suite %s: pytest, asked for its list, ended with exit code %d: %s",
			suite->name, answer->code, why);
	if (answer->code)
		message_warning(
			"suite %s: pytest could not read all files, and leaves some out: "
			"%s",
			suite->name, why);
	return result;
}

static void set_launch(struct string_list *args, const struct launch_request *r)
{
	add_common(args);
	string_list_split(args, "--benchmark-only --benchmark-min-time=" ROUND_S, " ");
	string_list_addf(args, "--benchmark-max-time=%g", (double)r->launch_time_ns / 1e9);
	string_list_add(args, "--benchmark-json=" JOB_OUTPUT_FILE);
	/* The path of a node may look like an option. */
	string_list_addf(args, "%s%s", *r->benchmark == '-' ? "./" : "", r->benchmark);
}

static int read_output(struct launch_reading *reading, const struct job_result *result,
	const char *benchmark, struct log_row *row, struct err *e)
{
	AUTO(log_release) struct log log = { 0 };
	const struct log_benchmark *found;

	launch_reading_begin(reading, row);
	if (result->code == 1)
		return launch_reading_fail(reading, row, OUTCOME_VERIFY,
			"the test failed: run pytest with its name to see why");
	if (result->row_size && log_read_buffer(&log, "its result", result->row,
					result->row_size, LOG_KEEP_SAMPLES, e))
		return -1;
	found = log_find(&log, "pytest-benchmark", benchmark, "");
	if (found)
		return launch_reading_launch(reading, found->launches, 0, row, e);
	if (!result->code && !log.row_count)
		return launch_reading_fail(reading, row, OUTCOME_SKIPPED,
			"pytest skipped it, or it used no benchmark");
	return bd_err(e, "no benchmark of this name ran");
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
