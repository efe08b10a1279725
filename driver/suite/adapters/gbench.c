/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/formats/gbench_threads.h"
#include "compare/print/format.h"
#include "compare/print/markup.h"
#include "driver/base/where.h"
#include "driver/code/elf_image.h"
#include "driver/config/config.h"
#include "driver/exec/argument_list.h"
#include "driver/suite/adapter.h"
#include "driver/suite/suite.h"

/*
 * Executables of Google Benchmark. One launch is one process with a filter that matches one
 * name; its repetitions are the samples, and the first of several is the warm-up.
 * github.com/google/benchmark, docs/user_guide.md.
 */

/* Of the time of 10, 100 ... iterations: a search for it ends with so many, and a few more. */
#define SEARCH_PART   0.8

#define JSON_END      "]}"

#define EXIT_CODE_MAX 255
/* Of a list, in an error. */
#define LINE_SHOWN 80

#define LOCALE_ADVICE                                                                \
	"main() sets a locale, which LC_ALL does not change: let it keep \"C\" for " \
	"LC_NUMERIC, or take Google Benchmark 1.8 or newer"

/* What each of its programs calls, whatever the reporters; or its help of all versions. */
static bool recognises(const char *path)
{
	return image_is_program_with(path, "_ZN9benchmark22RunSpecifiedBenchmarks") ||
	       image_is_stripped_with(path, "[--", "benchmark_list_tests={true|false}]");
}

/* From 1.8 on the number of iterations can be given as a minimal time of "12x"; older ones
 * complain, and list when they are asked without. */
static bool ask_for_list(struct argument_list *args, const struct suite *suite, unsigned way)
{
	(void)suite;
	argument_list_add(args, "--benchmark_list_tests=true", "--benchmark_format=console");
	if (way == 0)
		argument_list_add(args, "--benchmark_min_time=1x");
	return way < 2;
}

/* main() does not look at its arguments. */
static int no_names(const struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	const char *line = answer->text + strspn(answer->text, "\r\n");

	return bd_err(e,
		"suite %s: %s prints no names of benchmarks, but '%.*s', also with a filter "
		"that "
		"matches nothing; does its main() call benchmark::Initialize(&argc, argv)?",
		suite->name, suite->path, (int)fmin(strcspn(line, "\r\n"), LINE_SHOWN), line);
}

/* It lists without a look at the filter, and prints nothing beside the list. */
static bool is_script(const struct suite_answer *answer)
{
	return !strcmp(answer->text, answer->nothing) && !strchr(answer->text, ' ');
}

static int read_list(struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	AUTO(string_list_release) struct string_list names = { 0 };

	/* A program with a main() of its own may go on after it. */
	if (answer->way == 0 && strstr(answer->errors, "expected to be"))
		return bd_err(e, "%s", answer->errors);
	listed_lines(answer->text, answer->nothing && !is_script(answer) ? answer->nothing : "",
		&names);
	if (!names.count && answer->text[strspn(answer->text, "\r\n")])
		return no_names(suite, answer, e);
	if (suite_add_benchmarks(suite, &names, e))
		return -1;
	for (size_t i = 0; i < suite->benchmark_count; i++)
		suite->benchmarks[i].threads = gbench_threads(suite->benchmarks[i].name) > 1;
	suite->counts = answer->way == 0 ? COUNTS_ANY : COUNTS_ONE;
	suite->returns_count =
		answer->code && answer->code == (int)(names.count & EXIT_CODE_MAX);
	return 0;
}

/* The search calls the benchmark with 1, 10, 100 ... iterations. */
static double shortest_search_ns(const struct launch_request *r)
{
	double n = launch_search_iterations(
		launch_sample_ns(r->usual_time_ns, r->setup_ns), r->iterations);

	return n > 1 ? SEARCH_PART * n * r->iteration_ns : 0;
}

static double search_ns(const struct launch_request *r)
{
	if (r->batch == 1 && !r->iterations)
		return LAUNCH_SEARCH_NS;
	if (r->batch && r->iteration_ns > 0)
		return shortest_search_ns(r);
	return launch_sample_ns(r->usual_time_ns, r->setup_ns) *
	       (double)(r->batch ? r->batch : 1);
}

static void add_time(struct argument_list *args, const struct launch_request *r)
{
	/* It reports those of all threads. */
	int64_t threads = gbench_threads(r->benchmark);
	int64_t iterations =
		(r->batch ? r->batch : 1) * ((r->iterations + threads - 1) / threads);

	if (iterations > 0 && r->any_count)
		argument_list_addf(args, "--benchmark_min_time=%" PRId64 "x", iterations);
	else if (iterations == 1)
		argument_list_add(args, "--benchmark_min_time=0");
	else
		argument_list_addf(args, "--benchmark_min_time=%g%s", search_ns(r) / 1e9,
			r->any_count ? "s" : "");
}

static void set_launch(struct argument_list *args, const struct launch_request *r)
{
	AUTO_FREE char *filter = r->group_count ? where_exact(r->group, r->group_count)
						: where_exact(&r->benchmark, 1);

	argument_list_addf(args, "--benchmark_filter=%s", filter);
	/* Each calls the function again, with what it prepares before its loop. A trial that
	 * searches has warmed up. */
	argument_list_addf(args, "--benchmark_repetitions=%" PRId64,
		r->batch || (r->samples == 1 && !r->iterations)
			? 1
			: launch_request_samples(r) + 1);
	add_time(args, r);
	argument_list_add(args, "--benchmark_report_aggregates_only=false",
		"--benchmark_out_format=json", "--benchmark_out=" JOB_OUTPUT_FILE);
}

static double unit_ns(const json_t *run)
{
	return time_unit_ns(json_string_value(json_object_get(run, "time_unit")));
}

/* NAN where it is missing. */
static double number(const json_t *run, const char *key)
{
	const json_t *value = json_object_get(run, key);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Rates are of CPU time, unless the benchmark's name says otherwise. Rounded, as quotients of
 * two rounded numbers. */
static double per_iteration(const json_t *run, const char *rate, const char *name)
{
	bool real = strstr(name, "/real_time") || strstr(name, "/manual_time");
	double value = number(run, rate) * number(run, real ? "real_time" : "cpu_time") *
		       unit_ns(run) / 1e9;
	double near = round(value);

	return fabs(value - near) < 1e-6 * near ? near : value;
}

/* The numbers behind the time unit: of the user, and what else the library counts. */
static void read_counters(struct launch_reading *reading, json_t *run, struct log_row *row)
{
	json_auto_t *counters = json_object();
	json_t *value;
	const char *key;
	bool behind = false;

	json_object_foreach(run, key, value) {
		if (behind && json_is_number(value) && strcmp(key, "items_per_second") != 0 &&
			strcmp(key, "bytes_per_second") != 0)
			json_object_set(counters, key, value);
		behind |= !strcmp(key, "time_unit");
	}
	free(reading->counters);
	reading->counters = json_object_size(counters) ? json_dumps(counters, JSON_COMPACT)
						       : memory_text("");
	if (!reading->counters)
		memory_fatal("jansson");
	row->evidence.counters = reading->counters;
}

struct totals {
	double cpu_ns, wall_ns;
};

/* One repetition. Returns 0, or -1 with a reason. */
static int read_run(struct launch_reading *reading, json_t *run, const char *name,
	struct totals *totals, struct log_row *row, struct err *e)
{
	double ns = unit_ns(run), real = number(run, "real_time") * ns;
	double cpu = number(run, "cpu_time") * ns, count = number(run, "iterations");

	if (isnan(ns))
		return bd_err(e, "the time unit of the result is not known");
	/* "1.000" of a locale would be 1. */
	if (json_is_real(json_object_get(run, "iterations")))
		return bd_err(e, "the number of iterations has a point: " LOCALE_ADVICE);
	if (!(real >= 0 && real <= LOG_NS_MAX) ||
		(reading->cpu_time && !(cpu >= 0 && cpu <= LOG_NS_MAX)) ||
		!(count >= 1 && count < 1e15))
		return bd_err(e, "the result has no time or no iterations");
	launch_reading_add(reading, reading->cpu_time ? cpu : real);
	row->launch.iterations = (int64_t)count;
	row->items = per_iteration(run, "items_per_second", name);
	row->bytes = per_iteration(run, "bytes_per_second", name);
	read_counters(reading, run, row);
	totals->cpu_ns += cpu * count;
	totals->wall_ns += real * count;
	return 0;
}

/* True: *why is what the benchmark says against itself. */
static bool has_failed(const json_t *run, const char **why, enum outcome *outcome)
{
	bool error = json_is_true(json_object_get(run, "error_occurred"));

	*outcome = error ? OUTCOME_VERIFY : OUTCOME_SKIPPED;
	*why = json_string_value(
		json_object_get(run, error ? "error_message" : "skip_message"));
	if (!*why)
		*why = "";
	return error || json_is_true(json_object_get(run, "skipped"));
}

static bool same_value(const json_t *a, const json_t *b, const char *key)
{
	const json_t *x = json_object_get(a, key), *y = json_object_get(b, key);

	return !x || !y || json_equal(x, y);
}

/* Is it a repetition, and not an aggregate or of another benchmark of the same name? */
static bool is_repetition(const json_t *run, const json_t *first)
{
	const char *type = json_string_value(json_object_get(run, "run_type"));

	return (!type || !strcmp(type, "iteration")) &&
	       same_value(run, first, "family_index") &&
	       same_value(run, first, "per_family_instance_index");
}

static const char *name_of(const json_t *run)
{
	const char *name = json_string_value(json_object_get(run, "run_name"));

	if (!name)
		name = json_string_value(json_object_get(run, "name"));
	return name ? name : "";
}

static int read_runs(struct launch_reading *reading, const json_t *runs, const char *benchmark,
	struct log_row *row, struct err *e)
{
	const json_t *first = NULL;
	json_t *run;
	struct totals totals = { 0 };
	enum outcome outcome;
	size_t i, behind = 0;
	const char *why;

	json_array_foreach(runs, i, run) {
		if (reading->of_group && strcmp(name_of(run), benchmark) != 0)
			continue;
		first = first ? first : run;
		if (!is_repetition(run, first))
			continue;
		if (strcmp(name_of(run), benchmark) != 0)
			return bd_err(e, "the result is of another benchmark: '%.100s'",
				name_of(run));
		if (has_failed(run, &why, &outcome))
			return launch_reading_fail(reading, row, outcome, why);
		if (behind++ == 1) {
			reading->sample_count = 0;
			totals = (struct totals){ 0 };
		}
		if (read_run(reading, run, benchmark, &totals, row, e))
			return -1;
	}
	if (!reading->sample_count)
		return bd_err(e, first ? "the benchmark reports aggregates only, so it has no "
					 "samples: take ReportAggregatesOnly() out of it"
				       : "no benchmark of this name ran");
	/* Manual time is not the time of the CPU. */
	if (!strstr(benchmark, "/manual_time")) {
		row->evidence.cpu_ns = round(totals.cpu_ns);
		row->evidence.wall_ns = round(totals.wall_ns);
	}
	launch_reading_take(reading, row);
	return 0;
}

/* The CPU time of several threads is that of the first, or of all. */
static bool times_cpu(const char *benchmark, const struct config_suite *settings)
{
	return !strstr(benchmark, "/manual_time") && gbench_threads(benchmark) == 1 &&
	       settings->all_cpus <= 0;
}

/* Google Benchmark writes NaN and Infinity, which JSON does not know: they become "". */
static char *valid_json(const char *text, size_t size)
{
	char *json = memory_zeroed(size + sizeof(JSON_END), 1);
	bool quoted = false;

	memcpy(json, text, size);
	for (char *p = json; *p; p++) {
		if (quoted && *p == '\\' && p[1])
			p++;
		else if (*p == '"')
			quoted = !quoted;
		else if (!quoted && (*p == 'N' || *p == 'I' || (*p == '-' && p[1] > '9'))) {
			size_t word = 1 + strspn(p + 1, "INafinty");

			if (word > 2)
				p[0] = p[1] = '"';
			memset(p + 2, ' ', word > 2 ? word - 2 : 0);
			p += word - 1;
		}
	}
	return json;
}

/* Of a launch that died: up to the last result that it wrote whole. */
static void close_json(char *json)
{
	int depth = 0;
	bool quoted = false;
	char *end = NULL;

	for (char *p = json; *p; p++) {
		if (quoted && *p == '\\' && p[1])
			p++;
		else if (*p == '"')
			quoted = !quoted;
		else if (!quoted && strchr("{[", *p))
			depth++;
		else if (!quoted && strchr("}]", *p) && --depth == 2)
			end = p + 1;
	}
	/* valid_json() left room. */
	if (end)
		memcpy(end, JSON_END, sizeof(JSON_END));
}

/* The first number with a character that JSON has in none; *size is 0 if there is none. */
static const char *localised(const char *json, size_t *size)
{
	const char *at = json;

	for (*size = 0; (at = strstr(at, "\": "));) {
		at += strlen("\": ");
		*size = strcspn(at, "\"}\n");
		while (*size && strchr(", \r", at[*size - 1]))
			--*size;
		if ((*at == '-' || isdigit((unsigned char)*at)) &&
			strspn(at, "+-.0123456789eE") < *size)
			return at;
	}
	*size = 0;
	return json;
}

static int no_json(const char *json, const json_error_t *where, struct err *e)
{
	size_t size;
	const char *number = localised(json, &size);

	if (size)
		return bd_err(e, "the result has the number '%.*s': " LOCALE_ADVICE,
			(int)fmin((double)size, LINE_SHOWN), number);
	return bd_err(e, "the result is no JSON: line %d: %s", where->line, where->text);
}

static int read_output(struct launch_reading *reading, const struct job_result *result,
	const char *benchmark, struct log_row *row, struct err *e)
{
	json_error_t where;
	AUTO_FREE char *raw = valid_json(result->row, result->row_size), *text = NULL;
	/* Paths and names may have any bytes. */
	AUTO_FREE char *name = markup_utf8(benchmark);
	json_auto_t *root = NULL;
	const json_t *runs;
	int rc;

	if (result->end != JOB_EXITED || result->code)
		close_json(raw);
	text = markup_utf8(raw);
	root = json_loads(text, 0, &where);
	runs = json_object_get(root, "benchmarks");
	launch_reading_begin(reading, row);
	if (!result->row_size)
		rc = bd_err(e, "no result was written: did --benchmark_filter match nothing?");
	else if (!root)
		rc = no_json(text, &where, e);
	else if (!json_is_array(runs))
		rc = bd_err(e, "the result has no list of benchmarks");
	else
		rc = read_runs(reading, runs, name, row, e);
	return rc;
}

const struct adapter adapter_gbench = {
	.name = "gbench",
	.recognises = recognises,
	.ask = ask_for_list,
	.matches_nothing = "--benchmark_filter=^$",
	.list = read_list,
	.launch = set_launch,
	.output = JOB_OUTPUT_BY_PATH,
	.read = read_output,
	.groups = true,
	.batches = true,
	.advice_on_one = "its Google Benchmark is older than 1.8, so each launch searches the "
			 "iterations, calling the benchmark several times: a newer library "
			 "measures more in less time",
	.times_cpu = times_cpu,
	.needs_trial = true,
	.errors_skip = true, /* SkipWithError */
};
