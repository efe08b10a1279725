/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "driver/suite/adapter.h"
#include "driver/suite/suite.h"

/*
 * Benchmark_O of Swift's benchmark suite: github.com/swiftlang/swift, benchmark/. Its newer
 * generation knows --json, the older ones show their samples with --verbose. Nothing recognises
 * it: the adapter has to be named.
 */

static bool ask_for_list(struct string_list *args, const struct suite *suite, unsigned dialect)
{
	(void)suite;
	string_list_add(args, "--list");
	if (dialect == 0)
		string_list_add(args, "--json");
	return dialect < 2;
}

static void add_tag(struct suite *suite, const char *tag)
{
	if (tag && *tag)
		string_list_add_once(&suite->benchmarks[suite->benchmark_count - 1].tags, tag);
}

/* {"number":1, "name":"Foo", "tags":["a","b"]} */
static int read_json(struct suite *suite, const char *line, struct err *e)
{
	json_auto_t *object = json_loads(line, 0, NULL);
	json_t *tags = json_object_get(object, "tags");
	const char *name = json_string_value(json_object_get(object, "name"));
	int result = name ? suite_add_benchmark(suite, name, e) : 0;

	for (size_t i = 0; name && !result && i < json_array_size(tags); i++)
		add_tag(suite, json_string_value(json_array_get(tags, i)));
	return result;
}

/* "1,Foo,[a, b]" or "1 Foo [a, b]"; other lines are passed over. */
static int read_text(struct suite *suite, char *line, struct err *e)
{
	size_t digits = strspn(line, "0123456789");
	char *rest = line + digits, *name, *tag;

	if (!digits || !*rest || !strchr(", \t", *rest))
		return 0;
	rest += strspn(rest, ", \t");
	name = strsep(&rest, ", \t");
	if (suite_add_benchmark(suite, name, e))
		return -1;
	while ((tag = strsep(&rest, "[], \t\r")))
		add_tag(suite, tag);
	return 0;
}

static int read_list(struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	AUTO_FREE char *text = memory_text(answer->text);
	char *rest = text, *line;
	int result = 0;

	while (!result && (line = strsep(&rest, "\n"))) {
		line += strspn(line, " \t");
		line[strcspn(line, "\r")] = '\0';
		if (answer->dialect == 0)
			result = read_json(suite, line, e);
		else
			result = read_text(suite, line, e);
	}
	if (!result && !suite->benchmark_count)
		result = bd_err(e, "suite %s: no list of Benchmark_O: %.80s", suite->name,
			answer->text);
	suite->counts = COUNTS_ANY;
	return result;
}

static void set_launch(struct string_list *args, const struct launch_request *r)
{
	string_list_add(args, r->benchmark);
	string_list_add(args, r->dialect == 0 ? "--json" : "--verbose");
	string_list_addf(args, "--num-samples=%" PRId64, launch_request_samples(r));
	if (r->iterations > 0)
		string_list_addf(args, "--num-iters=%" PRId64, r->iterations);
	else
		string_list_addf(args, "--sample-time=%g",
			launch_sample_ns(r->usual_time_ns, INFINITY) / 1e9);
}

static int read_output(struct launch_reading *reading, const struct job_result *result,
	const char *benchmark, struct log_row *row, struct err *e)
{
	AUTO(log_release) struct log log = { .format = "swift-csv" };
	const struct log_benchmark *found = NULL;
	const struct launch *launch;
	int rc = log_read_buffer(
		&log, "its output", result->row, result->row_size, LOG_KEEP_SAMPLES, e);

	launch_reading_begin(reading, row);
	if (!rc)
		found = log_find(&log, "Swift", benchmark, NULL);
	launch =
		found && found->launch_count ? &found->launches[found->launch_count - 1] : NULL;
	if ((rc || !launch || launch->status != OUTCOME_OK) &&
		memmem(result->row, result->row_size, "nsupported", 10))
		rc = launch_reading_fail(
			reading, row, OUTCOME_SKIPPED, "the benchmark is not supported here");
	else if (!rc && (!launch || launch->status != OUTCOME_OK))
		rc = bd_err(e, "it has no result of this benchmark");
	else if (!rc &&
		 (!launch->evidence || !launch->evidence->samples || launch->iterations < 1))
		rc = bd_err(e, "the result has no samples or no iterations");
	else if (!rc)
		rc = launch_reading_launch(reading, launch, 0, row, e);
	return rc;
}

const struct adapter adapter_swift = {
	.name = "swift",
	.ask = ask_for_list,
	.list = read_list,
	.launch = set_launch,
	.output = JOB_OUTPUT_STDOUT,
	.read = read_output,
	.needs_trial = true,
};
