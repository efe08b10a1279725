/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/writer.h"

#include "compare/formats/read.h"
#include "tests/unit/support/forms.h"

#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEADER "# bdriver-log: 1\n# host: h\n# cores: 2\n# started: 2026-05-17T08:30:00Z\n"
#define COLUMNS \
	"suite,benchmark,round,status,detail,iterations,items,bytes,cpu_ns,wall_ns,samples\n"
/* Two launches of A, one of B with three samples, C failed. Names as they may be. */
static const char one_suite[] =
	HEADER COLUMNS "s,A/1,1,ok,,10,5,20,50,100,10 12 30\n"
		       "s,\"B \"\"<&>\\x0a'\xC3\xA4\",1,ok,,4,,,,,3 1 2.5\n"
		       "s,C,1,signal,11,,,,,,\n"
		       "s,A/1,2,ok,,10,5,20,50,100,11 14 15\n"
		       "# end: 4\n";
static const char two_suites[] =
	HEADER COLUMNS "s,A,1,ok,,1,,,,,5\nt,A,1,ok,,1,,,,,7\n# end: 2\n";

static void read_text(struct log *log, const char *text)
{
	struct err e;

	memset(log, 0, sizeof(*log));
	if (log_read_buffer(log, "in.log", text, strlen(text), LOG_KEEP_SAMPLES, &e) < 0)
		fail_msg("%s", e.text);
}

/* What the writer makes of the text; the caller frees it. */
static char *written(const char *name, const char *text)
{
	struct log log;
	size_t size;
	char *out;
	FILE *f = open_memstream(&out, &size);

	assert_non_null(f);
	read_text(&log, text);
	writer_find(name)->write(&log, f);
	fclose(f);
	log_release(&log);
	return out;
}

static json_t *written_json(const char *name, const char *text)
{
	char *out = written(name, text);
	json_error_t error;
	json_t *json = json_loads(out, JSON_REJECT_DUPLICATES, &error);

	if (!json)
		fail_msg("%s: %s in %s", name, error.text, out);
	free(out);
	return json;
}

static double number_at(const json_t *list, size_t i, const char *key)
{
	return json_number_value(json_object_get(json_array_get(list, i), key));
}

static const char *text_at(const json_t *list, size_t i, const char *key)
{
	return json_string_value(json_object_get(json_array_get(list, i), key));
}

/* One value a launch, the median; the samples of a single launch. */
static void test_gbench(void **state)
{
	json_t *json = written_json("gbench", one_suite);
	json_t *context = json_object_get(json, "context"),
	       *rows = json_object_get(json, "benchmarks");

	(void)state;
	assert_string_equal(json_string_value(json_object_get(context, "executable")), "s");
	assert_int_equal(json_integer_value(json_object_get(context, "num_cpus")), 2);
	assert_int_equal(json_array_size(rows), 6);
	assert_string_equal(text_at(rows, 0, "run_name"), "A/1");
	assert_true(number_at(rows, 0, "real_time") == 12);
	assert_true(number_at(rows, 0, "cpu_time") == 6);
	assert_true(fabs(number_at(rows, 0, "items_per_second") / (5 / 6e-9) - 1) < 1e-12);
	assert_true(number_at(rows, 1, "real_time") == 14);
	assert_true(number_at(rows, 1, "repetition_index") == 1);
	assert_true(number_at(rows, 3, "real_time") == 1);
	assert_true(number_at(rows, 3, "iterations") == 4);
	assert_string_equal(text_at(rows, 2, "name"), "B \"<&>\n'\xC3\xA4");
	assert_true(json_is_true(json_object_get(json_array_get(rows, 5), "error_occurred")));
	assert_string_equal(text_at(rows, 5, "error_message"), "11");
	json_decref(json);
	json = written_json("gbench", two_suites);
	rows = json_object_get(json, "benchmarks");
	assert_string_equal(text_at(rows, 1, "name"), "t/A");
	json_decref(json);
	json = written_json("gbench",
		HEADER "suite,benchmark,round,status,iterations,counters,samples\n"
		       "s,A,1,ok,1,\"{\"\"n\"\":7,\"\"name\"\":1,\"\"t\"\":\"\"x\"\"}\",5\n"
		       "s,B,1,ok,1,\"{\"\"n\"\":\",5\n# end: 2\n");
	rows = json_object_get(json, "benchmarks");
	assert_true(number_at(rows, 0, "n") == 7);
	assert_string_equal(text_at(rows, 0, "name"), "A");
	assert_null(json_object_get(json_array_get(rows, 0), "t"));
	assert_null(json_object_get(json_array_get(rows, 1), "n"));
	json_decref(json);
}

static void test_hyperfine(void **state)
{
	json_t *json = written_json("hyperfine", one_suite), *results, *times;

	(void)state;
	results = json_object_get(json, "results");
	assert_int_equal(json_array_size(results), 2);
	times = json_object_get(json_array_get(results, 0), "times");
	assert_int_equal(json_array_size(times), 2);
	assert_true(fabs(json_number_value(json_array_get(times, 0)) - 12e-9) < 1e-20);
	assert_true(fabs(number_at(results, 0, "mean") - 13e-9) < 1e-20);
	assert_true(fabs(number_at(results, 0, "stddev") - sqrt(2) * 1e-9) < 1e-20);
	json_decref(json);
}

static void test_go(void **state)
{
	char *text = written("go", one_suite);

	(void)state;
	assert_string_equal(text, "goos: linux\npkg: s\nBenchmarkA/1\t10\t12 ns/op\n"
				  "BenchmarkB_\"<&>_'\xC3\xA4\t4\t3 ns/op\n"
				  "BenchmarkB_\"<&>_'\xC3\xA4\t4\t1 ns/op\n"
				  "BenchmarkB_\"<&>_'\xC3\xA4\t4\t2.5 ns/op\n"
				  "--- FAIL: BenchmarkC\nPASS\n"
				  "pkg: s\nBenchmarkA/1\t10\t14 ns/op\nPASS\n");
	free(text);
	text = written("go", two_suites);
	assert_string_equal(text, "goos: linux\npkg: s\nBenchmarkA\t1\t5 ns/op\nPASS\n"
				  "pkg: t\nBenchmarkA\t1\t7 ns/op\nPASS\n");
	free(text);
}

static void test_lnt(void **state)
{
	json_t *json = written_json("lnt", one_suite), *tests = json_object_get(json, "tests");
	json_t *run = json_object_get(json, "run");

	(void)state;
	assert_string_equal(json_string_value(json_object_get(json, "format_version")), "2");
	assert_string_equal(
		json_string_value(json_object_get(run, "start_time")), "2026-05-17T08:30:00");
	assert_int_equal(json_array_size(tests), 3);
	assert_string_equal(text_at(tests, 0, "name"), "s/A/1");
	assert_int_equal(
		json_array_size(json_object_get(json_array_get(tests, 0), "execution_time")),
		2);
	assert_true(number_at(tests, 2, "execution_status") == 1);
	assert_null(json_object_get(json_array_get(tests, 2), "execution_time"));
	json_decref(json);
}

static void test_bencher_and_custom_smaller(void **state)
{
	json_t *json = written_json("bencher", one_suite), *latency;

	(void)state;
	assert_int_equal(json_object_size(json), 2);
	latency = json_object_get(json_object_get(json, "s/A/1"), "latency");
	assert_true(json_number_value(json_object_get(latency, "value")) == 13);
	assert_true(json_number_value(json_object_get(latency, "lower_value")) == 12);
	assert_true(json_number_value(json_object_get(latency, "upper_value")) == 14);
	json_decref(json);
	json = written_json("customSmallerIsBetter", one_suite);
	assert_int_equal(json_array_size(json), 2);
	assert_string_equal(text_at(json, 0, "name"), "s/A/1");
	assert_string_equal(text_at(json, 0, "unit"), "ns");
	assert_true(number_at(json, 0, "value") == 13);
	assert_string_equal(text_at(json, 0, "range"), "\xC2\xB1 1.414");
	assert_string_equal(text_at(json, 0, "extra"), "2 launches");
	assert_string_equal(text_at(json, 1, "extra"), "3 samples");
	json_decref(json);
}

/* Read again: the same launches with the same values, where the format can carry them. */
static void test_round_trips(void **state)
{
	static const struct {
		const char *format, *suite, *b;
		size_t launches_of_a, samples_of_b, failures;
	} trips[] = { { "bdriver", "s", "B \"<&>\n'\xC3\xA4", 2, 3, 1 },
		{ "gbench", "s", "B \"<&>\n'\xC3\xA4", 1, 3, 1 },
		{ "go", "s", "B_\"<&>_'\xC3\xA4", 2, 3, 1 },
		{ "hyperfine", "hyperfine", "B \"<&>\n'\xC3\xA4", 2, 1, 0 } };

	(void)state;
	for (size_t i = 0; i < sizeof(trips) / sizeof(trips[0]); i++) {
		char *text = written(trips[i].format, one_suite);
		const struct log_benchmark *a, *b, *c;
		struct log log;

		read_text(&log, text);
		assert_string_equal(log.format, trips[i].format);
		assert_int_equal(log.warning_count, 0);
		a = log_find(&log, trips[i].suite, "A/1", "");
		b = log_find(&log, trips[i].suite, trips[i].b, "");
		c = log_find(&log, trips[i].suite, "C", "");
		assert_non_null(a);
		assert_non_null(b);
		assert_int_equal(c != NULL, trips[i].failures);
		if (c)
			assert_int_not_equal(c->launches[0].status, OUTCOME_OK);
		assert_int_equal(a->launch_count, trips[i].launches_of_a);
		assert_int_equal(b->launches[0].sample_count, trips[i].samples_of_b);
		assert_true(fabs(a->launches[0].evidence->samples[0] - (i ? 12 : 10)) < 1e-9);
		assert_true(fabs(b->launches[0].evidence->samples[0] - 3) < 1e-9);
		log_release(&log);
		free(text);
	}
}

/* As what is written names it, in what the format calls a list of results. */
static bool has_name(const char *format, json_t *json, const char *name)
{
	char full[256];
	json_t *list = json;
	size_t i;
	json_t *one;

	snprintf(full, sizeof(full), "s/%s", name);
	if (strcmp(format, "bencher") == 0)
		return json_object_get(json, full);
	if (strcmp(format, "lnt") == 0)
		list = json_object_get(json, "tests");
	json_array_foreach(list, i, one)
		if (strcmp(json_string_value(json_object_get(one, "name")), full) == 0)
			return true;
	return false;
}

/* What is written of our log with this name is read again: without a warning, with all rows. */
static void read_again(
	const char *format, const char *text, const char *suite, const char *name)
{
	char *out = written(format, text);
	struct log log;

	read_text(&log, out);
	assert_string_equal(log.format, format);
	if (log.benchmark_count != 3 || log.warning_count)
		fail_msg("%s: '%s': %s", format, name, out);
	if (suite && !log_find(&log, suite, name, ""))
		fail_msg("%s: no '%s': %s", format, name, out);
	log_release(&log);
	free(out);
}

static void test_hostile_names(void **state)
{
	static const char *const without_reader[] = { "lnt", "bencher",
		"customSmallerIsBetter" };

	(void)state;
	EACH_HOSTILE_NAME(name)
	{
		struct form_text text = form_text(&forms[0], *name, "5678");

		read_again("bdriver", text.bytes, "s", *name);
		read_again("gbench", text.bytes, "s", *name);
		read_again("hyperfine", text.bytes, "hyperfine", *name);
		/* Some bytes of a name become "_". */
		read_again("go", text.bytes, NULL, *name);
		for (size_t i = 0; i < 3; i++) {
			json_t *json = written_json(without_reader[i], text.bytes);

			if (!has_name(without_reader[i], json, *name))
				fail_msg("%s: no '%s'", without_reader[i], *name);
			json_decref(json);
		}
		free(text.bytes);
	}
}

/* Whatever was read, each writer can write, and what it wrote has as many benchmarks. */
static void test_each_form_into_each_format(void **state)
{
	static const char *const formats[] = { "bdriver", "gbench", "hyperfine", "go" };

	(void)state;
	EACH_FORM(f)
	{
		struct form_text text = form_text(f, "Second", "5678");

		for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
			char *out = written(formats[i], text.bytes);
			struct log source, copy;

			read_text(&source, text.bytes);
			read_text(&copy, out);
			if (copy.benchmark_count != 3)
				fail_msg("%s as %s: %s", f->what, formats[i], out);
			for (size_t k = 0; k < 3; k++) {
				double was = source.benchmarks[k].launches[0].time.median;
				double is = copy.benchmarks[k].launches[0].time.median;

				if (!(fabs(is / was - 1) < 1e-9))
					fail_msg("%s as %s: %g ns for %g", f->what, formats[i],
						is, was);
			}
			log_release(&source);
			log_release(&copy);
			free(out);
		}
		free(text.bytes);
	}
}

static void test_empty_log(void **state)
{
	static const char *const names[] = { "gbench", "hyperfine", "lnt", "bencher",
		"customSmallerIsBetter" };
	char *text;

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		json_decref(written_json(names[i], HEADER COLUMNS "# end: 0\n"));
	text = written("go", HEADER COLUMNS "# end: 0\n");
	assert_string_equal(text, "goos: linux\n");
	free(text);
	assert_null(writer_find("xml"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gbench),
		cmocka_unit_test(test_hyperfine),
		cmocka_unit_test(test_go),
		cmocka_unit_test(test_lnt),
		cmocka_unit_test(test_bencher_and_custom_smaller),
		cmocka_unit_test(test_round_trips),
		cmocka_unit_test(test_hostile_names),
		cmocka_unit_test(test_each_form_into_each_format),
		cmocka_unit_test(test_empty_log),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
