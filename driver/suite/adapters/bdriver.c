/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "driver/code/elf_image.h"
#include "driver/suite/adapter.h"
#include "driver/suite/suite.h"
#include "harness/options.h"
#include "harness/turn.h"

/* The protocol of docs/HARNESS.md, as our own harness and any other program may speak it. */

static bool ask_for_list(struct string_list *args, const struct suite *suite, unsigned dialect)
{
	(void)suite;
	string_list_split(args, "--list --format json", " ");
	return dialect == 0;
}

enum { TAGS_MAX = 1000 };

static int refuse_answer(const struct suite *suite, struct err *e, const char *why)
{
	return bd_err(e, "suite %s: the answer of %s --list --format json %s; is it a suite?",
		suite->name, suite->path, why);
}

static void set_text(char **member, const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	if (!text)
		return;
	free(*member);
	*member = memory_text(text);
}

/* A list of texts, or one text separated by commas. */
static void add_tags(struct string_list *tags, const json_t *value)
{
	size_t i;
	json_t *one;

	if (json_is_string(value))
		string_list_split(tags, json_string_value(value), ", ");
	json_array_foreach(value, i, one)
		if (json_is_string(one) && !string_list_has(tags, json_string_value(one)))
			string_list_add(tags, json_string_value(one));
}

static int add_benchmark(
	struct suite *suite, const json_t *object, struct table *seen, struct err *e)
{
	const char *name = json_string_value(json_object_get(object, "name"));
	const json_t *tags = json_object_get(object, "tags");
	json_int_t line = json_integer_value(json_object_get(object, "line"));
	struct suite_benchmark *benchmark;
	int added;

	if (!name)
		return refuse_answer(suite, e, "has a benchmark without a name");
	table_add(seen, name, 0, &added);
	if (!added)
		return bd_err(e, "suite %s: %s lists the benchmark '%s' twice", suite->name,
			suite->path, name);
	if (suite_add_benchmark(suite, name, e))
		return -1;
	benchmark = &suite->benchmarks[suite->benchmark_count - 1];
	set_text(&benchmark->file, object, "file");
	benchmark->line = line > 0 && line <= INT_MAX ? (unsigned)line : 0;
	if (json_array_size(tags) <= TAGS_MAX)
		add_tags(&benchmark->tags, tags);
	return json_array_size(tags) <= TAGS_MAX && benchmark->tags.count <= TAGS_MAX
		       ? 0
		       : refuse_answer(suite, e, "has a benchmark with more than 1000 tags");
}

static int add_benchmarks(struct suite *suite, const json_t *list, struct err *e)
{
	AUTO_TABLE struct table *seen = table_new();
	int result = 0;

	for (size_t i = 0; !result && i < json_array_size(list); i++)
		result = add_benchmark(suite, json_array_get(list, i), seen, e);
	return result;
}

static int flag_of(const json_t *build, const char *key)
{
	const json_t *value = json_object_get(build, key);

	return json_is_boolean(value) ? json_is_true(value) : -1;
}

static void set_build(struct suite *suite, const json_t *build)
{
	set_text(&suite->compiler, build, "compiler");
	set_text(&suite->flags, build, "flags");
	set_text(&suite->build_id, build, "id");
	suite->optimized = flag_of(build, "optimized");
	suite->assertions = flag_of(build, "assertions");
	suite->sanitized = flag_of(build, "sanitized");
}

/* Where it begins: a library may print something when it is loaded. */
static const char *begin_of(const char *text, size_t size)
{
	const char *line = size && *text == '{' ? NULL : memmem(text, size, "\n{", 2);

	return line ? line + 1 : text;
}

static int read_list(struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	json_error_t where;
	const char *json = begin_of(answer->text, answer->size);
	json_auto_t *root = json_loadb(json, answer->size - (size_t)(json - answer->text),
		JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &where);
	const char *schema = json_string_value(json_object_get(root, "schema"));
	const json_t *first = json_array_get(json_object_get(root, "suites"), 0);
	const json_t *list = json_object_get(first, "benchmarks");
	int result;

	if (!root)
		result = bd_err(e,
			"suite %s: %s does not answer --list --format json with JSON: line %d: "
			"%s; is it a suite? A command line stands in [command NAME]",
			suite->name, suite->path, where.line, where.text);
	else if (!schema || strcmp(schema, "bdriver-list-1") != 0)
		result = refuse_answer(suite, e, "does not have the schema bdriver-list-1");
	else if (json_array_size(json_object_get(root, "suites")) != 1 || !json_is_array(list))
		result = refuse_answer(suite, e, "does not hold one suite with its benchmarks");
	else
		result = add_benchmarks(suite, list, e);
	if (result == 0)
		set_build(suite, json_object_get(first, "build"));
	suite->object_alignment = (long)json_integer_value(
		json_object_get(json_object_get(first, "alignment"), "objects"));
	suite->counts = COUNTS_ANY;
	suite->turns = json_is_true(json_object_get(first, "turns"));
	suite->profile = json_is_true(json_object_get(first, "profile"));
	return result;
}

/* A suite that was built with an older harness needs to know only what is not the default. */
static void add_time(
	struct string_list *args, const char *option, int64_t ns, int64_t otherwise)
{
	if (ns == 0 || ns == otherwise)
		return;
	string_list_add(args, option);
	string_list_addf(args, "%" PRId64 "ns", ns);
}

static void set_launch(struct string_list *args, const struct launch_request *r)
{
	string_list_add(args, r->benchmark);
	if (r->iterations > 0) {
		string_list_add(args, "--iterations");
		string_list_addf(args, "%" PRId64, r->iterations);
	}
	/* In turns, a suite that is not told fills its launch time. */
	if (r->samples > 0 || !r->in_turns) {
		string_list_add(args, "--samples");
		string_list_addf(
			args, "%" PRId64, r->samples > 0 ? r->samples : BD_SAMPLES_DEFAULT);
	}
	string_list_add(args, "--launch-time");
	string_list_addf(args, "%" PRId64 "ns", r->launch_time_ns);
	string_list_add(args, "--out-fd");
	string_list_addf(args, "%d", JOB_ROW_FD);
	if (r->profile)
		string_list_add(args, "--profile");
	if (r->in_turns) {
		string_list_add(args, "--turn-fd");
		string_list_addf(args, "%d", JOB_TURN_FD);
		add_time(args, "--slice", r->slice_ns, BD_TURN_SLICE_NS);
		add_time(args, "--settle", r->settle_ns, BD_TURN_SETTLE_NS);
	}
}

const struct adapter adapter_bdriver = {
	.name = "bdriver",
	.recognises = image_is_suite,
	.ask = ask_for_list,
	.list = read_list,
	.launch = set_launch,
	.output = JOB_OUTPUT_ROW,
	.read = launch_reading_row,
	.warms_up = true,
};
