/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/message.h"
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
	/* addopts of a project often has --benchmark-disable or --benchmark-skip. */
	argument_list_add(args, "-q", "-p", "no:cacheprovider", "--benchmark-enable");
}

/* The plan names the fixtures of each test, and runs none. */
static bool ask_for_list(struct argument_list *args, const struct suite *suite, unsigned way)
{
	(void)suite;
	add_common(args);
	argument_list_add(args, "--setup-plan", "--continue-on-collection-errors");
	return way == 0;
}

/* Lines of errors begin with E; the last one is the cause. The caller frees it. */
static char *cause(const struct suite_answer *answer)
{
	AUTO(string_list_release) struct string_list found = { 0 };

	if (!where_find("^E +(.*)", answer->text, answer->size, &found, NULL))
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

/* An escape of half a character, which Python writes for a byte of a path that is no UTF-8,
 * becomes U+FFFD. */
static char *whole_characters(const char *json, size_t size)
{
	char *text = memory_zeroed(size + 1, 1);

	memcpy(text, json, size);
	for (char *p = text; (p = strchr(p, '\\')) && p[1]; p += 2) {
		bool half = strlen(p) > 5 && p[1] == 'u' && tolower(p[2]) == 'd' && p[3] > '7';
		bool first = half && strchr("89abAB", p[3]);

		if (first && !strncmp(p + 6, "\\u", 2) && tolower(p[8]) == 'd' &&
			strchr("cdefCDEF", p[9]))
			p += 6;
		else if (half)
			memcpy(p + 2, "fffd", 4);
	}
	return text;
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
	AUTO_FREE char *text = whole_characters(result->row, result->row_size);
	json_auto_t *root = json_loads(text, 0, &where);
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
