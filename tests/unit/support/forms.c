/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/unit/support/forms.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

const struct form forms[] = {
	{ "our own", "bdriver", "s",
		"# bdriver-log: 1\nsuite,benchmark,round,status,iterations,samples\n",
		"\"s\",\"@\",1,ok,5,\"$ $\"\n", "", "# end: ~\n", ESCAPED_CSV, "", "", false,
		false, 0 },
	{ "Google Benchmark", "gbench", "b",
		"{\"context\":{\"executable\":\"./b\"},\"benchmarks\":[",
		"\n{\"name\":\"@\",\"run_name\":\"@\",\"run_type\":\"iteration\","
		"\"repetitions\":1,\"repetition_index\":0,\"threads\":1,\"iterations\":5,"
		"\"real_time\":$,\"cpu_time\":2.5,\"time_unit\":\"ns\","
		"\"items_per_second\":4e6,\"n\":1}",
		",", "]}\n", JSON, "", "", false, false, 0 },
	{ "Google Benchmark, aggregates", "gbench", "b",
		"{\"context\":{\"executable\":\"b\"},\"benchmarks\":[",
		"\n{\"name\":\"@_mean\",\"run_name\":\"@\",\"run_type\":\"aggregate\","
		"\"repetitions\":3,\"aggregate_name\":\"mean\",\"aggregate_unit\":\"time\","
		"\"real_time\":$,\"time_unit\":\"ns\"},"
		"\n{\"name\":\"@_median\",\"run_name\":\"@\",\"run_type\":\"aggregate\","
		"\"repetitions\":3,\"aggregate_name\":\"median\",\"aggregate_unit\":\"time\","
		"\"real_time\":$,\"time_unit\":\"ns\"}",
		",", "]}\n", JSON, "", "", false, false, 1 },
	{ "hyperfine", "hyperfine", "hyperfine", "{\"results\":[",
		"\n{\"command\":\"@\",\"times\":[$,$],\"memory_usage_byte\":[4096,5],"
		"\"exit_codes\":[0,0]}",
		",", "]}\n", JSON, "", "", false, false, 0 },
	{ "nanobench", "nanobench", "t", "{\"results\":[",
		"\n{\"title\":\"t\",\"name\":\"@\",\"clockResolution\":1e-8,"
		"\"measurements\":[{\"iterations\":5,\"elapsed\":$}]}",
		",", "]}\n", JSON, "", "", false, false, 0 },
	{ "pyperf", "pyperf", "pyperf", "{\"benchmarks\":[",
		"\n{\"metadata\":{\"name\":\"@\",\"loops\":4,\"unit\":\"second\"},"
		"\"runs\":[{\"metadata\":{\"mem_max_rss\":4096},\"values\":[$,$]}]}",
		",", "],\"version\":\"1.0\"}\n", JSON, "", "", false, true, 0 },
	{ "pytest-benchmark", "pytest-benchmark", "pytest-benchmark",
		"{\"machine_info\":{\"node\":\"n\"},\"benchmarks\":[",
		"\n{\"fullname\":\"@\",\"stats\":{\"data\":[$,$],\"iterations\":4}}", ",",
		"],\"version\":\"5\"}\n", JSON, "", "", false, false, 0 },
	{ "pytest-benchmark, quartiles", "pytest-benchmark", "pytest-benchmark",
		"{\"machine_info\":{\"node\":\"n\"},\"benchmarks\":[",
		"\n{\"fullname\":\"@\",\"stats\":{\"min\":$,\"q1\":$,\"median\":$,\"q3\":$,"
		"\"max\":$,\"mean\":$,\"stddev\":0,\"rounds\":4,\"iterations\":4}}",
		",", "],\"version\":\"5\"}\n", JSON, "", "", false, false, 0 },
	{ "JMH", "jmh", "JMH", "[",
		"\n{\"benchmark\":\"@\",\"mode\":\"avgt\",\"primaryMetric\":{\"scoreUnit\":"
		"\"us/op\",\"rawData\":[[$,$]]}}",
		",", "]\n", JSON, "", "", false, false, 0 },
	{ "JMH, mode sample", "jmh", "JMH", "[",
		"\n{\"benchmark\":\"@\",\"mode\":\"sample\",\"primaryMetric\":{\"scoreUnit\":"
		"\"us/op\",\"rawDataHistogram\":[[[[$,2],[$,1]]]]}}",
		",", "]\n", JSON, "", "", false, false, 0 },
	{ "asv", "asv", "e",
		"{\"commit_hash\":\"c\",\"env_name\":\"e\",\"result_columns\":[\"result\","
		"\"params\",\"samples\"],\"results\":{",
		"\n\"time_@\":[[$],null,[[$,$]]]", ",", "},\"version\":2}\n", JSON, "time_",
		".", false, true, 0 },
	{ "asv, version 1", "asv", "e", "{\"results\": {", "\n\"time_@\":{\"result\":[$]}", ",",
		"},\"commit_hash\":\"c\",\"env_name\":\"e\",\"version\":1}\n", JSON, "time_",
		".", false, true, 0 },
	{ "github-action-benchmark", "github-action-benchmark", "s",
		"window.BENCHMARK_DATA = {\"entries\":{\"s\":[{\"commit\":{\"id\":\"c\"},"
		"\"date\":0,\"benches\":[",
		"\n{\"name\":\"@\",\"value\":$,\"unit\":\"ns/iter\"}", ",", "]}]}}\n", JSON, "",
		"", false, true, 0 },
	{ "BenchmarkTools", "benchmarktools", "BenchmarkTools",
		"[{\"BenchmarkTools\":\"1.0.0\"},[[\"BenchmarkGroup\",{\"data\":{",
		"\n\"@\":[\"Trial\",{\"times\":[$,$],\"params\":[\"Parameters\",{\"evals\":5}]"
		"}]",
		",", "},\"tags\":[]}]]]\n", JSON, "", "", false, true, 0 },
	{ "Criterion.rs", "criterion", "criterion",
		"group,function,value,throughput_num,throughput_type,sample_measured_value,"
		"unit,iteration_count\n",
		"g,\"@\",,,,$,ns,1\n", "", "", CSV, "g/", "\n\r", true, false, 0 },
	{ "Go", "go", "p", "goos: linux\npkg: p\n", "BenchmarkX/@ \t 5\t $ ns/op\t 3 B/op\n",
		"", "PASS\n", PLAIN, "X/", " \t\n\r", true, false, 0 },
	{ "Swift, summary", "swift-csv", "Swift",
		"#,TEST,SAMPLES,MIN(us),MAX(us),MEAN(us),SD(us),MEDIAN(us),MAX_RSS(B)\n",
		"1,@,20,$,99999,50000,7,88888,4096\n", "",
		"\nTotal performance tests executed: ~\n", PLAIN, "", ",\n\r\"", true, false,
		0 },
	{ "Swift, quantiles", "swift-csv", "Swift",
		"#,TEST,SAMPLES,QMIN(us),MEDIAN(us),MAX(us)\n", "1,@,20,$,88888,99999\n", "",
		"\nTotal performance tests executed: ~\n", PLAIN, "", ",\n\r\"", true, false,
		0 },
	{ "Swift, delta", "swift-csv", "Swift",
		"#,TEST,SAMPLES,MIN(us),\xCE\x94Q1,\xCE\x94Q2,\xCE\x94Q3,\xCE\x94MAX\n",
		"1,@,20,$,,5,,7\n", "", "\nTotal performance tests executed: ~\n", PLAIN, "",
		",\n\r\"", true, false, 0 },
	{ "Swift, console", "swift-csv", "Swift",
		"   # TEST    SAMPLES       MIN    MEDIAN       MAX\n",
		"   1 @    20   $   88888.000   99999.000\n", "",
		"\nTotal performance tests executed: ~\n", PLAIN, "", " ,\t\n\r\"", true, false,
		0 },
	{ "Swift, verbose", "swift-verbose", "Swift",
		"--- CONFIG ---\nVerbose: true\n--- DATA ---\n"
		"#,TEST,SAMPLES,MIN(us),MAX(us),MEAN(us),SD(us),MEDIAN(us)\n",
		"Running @\n    SetUp 13\n    Measuring with scale 5.\n    Sample 0,$\n"
		"    Sample 1,$\n1,@,2,$,$,$,0,$\n",
		"", "\nTotal performance tests executed: ~\n", PLAIN, "", ",\n\r\"", true,
		false, 0 },
	{ "Swift, JSON with samples", "swift-json", "Swift", "",
		"{\"number\":1,\"name\":\"@\",\"samples\":[$,$],\"iters\":5,\"max_rss\":4096}"
		"\n",
		"", "\nTotal performance tests executed: ~\n", JSON, "", "", true, false, 0 },
	{ "Swift, JSON with quantiles", "swift-json", "Swift", "",
		"{\"number\":1,\"name\":\"@\",\"num_samples\":99,\"quantiles\":[$,88888,99999]"
		"}\n",
		"", "\nTotal performance tests executed: ~\n", JSON, "", "", true, false, 0 },
	{ "Swift, JSON with a summary", "swift-json", "Swift", "",
		"{\"number\":1,\"name\":\"@\",\"num_samples\":99,\"min\":$,\"median\":88888,"
		"\"max\":99999}\n",
		"", "\nTotal performance tests executed: ~\n", JSON, "", "", true, false, 0 },
};

const size_t form_count = sizeof(forms) / sizeof(forms[0]);

const char *const hostile_names[] = { "two words", "::error::x", "##[group]x",
	"=cmd|' /C calc'!A0", "+1", "@SUM(A1)", "../../../etc/passwd", "$(touch x)`x`;x",
	"%s%n%99999d", "<script>&amp;</script>", "a,b;c", "\"quoted\"", "it's", "\"",
	"back\\slash\\x41\\u0041\\", "--list", "# end: 0", "{\"name\":[", "NaN", "null",
	"1,2,3", "\x01\x1b[31mred\x7f", "two\nlines\r\nthree", "tab\tbed", "\xC2\x9B[2J",
	"\xE2\x80\xAE reversed", "\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80", "1", "#", NULL };

static void put_coded(FILE *out, enum coding coding, char c)
{
	bool control = (unsigned char)c < 0x20 || c == 0x7F;

	if (coding == JSON && (control || c == '"' || c == '\\'))
		fprintf(out, "\\u%04x", (unsigned)c);
	else if (coding == ESCAPED_CSV && (control || c == '\\'))
		fprintf(out, control ? "\\x%02x" : "\\\\", (unsigned)c);
	else if (c == '"' && coding != PLAIN)
		fputs("\"\"", out);
	else
		fputc(c, out);
}

static void put_name(FILE *out, enum coding coding, const char *name)
{
	while (*name) {
		const char *first = name;

		while (isalnum((unsigned char)*name))
			name++;
		fwrite(first, 1, (size_t)(name - first), out);
		if (*name)
			put_coded(out, coding, *name++);
	}
}

static void put_row(FILE *out, const struct form *f, const char *name, const char *time)
{
	for (const char *p = f->row; *p; p++) {
		if (*p == '@')
			put_name(out, f->coding, name);
		else if (*p == '$')
			fputs(time, out);
		else
			putc_unlocked(*p, out);
	}
}

static void put_end(FILE *out, const struct form *f, size_t rows)
{
	const char *count = strchr(f->end, '~');

	if (count)
		fprintf(out, "%.*s%zu%s", (int)(count - f->end), f->end, rows, count + 1);
	else
		fputs(f->end, out);
}

struct form_text form_text(const struct form *form, const char *name, const char *time)
{
	struct form_text text;
	FILE *out = open_memstream(&text.bytes, &text.size);

	assert_non_null(out);
	fputs(form->begin, out);
	put_row(out, form, "First", "1234");
	fputs(form->between, out);
	text.from = (size_t)ftell(out);
	put_row(out, form, name, time);
	text.to = (size_t)ftell(out);
	fputs(form->between, out);
	put_row(out, form, "Last", "9123");
	put_end(out, form, 3);
	fclose(out);
	return text;
}

void form_rows(FILE *out, const struct form *form, size_t count, size_t names)
{
	char name[32], time[32];

	fputs(form->begin, out);
	for (size_t i = 0; i < count; i++) {
		snprintf(name, sizeof(name), "Bench/%zu", i % names);
		snprintf(time, sizeof(time), "%zu", 1000 + i % 977);
		fputs(i ? form->between : "", out);
		put_row(out, form, name, time);
	}
	put_end(out, form, count);
}
