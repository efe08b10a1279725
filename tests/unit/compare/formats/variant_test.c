/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/variant.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "compare/log/merge.h"

#define HYPERFINE(more) "{\"results\":[" more "]}"
#define MAKE(size)      "{\"command\":\"make\",\"times\":[1,2],\"parameters\":{\"size\":" size "}}"
#define JMH(fields)                                                           \
	"{\"benchmark\":\"Run\"," fields ",\"primaryMetric\":{\"scoreUnit\":" \
	"\"us/op\",\"rawData\":[[1]]}}"
#define NANO(n)                                                                         \
	"{\"title\":\"t\",\"name\":\"sort\",\"complexityN\":" n ",\"clockResolution\":" \
	"1e-8,\"measurements\":[{\"iterations\":1,\"elapsed\":1}]}"
#define GBENCH(context, rows) \
	"{\"context\":{\"executable\":\"b\"" context "},\"benchmarks\":[" rows "]}"
#define ROW(fields) NAMED("BM", "2", fields)
#define NAMED(name, time, fields)                                     \
	"{\"name\":\"" name "\",\"iterations\":1,\"real_time\":" time \
	",\"time_unit\":\"ns\"" fields "}"
#define PYTEST(rows) "{\"machine_info\":{},\"benchmarks\":[" rows "]}"
#define TEST(fields) "{\"fullname\":\"t\"," fields ",\"stats\":{\"data\":[1]}}"
#define PYPERF(metadata)                                                 \
	"{\"benchmarks\":[{\"runs\":[{\"values\":[1]}]}],\"metadata\":{" \
	"\"name\":\"timeit\"," metadata "}}"
#define TRIAL         "[\"Trial\",{\"times\":[1]}]"
#define GROUP(data)   "[\"BenchmarkGroup\",{\"data\":{" data "}}]"
#define JULIA(values) "[{\"BenchmarkTools\":\"1\"},[" values "]]"
#define ASV(params)                                                                            \
	"{\"commit_hash\":\"1\",\"env_name\":\"e\",\"result_columns\":[\"result\",\"params\"]" \
	","                                                                                    \
	"\"results\":{\"time_t\":[[1,2]," params "]}}"
#define EVENT(package, text) \
	"{\"Action\":\"output\",\"Package\":\"" package "\",\"Output\":\"" text "\"}\n"
#define CRITERION                                                                    \
	"group,function,value,throughput_num,throughput_type,sample_measured_value," \
	"unit,iteration_count\n"

/* What a file of one name has: its benchmarks, each with its launches, and a warning. */
static const struct {
	const char *text, *benchmarks, *warning;
} told_apart[] = {
	{ HYPERFINE(MAKE("\"small\"")), "make 2", NULL },
	{ HYPERFINE(MAKE("\"small\"") "," MAKE("\"large\"")),
		"make:size=small 2, make:size=large 2", NULL },
	{ HYPERFINE(MAKE("1") ",{\"command\":\"make\",\"times\":[1]}"), "make:size=1 2, make 1",
		NULL },
	/* Of two fields only the one that differs is shown. */
	{ HYPERFINE(MAKE("1,\"jobs\":8") "," MAKE("2,\"jobs\":8")),
		"make:size=1 2, make:size=2 2", NULL },
	{ HYPERFINE(MAKE("1") "," MAKE("1")), "make 4", "a:1: 'make' stands twice" },
	{ HYPERFINE(MAKE("1")) HYPERFINE(MAKE("1")), "make 4", NULL },
	{ "[" JMH("\"mode\":\"avgt\"") "," JMH("\"mode\":\"ss\"") "]",
		"Run:mode=avgt 1, Run:mode=ss 1", NULL },
	{ "[" JMH("\"mode\":\"ss\"") "]", "Run 1", NULL },
	{ "[" JMH("\"threads\":1") "," JMH("\"threads\":8") "]",
		"Run:threads=1 1, Run:threads=8 1", NULL },
	{ "[" JMH("\"params\":{\"n\":1,\"k\":\"x\"}") "," JMH(
		  "\"params\":{\"k\":\"x\",\"n\":2.5,\"ok\":true}") "]",
		"Run:k=x,n=1 1, Run:k=x,n=2.5,ok=true 1", NULL },
	{ "[" JMH("\"jvmArgs\":[\"-Xmx1g\",\"-ea\"]") "," JMH("\"jvmArgs\":[]") "]",
		"Run:jvmArgs=-Xmx1g -ea 1, Run 1", "differ in 'jvmArgs'" },
	{ "{\"results\":[" NANO("10") "," NANO("100") "]}",
		"sort:complexityN=10 1, sort:complexityN=100 1", NULL },
	{ "{\"results\":[" NANO("-1") "," NANO("-1") "]}", "sort 2", "a:1: 'sort' stands" },
	{ GBENCH("", ROW(",\"repetition_index\":0") "," ROW(",\"repetition_index\":1")), "BM 1",
		NULL },
	{ GBENCH("", ROW(",\"threads\":1") "," ROW(",\"threads\":8")),
		"BM:threads=1 1, BM:threads=8 1", NULL },
	/* Registered twice: the numbers depend on a filter, the order does not. */
	{ GBENCH("", ROW(",\"family_index\":4") "," ROW(",\"family_index\":7") "," ROW(
			     ",\"family_index\":7")),
		"BM 1, BM:copy=2 1", NULL },
	{ GBENCH("", ROW(",\"family_index\":4")) GBENCH("", ROW(",\"family_index\":0")), "BM 2",
		NULL },
	{ GBENCH("", ROW(",\"repetition_index\":0") "," ROW(",\"repetition_index\":0")), "BM 1",
		"a:1: 'BM' stands here again" },
	/* Early versions do not number repetitions, but these follow each other. */
	{ GBENCH("", ROW("") "," NAMED("B", "2", "") "," ROW("")), "BM 1, B 1",
		"a:1: 'BM' stands here again" },
	{ GBENCH("", ROW(",\"label\":\"html\"") "," ROW(",\"label\":\"urls\"")), "BM 1",
		"(labels 'html', 'urls')" },
	{ GBENCH(",\"cc\":\"gcc\"", ROW("")) GBENCH(",\"cc\":\"clang\"", ROW("")), "BM 2",
		"a: its documents differ in 'cc' (gcc, clang)" },
	/* Aggregates of 1.4 and before, beside a benchmark that is named so. */
	{ GBENCH("", NAMED("A", "2", "") "," NAMED("A", "4", "") "," NAMED("A_mean", "3",
			     "") "," NAMED("A_median", "3", "") "," NAMED("A_stddev", "1", "")),
		"A 1", NULL },
	{ GBENCH("", NAMED("A", "2", "") "," NAMED("A", "4", "") "," NAMED(
			     "A_mean", "7", "") "," NAMED("A_median", "3", "")),
		"A 1, A_mean 1, A_median 1", NULL },
	/* Counters may have the name of a field. */
	{ GBENCH("", ROW(",\"real_time\":9,\"rms\":1,\"big_o\":2") "," NAMED("BM", "2", "")),
		"BM 1", NULL },
	{ GBENCH("", ROW("")) "{\"benchmarks\":[" NAMED("A", "2", "") "]}", "BM 1, A 1", NULL },
	{ GBENCH("", ROW("") "," ROW("") "," ROW("") "," ROW("") "," ROW(""))
			GBENCH("", ROW("") "," ROW("") "," ROW("") "," ROW("") "," ROW("")),
		"BM 2", "a:1: the results from here on stand in the file already" },
	{ PYTEST(TEST("\"params\":{\"n\":1}") "," TEST("\"params\":{\"n\":2}")),
		"t:n=1 1, t:n=2 1", NULL },
	{ PYTEST(TEST("\"group\":\"a\"") "," TEST("\"group\":\"b\"")),
		"t:group=a 1, t:group=b 1", NULL },
	{ PYPERF("\"timeit_stmt\":\"a()\"") PYPERF("\"timeit_stmt\":\"b()\""),
		"timeit:timeit_stmt=a() 1, timeit:timeit_stmt=b() 1", NULL },
	{ PYPERF("\"python_version\":\"3.11\"") PYPERF("\"python_version\":\"3.12\""),
		"timeit:python_version=3.11 1, timeit:python_version=3.12 1",
		"differ in 'python_version'" },
	{ CRITERION "g,,,10,bytes,5,ns,1\ng,,,20,bytes,5,ns,1\n",
		"g:throughput_num=10 1, g:throughput_num=20 1", NULL },
	{ CRITERION "a/b,c,,,,5,ns,1\na,b/c,,,,9,ns,1\n",
		"a/b/c:group=a/b,function=c 1, a/b/c:group=a,function=b/c 1", NULL },
	{ "{\"iters\":[1],\"times\":[5]}\n{\"iters\":[1],\"times\":[9]}\n", "sample 2",
		"a:2: its documents have no names" },
	{ "BenchmarkX 1 1 ns/op\nBenchmarkX 1 2 ns/op\n", "X 1", NULL },
	{ "note: before\nBenchmarkX 1 1 ns/op\nnote: after\nBenchmarkX 1 2 ns/op\n",
		"X:note=before 1, X:note=after 1", "differ in 'note', which is now part of 2" },
	{ "BenchmarkX 1 1 ns/op\ncpu: A\nBenchmarkX 1 2 ns/op\n", "X 1, X:cpu=A 1",
		"differ in 'cpu'" },
	{ "note: a\nBenchmarkX 1 1 ns/op\nPASS\nnote: a\nBenchmarkX 1 2 ns/op\nPASS\n", "X 2",
		NULL },
	{ "[{\"BenchmarkTools\":\"1\",\"Julia\":\"1.7\"},[[\"Trial\",{\"times\":[1]}]]]"
	  "[{\"BenchmarkTools\":\"1\",\"Julia\":\"1.9\"},[[\"Trial\",{\"times\":[1]}]]]",
		"trial 1 2", "differ in 'Julia' (1.7, 1.9)" },
	{ JULIA(GROUP("\"a\":" TRIAL) "," GROUP("\"a\":" TRIAL ",\"b\":" TRIAL)),
		"a:value=1 1, a:value=2 1, b 1", NULL },
	{ JULIA(GROUP("\"a/b\":" GROUP("\"c\":" TRIAL) ",\"a\":" GROUP("\"b/c\":" TRIAL))),
		"a/b/c:group=a/b 1, a/b/c:group=a 1", NULL },
	{ JULIA(GROUP("\"a\":" TRIAL ",\"a\":" TRIAL)), "a 2", "a:1: 'a' stands twice" },
	{ ASV("[[1,\"x\"]]"), "time_t(1) 1, time_t(x) 1", NULL },
	{ ASV("[[1,\"1\"]]"), "time_t(1) 2", "a:1: 'time_t(1)' stands twice" },
	/* Events of two packages in turn. */
	{ EVENT("p", "BenchmarkX 1 1 ns/op\\n") EVENT("q", "BenchmarkX 1 2 ns/op\\n")
			EVENT("p", "BenchmarkY 1 1 ns/op\\n"),
		"X 1, X 1, Y 1", NULL },
	{ "goos: x\n\033[32mBenchmarkX 1 1 ns/op\033[0m\nlike BenchmarkZ 1 1 ns/op\n", "X 1",
		"a:3: row left out: it has a result, but no name" },
	/* A copy from the log of a CI. */
	{ "2026-01-31T02:00:00.1234567Z goos: x\n2026-01-31T02:00:01.1234567Z BenchmarkX 1 1 "
	  "ns/op\n2026-01-31T02:00:02.1234567Z PASS\n2026-01-31T02:00:03Z BenchmarkX 1 1 "
	  "ns/op\n",
		"X 2", NULL },
	{ "{\"entries\":{\"S\":[{\"commit\":{},\"benches\":[{\"name\":\"a\",\"value\":1,"
	  "\"unit\":"
	  "\"ns\"},{\"name\":\"a\",\"value\":2,\"unit\":\"ns\"}]}]}}",
		"a 2", "'a' stands twice" },
	/* What a benchmark prints itself, and the testing package. */
	{ "BenchmarkX\nnote: 1\nBenchmarkX 1 1 ns/op\nBenchmarkX\nnote: 2\nBenchmarkX 1 2 "
	  "ns/op\n",
		"X 1", NULL },
	{ "BenchmarkX\nnote: 1\nBenchmarkX 1 1 ns/op\nnote: 2\nBenchmarkX 1 2 ns/op\nPASS\n",
		"X 1", NULL },
	{ "BenchmarkX 1 1 ns/op\nPASS\ncoverage: 1 % of statements\nok\tp\t1s\nBenchmarkX 1 1 "
	  "ns/op\nok 1 - it works\nBenchmarkX 1 2 ns/op\nok\tp\t1s\n",
		"X 2", NULL },
	/* Processes of which only the lines with results were kept. */
	{ "BenchmarkX 1 1 ns/op\nBenchmarkY 1 1 ns/op\nBenchmarkX 1 2 ns/op\n", "X 2, Y 1",
		NULL },
	/* Before Go 1.9 the package stands behind its results alone. */
	{ "PASS\nBenchmarkX 1 1 ns/op\nok  \tp\t1s\nPASS\nBenchmarkX 1 2 ns/op\nok  \tq\t1s\n",
		"X 1, X 1", NULL },
	{ "BenchmarkX 1 1 ns/op\nFAIL\nexit status 1\nFAIL\tp\t1s\nBenchmarkX 1 2 ns/op\nPASS\n"
	  "ok  \tq\t(cached)\n",
		"X 1, X 1", NULL },
	/* A list of documents, each with a BOM, and words of other tools in what users add. */
	{ "[" GBENCH("", ROW("")) ",\n\xEF\xBB\xBF" GBENCH("", ROW("")) "]", "BM 2",
		"a:1: what stands before the JSON" },
	{ "{\"machine_info\": {},\"benchmarks\":[" TEST(
		  "\"extra_info\":{\"context\":1,\"real_time\":1,\"runs\":1}") "]}",
		"t 1", NULL },
	{ "{\"results\":[{\"name\":\"command\",\"measurements\":[{\"elapsed\":1}]}]}",
		"command 1", NULL },
	{ "{\"number\":1,\"name\":\"x\"}\nBenchmarkX 1 1 ns/op\n", "X 1", NULL },
	{ PYPERF("\"hostname\":\"a\"") PYPERF("\"hostname\":\"b\""), "timeit 2",
		"differ in 'hostname'" },
};

static char *benchmarks_of(const struct log *log)
{
	struct string_list list = { 0 };

	for (size_t i = 0; i < log->benchmark_count; i++)
		string_list_addf(&list, "%s %u", log->benchmarks[i].name,
			log->benchmarks[i].launch_count);
	return string_list_finish(&list, ", ");
}

static void read_text(struct log *log, const char *text)
{
	struct err e;

	*log = (struct log){ 0 };
	if (log_read_buffer(log, "a", text, strlen(text), LOG_KEEP_SUMMARIES, &e) < 0)
		fail_msg("%s: %s", text, e.text);
}

static void test_results_of_one_name(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(told_apart); i++) {
		const char *warning = told_apart[i].warning;
		struct log log;
		char *found;

		read_text(&log, told_apart[i].text);
		found = benchmarks_of(&log);
		if (strcmp(found, told_apart[i].benchmarks) != 0)
			fail_msg("%s\nis %s", told_apart[i].text, found);
		if (log.warning_count != (warning != NULL) ||
			(warning && !strstr(log.warnings[0].text, warning)))
			fail_msg("%s\n%s", told_apart[i].text,
				log.warning_count ? log.warnings[0].text : "no warning");
		free(found);
		log_release(&log);
	}
}

/* The names follow from what else a file holds; what was measured does not. */
static void test_in_two_files(void **state)
{
	struct log one, two;
	char *difference;

	(void)state;
	read_text(&one, HYPERFINE(MAKE("1,\"jobs\":8")));
	read_text(&two, HYPERFINE(MAKE("1,\"jobs\":8") "," MAKE("2,\"jobs\":8") "," MAKE(
				"1,\"jobs\":4")));
	assert_string_equal(two.benchmarks[2].name, "make:size=1,jobs=4");
	assert_true(variant_is_same(&one.benchmarks[0], &two.benchmarks[0]));
	assert_true(variant_is_same(&two.benchmarks[0], &one.benchmarks[0]));
	assert_false(variant_is_same(&one.benchmarks[0], &two.benchmarks[1]));
	assert_false(variant_is_same(&two.benchmarks[2], &one.benchmarks[0]));
	difference = variant_difference(&one.benchmarks[0], &two.benchmarks[1]);
	assert_string_equal(difference, "size 1, 2");
	free(difference);
	difference = variant_difference(&one.benchmarks[0], &two.benchmarks[0]);
	assert_string_equal(difference, "");
	free(difference);
	log_release(&one);
	log_release(&two);
}

/* Two files of one side. */
static void test_merged(void **state)
{
	struct log log, more;
	char *found;

	(void)state;
	read_text(&log, "[" JMH("\"mode\":\"avgt\"") "]");
	read_text(&more, "[" JMH("\"mode\":\"avgt\"") "," JMH("\"mode\":\"ss\"") "]");
	variants_undo(&log);
	variants_undo(&more);
	log_merge(&log, &more);
	variants_name(&log);
	found = benchmarks_of(&log);
	assert_string_equal(found, "Run:mode=avgt 2, Run:mode=ss 1");
	free(found);
	log_release(&log);
	log_release(&more);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_results_of_one_name),
		cmocka_unit_test(test_in_two_files),
		cmocka_unit_test(test_merged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
