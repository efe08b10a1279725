/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <expat.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/base/string_list.h"
#include "driver/code/elf_image.h"
#include "driver/suite/adapter.h"
#include "driver/suite/suite.h"

/*
 * Executables of Catch2 with BENCHMARK. One launch is one process of one test case, and its
 * sample is the mean: the XML reporter gives no more. github.com/catchorg/Catch2,
 * docs/benchmarks.md and docs/command-line.md.
 */

/* A sample of Catch2 takes 1000 steps of the clock, about so long, or one iteration. */
#define CATCH_SAMPLE_NS 5e4
#define SAMPLES_MOST    10000

/* Where a benchmark stands: TEST CASE/SECTION/BENCHMARK. */
struct xml {
	struct string_list path;
	size_t path_size; /* of its parts with a slash each */
	char *text;       /* of the first thing that failed in the test case */
	size_t text_size, text_capacity;
	bool in_text;
	/* For the list. */
	struct string_list *names;
	bool refused; /* one of them is too long */
	/* For the wanted benchmark of a launch. */
	const char *wanted;
	bool found, now, ended, failed;
	bool separated; /* its numbers have separators */
	double mean_ns, iterations;
};

static const char *attribute(const char **attributes, const char *key)
{
	for (; *attributes; attributes += 2)
		if (!strcmp(attributes[0], key))
			return attributes[1];
	return "";
}

static double number(struct xml *x, const char **attributes, const char *key)
{
	const char *text = attribute(attributes, key);
	double value = NAN;

	x->separated |= !number_parse(text, strlen(text), &value) && *text;
	return value;
}

static bool is_place(const char *element)
{
	return !strcmp(element, "TestCase") || !strcmp(element, "Section") ||
	       !strcmp(element, "BenchmarkResults");
}

static void set_text(struct xml *x, const char *text, size_t size)
{
	x->text = memory_grow(x->text, &x->text_capacity, x->text_size + size + 1, 1);
	memcpy(x->text + x->text_size, text, size);
	x->text_size += size;
	x->text[x->text_size] = '\0';
}

static void take_benchmark(struct xml *x, const char **attributes)
{
	/* A longer name is refused: once, as each would take as long as it is. */
	bool fits = x->path_size <= SUITE_NAME_MAX + 1, joined = fits || !x->refused;
	AUTO_FREE char *name = joined ? string_list_join(&x->path, "/") : memory_text("");

	x->refused |= !fits;
	if (x->names && joined)
		string_list_add(x->names, name);
	x->now = x->wanted && !x->found && !strcmp(name, x->wanted);
	x->found |= x->now;
	if (x->now) {
		const char *resamples = attribute(attributes, "resamples");

		x->iterations = number(x, attributes, "iterations");
		/* 100000 by default: a mean of "1.000" may be 1. */
		x->separated |= resamples[strspn(resamples, "0123456789")] != '\0';
	}
}

static void start(void *ctx, const char *element, const char **attributes)
{
	struct xml *x = ctx;

	if (x->ended)
		return;
	if (is_place(element)) {
		string_list_add(&x->path, attribute(attributes, "name"));
		x->path_size += strlen(attribute(attributes, "name")) + 1;
	}
	if (!strcmp(element, "TestCase"))
		x->text_size = 0;
	else if (!strcmp(element, "BenchmarkResults"))
		take_benchmark(x, attributes);
	else if (x->now && !strcmp(element, "mean"))
		x->mean_ns = number(x, attributes, "value");
	else if (x->now && !strcmp(element, "failed")) {
		const char *message = attribute(attributes, "message");

		x->failed = true;
		set_text(x, message, strlen(message));
	} else if (x->found && !strcmp(element, "OverallResult"))
		x->failed |= !strcmp(attribute(attributes, "success"), "false");
	x->in_text =
		!x->text_size &&
		(!strcmp(element, "Original") || !strcmp(element, "Exception") ||
			!strcmp(element, "Failure") || !strcmp(element, "FatalErrorCondition"));
}

static void characters(void *ctx, const char *text, int size)
{
	struct xml *x = ctx;

	for (; x->in_text && !x->text_size && size > 0 && strchr(" \r\n\t", *text); size--)
		text++;
	if (x->in_text)
		set_text(x, text, (size_t)size);
}

static void end(void *ctx, const char *element)
{
	struct xml *x = ctx;

	while (x->in_text && x->text_size && strchr(" \r\n\t", x->text[x->text_size - 1]))
		x->text[--x->text_size] = '\0';
	x->in_text = false;
	if (!is_place(element) || x->ended)
		return;
	x->path_size -= strlen(x->path.items[--x->path.count]) + 1;
	free(x->path.items[x->path.count]);
	x->path.items[x->path.count] = NULL;
	x->now = false;
	x->ended = x->found && !strcmp(element, "TestCase");
}

static int parse(struct xml *x, const char *text, size_t size, struct err *e)
{
	XML_Parser parser = XML_ParserCreate(NULL);
	int result = 0;

	if (!parser)
		memory_fatal("expat");
	/* Entities of its own could grow without end. */
	if (memmem(text, size, "<!DOCTYPE", 9))
		result = bd_err(e, "the output is no XML of Catch2: it has a DOCTYPE");
	XML_SetUserData(parser, x);
	XML_SetElementHandler(parser, start, end);
	XML_SetCharacterDataHandler(parser, characters);
	if (!result && XML_Parse(parser, text, (int)size, 1) != XML_STATUS_OK)
		result = bd_err(e,
			"the output is no XML of Catch2: line %lu: %s; it begins with '%.*s'",
			XML_GetCurrentLineNumber(parser),
			XML_ErrorString(XML_GetErrorCode(parser)), (int)strcspn(text, "\r\n"),
			text);
	XML_ParserFree(parser);
	string_list_release(&x->path);
	return result;
}

/* Only what BENCHMARK becomes: not each program that has tests. */
static bool recognises(const char *path)
{
	return image_is_program_with(path, "_ZTVN5Catch9Benchmark6Detail16ChronometerModel");
}

/* Test cases say what they measure only when they run: once here, as short as can be. Those
 * tagged as benchmarks are taken, or else all that a plain start would run. */
static bool ask_for_list(struct string_list *args, const struct suite *suite, unsigned dialect)
{
	(void)suite;
	if (dialect == 0)
		string_list_add(args, "[!benchmark]");
	string_list_split(args,
		"--out=" JOB_OUTPUT_FILE " --reporter=xml --benchmark-samples=1 "
		"--benchmark-warmup-time=0 --benchmark-no-analysis",
		" ");
	return dialect < 2;
}

static int read_list(struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	struct xml x = { .names = &names };
	struct err why;
	int result = parse(&x, answer->text, answer->size, &why);

	free(x.text);
	if (result)
		return bd_err(e, "suite %s: %s", suite->name, why.text);
	if (!names.count)
		return bd_err(e, "suite %s: no test case of it has a BENCHMARK", suite->name);
	return suite_add_benchmarks(suite, &names, e);
}

/* Each part before a slash may be the name of the test case: others match nothing. */
static char *test_cases(const char *benchmark)
{
	struct string_list cases = { 0 };
	AUTO_FREE char *name = memory_zeroed(2 * strlen(benchmark) + 1, 1);
	char *out = name;

	for (const char *p = benchmark; *p; p++) {
		if (*p == '/')
			string_list_add(&cases, name);
		if (strchr("\\,\"[]*~", *p) || (out == name && *p == '-'))
			*out++ = '\\';
		*out++ = *p;
	}
	return string_list_finish(&cases, ",");
}

static void set_launch(struct string_list *args, const struct launch_request *r)
{
	AUTO_FREE char *cases = test_cases(r->benchmark);
	double samples = (double)r->launch_time_ns / fmax(r->iteration_ns, CATCH_SAMPLE_NS);

	string_list_add(args, cases);
	string_list_split(args, "--reporter=xml --out=" JOB_OUTPUT_FILE, " ");
	string_list_addf(
		args, "--benchmark-samples=%.0f", fmin(fmax(ceil(samples), 1), SAMPLES_MOST));
	string_list_split(args, "--benchmark-warmup-time=10 --benchmark-no-analysis", " ");
}

static int read_output(struct launch_reading *reading, const struct job_result *result,
	const char *benchmark, struct log_row *row, struct err *e)
{
	struct xml x = { .wanted = benchmark, .mean_ns = NAN, .iterations = NAN };
	int rc = parse(&x, result->row, result->row_size, e);

	launch_reading_begin(reading, row);
	if (!rc && x.failed)
		launch_reading_fail(reading, row, OUTCOME_VERIFY,
			x.text_size ? x.text : "the test case failed");
	else if (!rc && !x.found)
		rc = bd_err(e, "no benchmark of this name ran");
	else if (!rc && x.separated)
		rc = bd_err(e,
			"its numbers have separators (1,000): main() sets a locale, which "
			"LC_ALL does not change: let it keep \"C\" for LC_NUMERIC");
	/* 0: no longer than the reading of its clock, which it subtracts. */
	else if (!rc && (!(x.mean_ns > 0 && x.mean_ns <= LOG_NS_MAX) ||
				!(x.iterations >= 1 && x.iterations < 1e15)))
		rc = bd_err(e, "the result has no time or no iterations");
	else if (!rc) {
		launch_reading_add(reading, x.mean_ns);
		row->launch.iterations = (int64_t)x.iterations;
		launch_reading_take(reading, row);
	}
	free(x.text);
	return rc;
}

const struct adapter adapter_catch2 = {
	.name = "catch2",
	.recognises = recognises,
	.listing_runs = true,
	.lists_to_file = true,
	.ask = ask_for_list,
	.list_exit_max = 255,
	.list = read_list,
	.launch = set_launch,
	.output = JOB_OUTPUT_BY_PATH,
	.read = read_output,
	.needs_trial = true,
};
