/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/read.h"
#include "compare/formats/reader.h"

#include "compare/base/memory.h"
#include "compare/base/utf8.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Files of the real tools and what stands in them; see tests/data/formats/README.md. */
static const struct {
	const char *file, *format;
	size_t benchmarks, rows; /* rows: launches */
	const char *suite, *name;
	size_t launch;
	int64_t iterations;
	double first_ns; /* the first sample in the file, or the smallest of a sorted one */
	uint32_t samples;
} files[] = {
	{ "gbench.json", "gbench", 5, 5, "gb", "BM_Fill<int>/64", 0, 546470,
		5.0788669092833246e+01, 3 },
	{ "gbench_launches.json", "gbench", 2, 6, "gb", "BM_Fill<int>/512", 2, -2, NAN, 1 },
	{ "gbench_aggregates.json", "gbench", 2, 2, "gb", "BM_Fill<int>/64", 0, -1, NAN, 3 },
	{ "hyperfine.json", "hyperfine", 2, 8, "hyperfine", "list \"/\"", 1, 1, 926891, 1 },
	{ "hyperfine_parameters.json", "hyperfine", 2, 6, "hyperfine", "sh -c \"exit 2\"", 0, 1,
		1453567, 1 },
	{ "nanobench.json", "nanobench", 2, 2, "Numbers", "divide", 0, -1, NAN, 5 },
	{ "pyperf.json", "pyperf", 2, 6, "pyperf", "sort a list", 1, 2048,
		3.160180668260182e-07 * 1e9, 4 },
	{ "pyperf_one.json", "pyperf", 1, 2, "pyperf", "timeit", 0, 163840, NAN, 2 },
	{ "pytest_benchmark.json", "pytest-benchmark", 2, 2, "pytest-benchmark",
		"bench.py::test_fib_10", 0, 1, 3.215300000025678e-05 * 1e9, 4 },
	{ "jmh.json", "jmh", 1, 1, "JMH",
		"org.openjdk.jmh.samples.JMHSample_01_HelloWorld.wellHelloThere:paramA=17,"
		"paramB=33",
		0, -1, 1e9 / 3.376842765688582E9, 3 },
	{ "benchmarktools.json", "benchmarktools", 3, 3, "BenchmarkTools", "sort/100", 0, 194,
		493.6, 3 },
	{ "benchmarktools_estimates.json", "benchmarktools", 2, 2, "BenchmarkTools", "fib/20",
		0, -1, NAN, 0 },
	{ "criterion.csv", "criterion", 1, 1, "criterion", "Fibonacci/Iterative", 0, -1,
		915000 / 110740.0, 11 },
	{ "criterion_groups.csv", "criterion", 3, 3, "criterion",
		"sort, \"stable\"/reversed/100", 0, -1, 5766426.0 / 34394, 10 },
	{ "asv.json", "asv", 6, 6, "virtualenv-py3.11", "sort.time_empty", 0, 2000, 420, 3 },
	{ "asv_1.json", "asv", 4, 4, "virtualenv-py3.8", "sort.Lists.time_sort(100)", 0, -1,
		NAN, 0 },
	{ "data.js", "github-action-benchmark", 3, 3, "Words", "Count", 0, -1, NAN, 0 },
	{ "go_events.json", "go", 3, 3, "example.org/p", "A-2", 0, 1000, 38.81, 2 },
	{ "go.txt", "go", 4, 7, "example.org/words", "Fields-2", 1, 2000, 358.2, 2 },
};

#define FILES (sizeof(files) / sizeof(files[0]))

static char *content(const char *name, size_t *size)
{
	char path[512], *text = malloc(1 << 20);
	FILE *f;

	snprintf(path, sizeof(path), TEST_DATA "/formats/%s", name);
	f = fopen(path, "re");
	if (!f || !text) {
		fail_msg("%s", path);
		abort();
	}
	*size = fread(text, 1, 1 << 20, f);
	fclose(f);
	return text;
}

static void test_files_of_the_tools(void **state)
{
	(void)state;
	for (size_t i = 0; i < FILES; i++) {
		const struct log_benchmark *b;
		const struct launch *l;
		struct log log = { 0 };
		char path[512];
		struct err e;

		snprintf(path, sizeof(path), TEST_DATA "/formats/%s", files[i].file);
		if (log_read(&log, path, LOG_KEEP_SAMPLES, &e) < 0)
			fail_msg("%s", e.text);
		assert_string_equal(log.format, files[i].format);
		assert_true(log.complete);
		assert_int_equal(log.benchmark_count, files[i].benchmarks);
		assert_int_equal(log.row_count, files[i].rows);
		b = log_find(&log, files[i].suite, files[i].name, "");
		if (!b || b->launch_count <= files[i].launch) {
			fail_msg("%s: no launch of %s", path, files[i].name);
			abort();
		}
		l = &b->launches[files[i].launch];
		assert_int_equal(l->sample_count, files[i].samples);
		assert_int_equal(l->status, OUTCOME_OK);
		if (files[i].iterations != -2)
			assert_int_equal(l->iterations, files[i].iterations);
		if (!isnan(files[i].first_ns))
			assert_true(
				fabs(l->evidence->samples[0] / files[i].first_ns - 1) < 1e-12);
		log_release(&log);
	}
}

static void check_row(const struct log *log, const char *suite, const char *name,
	enum outcome status, double median)
{
	const struct log_benchmark *b = log_find(log, suite, name, "");

	if (!b) {
		fail_msg("no %s", name);
		return;
	}
	assert_int_equal(b->launches[0].status, status);
	if (status == OUTCOME_OK)
		assert_true(fabs(b->launches[0].time.median / median - 1) < 1e-12);
}

/* asv: a result for each combination of parameters, in seconds; none is a failure, NaN is one
 * that was skipped; the version tells whether it is the same benchmark. */
static void test_asv(void **state)
{
	static const char suite[] = "virtualenv-py3.11", old[] = "virtualenv-py3.8";
	const struct log_benchmark *a, *b;
	struct log two = { 0 }, one = { 0 };
	struct err e;

	(void)state;
	assert_int_equal(
		log_read(&two, TEST_DATA "/formats/asv.json", LOG_KEEP_SAMPLES, &e), 0);
	assert_int_equal(
		log_read(&one, TEST_DATA "/formats/asv_1.json", LOG_KEEP_SAMPLES, &e), 0);
	check_row(&two, suite, "sort.Lists.time_sort(10, 'int')", OUTCOME_OK, 2500);
	check_row(&two, suite, "sort.Lists.time_sort(10, 'str')", OUTCOME_OK, 30000);
	check_row(&two, suite, "sort.Lists.time_sort(100, 'int')", OUTCOME_SKIPPED, NAN);
	check_row(&two, suite, "sort.Lists.time_sort(100, 'str')", OUTCOME_VERIFY, NAN);
	check_row(&two, suite, "sort.time_empty", OUTCOME_OK, 400);
	check_row(&two, suite, "sort.time_broken", OUTCOME_VERIFY, NAN);
	check_row(&one, old, "sort.Lists.time_sort(10)", OUTCOME_OK, 2500);
	check_row(&one, old, "sort.time_empty", OUTCOME_OK, 400);
	check_row(&one, old, "sort.time_broken", OUTCOME_VERIFY, NAN);
	assert_int_equal(two.warning_count, 1);
	assert_non_null(strstr(two.warnings[0].text, "1 benchmark counts no time"));
	assert_string_equal(log_meta(&two, "started"), "2026-01-31T23:00:00Z");
	assert_string_equal(log_meta(&two, "host"), "night");
	assert_string_equal(log_meta(&one, "kernel"), "Linux 6.1");
	assert_string_equal(
		log_meta(&one, "revision"), "1f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c");
	a = log_find(&two, suite, "sort.Lists.time_sort(10, 'int')", "");
	b = log_find(&one, old, "sort.Lists.time_sort(10)", "");
	assert_true(a->launches[0].evidence->result.has_checksum);
	assert_int_equal(a->launches[0].evidence->result.checksum,
		b->launches[0].evidence->result.checksum);
	b = log_find(&two, suite, "sort.time_empty", "");
	assert_true(a->launches[0].evidence->result.checksum !=
		    b->launches[0].evidence->result.checksum);
	b = log_find(&one, old, "sort.time_empty", "");
	assert_false(b->launches[0].evidence->result.has_checksum);
	log_release(&one);
	log_release(&two);
}

/* 1,000 x 1,000 x 1,000 without a result are damage, not that many failures. */
static void test_asv_with_too_many_combinations(void **state)
{
	AUTO_FREE char *text = NULL;
	struct log log = { 0 };
	size_t size;
	FILE *out = open_memstream(&text, &size);
	struct err e;

	(void)state;
	fputs("{\"commit_hash\": \"0f1e2d3c\", \"env_name\": \"x\", \"result_columns\": "
	      "[\"result\", \"params\"], \"results\": {\"time_a\": [null, [",
		out);
	for (int i = 0; i < 3; i++) {
		fputs(i ? ", [" : "[", out);
		for (int k = 0; k < 1000; k++)
			fprintf(out, "%s\"%d\"", k ? ", " : "", k);
		fputs("]", out);
	}
	fputs("]], \"time_b\": [[1e-6], []]}}", out);
	fclose(out);
	assert_int_equal(log_read_buffer(&log, "a", text, size, LOG_KEEP_SAMPLES, &e), 0);
	assert_int_equal(log.row_count, 1);
	assert_int_equal(log.warning_count, 1);
	check_row(&log, "x", "time_b", OUTCOME_OK, 1000);
	log_release(&log);
}

struct nights {
	size_t count, stop_at;
	char *text;
};

static int take_night(void *ctx, struct log *night)
{
	struct nights *n = ctx;
	char *old = n->text;

	n->text = memory_format("%s%s %s %s %zu\n", old ? old : "", log_meta(night, "session"),
		log_meta(night, "started"), log_meta(night, "revision.subject"),
		night->benchmark_count);
	free(old);
	return ++n->count == n->stop_at ? -7 : 0;
}

/* data.js: a log a night and suite, oldest first; a rate is a time, bytes are none. */
static void test_data_js(void **state)
{
	struct nights all = { 0 }, some = { .stop_at = 2 };
	const struct nights_to to_all = { NULL, take_night, &all };
	const struct nights_to to_some = { NULL, take_night, &some };
	struct log last = { 0 };
	size_t size;
	char *text = content("data.js", &size);
	struct err e;

	(void)state;
	assert_int_equal(log_read_nights("a", text, size, &to_all, &e), 0);
	assert_string_equal(all.text,
		"Words 0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c 1769810400 "
		"2026-01-30T22:00:00Z Read words 1\n"
		"Words 1f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c 1769896800 "
		"2026-01-31T22:00:00Z Count words 2\n"
		"Python 1f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c 1769896805 "
		"2026-01-31T22:00:05Z Count words 1\n");
	assert_int_equal(log_read_nights("a", text, size, &to_some, &e), -7);
	assert_int_equal(some.count, 2);
	assert_int_equal(log_read_nights("a", text, size / 2, &to_some, &e), -1);
	assert_non_null(strstr(e.text, "a:"));
	assert_int_equal(log_read_buffer(&last, "a", text, size, LOG_KEEP_SAMPLES, &e), 0);
	check_row(&last, "Words", "Fields", OUTCOME_OK, 450);
	check_row(&last, "Words", "Count", OUTCOME_OK, 1500);
	check_row(&last, "Python", "test_words", OUTCOME_OK, 40000);
	log_release(&last);
	free(all.text);
	free(some.text);
	free(text);
}

/* NAN: it is left out, or counts as failed. */
static void test_values_of_data_js(void **state)
{
	static const struct {
		const char *value, *unit;
		double ns;
	} values[] = { { "5", "us/iter", 5000 }, { "5", "usec", 5000 }, { "5", "ops/sec", 2e8 },
		{ "5", "ns/op\\t3 B/op", 5 }, { "\"12.75\"", "ns", 12.75 },
		{ "\"12,75\"", "ns", NAN }, { "\"1,234\"", "ns", NAN }, { "5", "ns/s", NAN },
		{ "5", "s/", NAN }, { "5", "/s", NAN }, { "5", "ns/iter/x", NAN },
		{ "5", "MB/s", NAN } };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(values); i++) {
		AUTO_FREE char *text =
			memory_format("{\"entries\":{\"S\":[{\"benches\":[{\"name\":\"a\","
				      "\"value\":%s,\"unit\":\"%s\"}]}]}}",
				values[i].value, values[i].unit);
		struct log log = { 0 };
		struct err e;

		assert_int_equal(
			log_read_buffer(&log, "a", text, strlen(text), LOG_KEEP_SAMPLES, &e),
			0);
		if (!isnan(values[i].ns))
			check_row(&log, "S", "a", OUTCOME_OK, values[i].ns);
		else if (log.row_count)
			check_row(&log, "S", "a", OUTCOME_VERIFY, 0);
		log_release(&log);
	}
}

/* No file is taken for that of another tool, whatever the order of the readers. */
static void test_one_reader_knows_a_file(void **state)
{
	(void)state;
	for (size_t i = 0; i < FILES; i++) {
		size_t size;
		char *text = content(files[i].file, &size);

		for (const struct reader *const *r = log_readers; *r; r++)
			if (reader_recognises(*r, text, size) !=
				(strcmp((*r)->name, files[i].format) == 0))
				fail_msg("%s: %s", files[i].file, (*r)->name);
		free(text);
	}
}

/* A file that is cut anywhere: an error that names it, or a log that is not complete; what
 * stands before the cut is what stood there. */
static void test_files_cut_short(void **state)
{
	(void)state;
	for (size_t i = 0; i < FILES; i++) {
		size_t size, errors = 0;
		char *text = content(files[i].file, &size);

		for (size_t n = 1; n + 1 < size; n += 1 + size / 300) {
			struct log log = { 0 };
			struct err e = { "" };

			if (log_read_buffer(&log, "cut", text, n, LOG_KEEP_SAMPLES, &e) < 0) {
				assert_ptr_equal(strstr(e.text, "cut:"), e.text);
				errors++;
			} else {
				assert_true(log.row_count <= files[i].rows);
				/* Lines may end at the cut. */
				if ((text[0] == '{' || text[0] == '[') &&
					strcmp(files[i].format, "go") != 0)
					assert_true(!log.complete || n > size - 2 ||
						    strcmp(files[i].file,
							    "gbench_launches.json") == 0);
			}
			log_release(&log);
		}
		assert_true(errors > 0);
		free(text);
	}
}

/* As PowerShell writes what a tool prints. */
static void test_files_in_utf_16(void **state)
{
	(void)state;
	for (size_t i = 0; i < FILES; i++) {
		size_t size, n = 2;
		char *text = content(files[i].file, &size), *wide = malloc(2 * size + 2);
		struct log log = { 0 };
		struct err e;

		memcpy(wide, i % 2 ? "\xff\xfe" : "\xfe\xff", 2);
		for (size_t k = 0; k < size; n += 2) {
			uint32_t code;

			k += utf8_decode(text + k, &code);
			wide[n + (i % 2 ? 0 : 1)] = (char)code;
			wide[n + (i % 2 ? 1 : 0)] = (char)(code >> 8);
		}
		if (log_read_buffer(&log, "a", wide, n, LOG_KEEP_SAMPLES, &e) < 0)
			fail_msg("%s", e.text);
		assert_int_equal(log.benchmark_count, files[i].benchmarks);
		assert_int_equal(log.row_count, files[i].rows);
		log_release(&log);
		free(text);
		free(wide);
	}
}

static void test_what_no_reader_knows(void **state)
{
	static const char *const texts[] = { "{}", "[]", "{\"results\": []}", "x\n", "\n",
		"Benchmarking is fun\n", "[1, 2]", "<xml/>" };
	/* Where a document begins is not looked for anew in each of many blanks: it took
	 * minutes. */
	static char blanks[64000];
	struct log log;
	struct err e;

	(void)state;
	memset(blanks, '\n', sizeof(blanks));
	log = (struct log){ 0 };
	assert_int_equal(log_read_buffer(&log, "a", blanks, sizeof(blanks), 0, &e), -1);
	log_release(&log);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		memset(&log, 0, sizeof(log));
		assert_int_equal(log_read_buffer(&log, "a", texts[i], strlen(texts[i]),
					 LOG_KEEP_SUMMARIES, &e),
			-1);
		assert_non_null(strstr(e.text, "a: is no log that bdriver can read"));
		log_release(&log);
	}
}

/* What the tools write as well: the option that writes what is read. */
static void test_what_is_not_read_says_what_is(void **state)
{
	static const char *const files_of[][2] = {
		{ "command,mean,stddev,median,user,system,min,max\ntrue,1,0,1,1,1,1,1\n",
			"is hyperfine's CSV, which is not read: --export-json FILE has what "
			"is" },
		{ "name,iterations,real_time,cpu_time,time_unit,bytes_per_second\n\"A\",1,1,1,"
		  "ns,\n",
			"--benchmark_out=FILE" },
		{ "x\n-----\nBenchmark      Time     CPU   Iterations\n-----\nA 1 ns 1 ns 5\n",
			"Google Benchmark's table" },
		{ "\"Benchmark\",\"Mode\",\"Threads\",\"Samples\",\"Score\"\n",
			"-rf json -rff FILE" },
		{ "Benchmark  Mode  Cnt  Score   Error  Units\nA.b  avgt  5  1 us/op\n",
			"JMH's" },
		{ "|   ns/op |   op/s |    err% |     total | benchmark\n",
			"templates::json()" },
		{ "{\"mean\":{\"confidence_interval\":{},\"point_estimate\":1}}",
			"its sample.json" },
		{ "{\0}\0", "is UTF-16 or UTF-32" },
	};
	struct log log;
	struct err e;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(files_of); i++) {
		const char *text = files_of[i][0];

		log = (struct log){ 0 };
		assert_int_equal(log_read_buffer(&log, "a", text, strlen(text + 2) + 2,
					 LOG_KEEP_SUMMARIES, &e),
			-1);
		if (!strstr(e.text, files_of[i][1]))
			fail_msg("%s", e.text);
		log_release(&log);
	}
}

/* The name of a sample.json of Criterion.rs stands in its path. */
static void test_criterion_samples(void **state)
{
	static const char text[] = "{\"sampling_mode\":\"Linear\",\"iters\":[2.0,4.0],"
				   "\"times\":[10.0,24.0]}";
	static const char *const names[][2] = {
		{ "target/criterion/sort/stable/new/sample.json", "sort/stable" },
		{ "/a/criterion/b/criterion/sort/base/sample.json", "sort" },
		{ "sort/new/sample.json", "sort" },
		{ "x/sort/new/sample.json", "sort" },
		{ "sample.json", "sample" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		const struct log_benchmark *b;
		struct log log = { 0 };
		struct err e;

		if (log_read_buffer(
			    &log, names[i][0], text, strlen(text), LOG_KEEP_SAMPLES, &e) < 0)
			fail_msg("%s", e.text);
		b = log_find(&log, "criterion", names[i][1], "");
		if (!b) {
			fail_msg("%s: %s", names[i][0], log.benchmarks[0].name);
			return;
		}
		assert_int_equal(b->launches[0].iterations, -1);
		assert_true(b->launches[0].evidence->samples[1] == 6);
		assert_int_equal(log.warning_count, 0);
		log_release(&log);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_files_of_the_tools),
		cmocka_unit_test(test_asv),
		cmocka_unit_test(test_asv_with_too_many_combinations),
		cmocka_unit_test(test_data_js),
		cmocka_unit_test(test_values_of_data_js),
		cmocka_unit_test(test_one_reader_knows_a_file),
		cmocka_unit_test(test_files_cut_short),
		cmocka_unit_test(test_files_in_utf_16),
		cmocka_unit_test(test_what_no_reader_knows),
		cmocka_unit_test(test_what_is_not_read_says_what_is),
		cmocka_unit_test(test_criterion_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
