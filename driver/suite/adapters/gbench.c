/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <elf.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/json_reader.h"
#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/formats/gbench_row.h"
#include "compare/print/format.h"
#include "compare/print/markup.h"
#include "driver/base/where.h"
#include "driver/code/elf_image.h"
#include "driver/code/image.h"
#include "driver/code/symbols.h"
#include "driver/config/config.h"
#include "driver/suite/adapter.h"
#include "driver/suite/suite.h"

/*
 * Executables of Google Benchmark. One launch is one process with a filter that matches one
 * name; its repetitions are the samples. github.com/google/benchmark, docs/user_guide.md.
 */

/* Of so many repetitions the first one is the warm-up. Of fewer it is a sample as well: a
 * launch counts by its fastest ones, and the least of three is far less often slowed down by
 * others than the least of two. But nobody gets more samples than were asked for. */
#define WARM_UP_FROM 5

/* Of the time of 10, 100 ... iterations: a search for it ends with so many, and a few more. */
#define SEARCH_PART   0.8

#define EXIT_CODE_MAX 255
/* Of a list, in an error. */
#define LINE_SHOWN 80

/* A counter may have this name, but has an exponent. */
#define THOUSANDS "\"iterations\": [0-9]{1,3}([.])[0-9]{3}[,\\s]"
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
static bool ask_for_list(struct string_list *args, const struct suite *suite, unsigned dialect)
{
	(void)suite;
	string_list_split(args, "--benchmark_list_tests=true --benchmark_format=console", " ");
	if (dialect == 0)
		string_list_add(args, "--benchmark_min_time=1x");
	return dialect < 2;
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

/* Without optimisation gcc and clang build the frame, and store the first argument in it before
 * anything else. */
static bool begins_unoptimized(const unsigned char *code, const unsigned char *end)
{
	static const char steps[][8] = { "\xf3\x0f\x1e\xfa" /* endbr64 */,
		"\x55\x48\x89\xe5" /* push rbp; mov rbp, rsp */, "\x53" /* push rbx */,
		"\x48\x83\xec?" /* sub rsp, */, "\x48\x81\xec????" };
	bool framed = false;

	for (size_t i = 0; i < ARRAY_SIZE(steps); i++) {
		size_t size = strlen(steps[i]), fixed = strcspn(steps[i], "?");

		if (end - code < (ptrdiff_t)size || memcmp(code, steps[i], fixed) != 0)
			continue;
		framed |= *code == 0x55;
		code += size;
	}
	/* mov [rbp - N], rdi */
	return framed && end - code > 3 && !memcmp(code, "\x48\x89", 2) &&
	       (code[2] == 0x7d || code[2] == 0xbd);
}

/* Were most of its benchmarks compiled so? Without symbols, and on other machines than x86-64,
 * that is not known. */
static bool is_unoptimized(const char *path)
{
	struct image image;
	size_t count = 0, such = 0;

	if (!image_open(&image, path, NULL) && image.machine == EM_X86_64)
		for (size_t i = 0; i < image.symbol_count; i++) {
			const struct image_symbol *symbol = &image.symbols[i];
			const struct image_section *s =
				image_section_at(&image, symbol->address);

			if (!symbol->name || !symbol_is_timed(symbol->name) || !s || !s->bytes)
				continue;
			count++;
			such += begins_unoptimized(
				s->bytes + (symbol->address - s->address), s->bytes + s->size);
		}
	image_release(&image);
	return 2 * such > count;
}

static int read_list(struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	AUTO(string_list_release) struct string_list names = { 0 };

	/* A program with a main() of its own may go on after it. */
	if (answer->dialect == 0 && strstr(answer->errors, "expected to be"))
		return bd_err(e, "%s", answer->errors);
	listed_lines(answer->text, answer->nothing && !is_script(answer) ? answer->nothing : "",
		&names);
	if (!names.count && answer->text[strspn(answer->text, "\r\n")])
		return no_names(suite, answer, e);
	if (suite_add_benchmarks(suite, &names, e))
		return -1;
	for (size_t i = 0; i < suite->benchmark_count; i++)
		suite->benchmarks[i].threads = gbench_threads(suite->benchmarks[i].name) > 1;
	if (is_unoptimized(suite->path))
		suite->optimized = 0;
	suite->counts = answer->dialect == 0 ? COUNTS_ANY : COUNTS_ONE;
	suite->returns_count =
		answer->code && answer->code == (int)(names.count & EXIT_CODE_MAX);
	return 0;
}

/* The search calls the benchmark with 1, 10, 100 ... iterations. */
static double shortest_search_ns(const struct launch_request *r)
{
	double n = launch_search_iterations(
		launch_sample_ns(r->usual_time_ns, r->set_up.ns), r->iterations);

	return n > 1 ? SEARCH_PART * n * r->iteration_ns : 0;
}

static double search_ns(const struct launch_request *r)
{
	if (r->batch == 1 && !r->iterations)
		return LAUNCH_SEARCH_NS;
	if (r->batch && r->iteration_ns > 0)
		return shortest_search_ns(r);
	return launch_sample_ns(r->usual_time_ns, r->set_up.at_once ? 0 : r->set_up.ns) *
	       (double)(r->batch ? r->batch : 1);
}

static void add_time(struct string_list *args, const struct launch_request *r)
{
	/* It reports those of all threads. */
	int64_t threads = gbench_threads(r->benchmark);
	int64_t iterations =
		(r->batch ? r->batch : 1) * ((r->iterations + threads - 1) / threads);

	if (iterations > 0 && r->any_count)
		string_list_addf(args, "--benchmark_min_time=%" PRId64 "x", iterations);
	else if (iterations == 1)
		string_list_add(args, "--benchmark_min_time=0");
	else
		string_list_addf(args, "--benchmark_min_time=%g%s", search_ns(r) / 1e9,
			r->any_count ? "s" : "");
}

/* Each calls the function again, with what it prepares before its loop. A launch of samples so
 * long that five do not fit says as much with the three or more that do; the time is for more
 * launches. A trial that searches has warmed up. */
static int64_t repetitions_of(const struct launch_request *r)
{
	double call_ns = r->iteration_ns * (double)r->iterations + r->set_up.ns;
	double fit = fmax(3, (double)r->launch_time_ns / call_ns);
	int64_t most;

	if (r->batch || (r->samples == 1 && !r->iterations))
		return 1;
	most = launch_request_samples(r) + 1;
	return r->iterations > 0 && call_ns > 0 && fit < (double)most ? (int64_t)fit : most;
}

static void set_launch(struct string_list *args, const struct launch_request *r)
{
	AUTO_FREE char *filter = r->group_count ? where_exact(r->group, r->group_count)
						: where_exact(&r->benchmark, 1);

	string_list_addf(args, "--benchmark_filter=%s", filter);
	string_list_addf(args, "--benchmark_repetitions=%" PRId64, repetitions_of(r));
	add_time(args, r);
	string_list_split(args,
		"--benchmark_report_aggregates_only=false --benchmark_out_format=json "
		"--benchmark_out=" JOB_OUTPUT_FILE,
		" ");
}

/* While the rows of a launch are read. */
struct taking {
	struct launch_reading *reading;
	const char *benchmark;
	struct log_row *row;
	struct err *e;
	int result;   /* -1 with *e set: what comes then is not looked at */
	bool failed;  /* by its own word */
	size_t count; /* rows of this name, with aggregates */
	size_t repetitions;
	double first_cpu_ns, first_wall_ns;  /* of the first one */
	double family, instance, repetition; /* of the last; -1: not known */
};

/* The last of so many shows that the first was the warm-up. */
static size_t repetitions_with_warm_up(const struct launch_reading *reading)
{
	return reading->most_samples > 0 && reading->most_samples + 1 < WARM_UP_FROM
		       ? (size_t)reading->most_samples + 1
		       : WARM_UP_FROM;
}

static void leave_out_warm_up(struct taking *t)
{
	double *samples = t->reading->samples;

	memmove(samples, samples + 1, --t->reading->sample_count * sizeof(*samples));
	t->row->evidence.cpu_ns -= t->first_cpu_ns;
	t->row->evidence.wall_ns -= t->first_wall_ns;
}

static int read_time(struct taking *t, const struct node *run)
{
	double real = gbench_time(run, "real_time"), cpu = gbench_time(run, "cpu_time");
	double count = node_number(run, "iterations", NAN);
	struct log_row *row = t->row;

	if (isnan(time_unit_ns(node_text(run, "time_unit"))))
		return bd_err(t->e, "the time unit of the result is not known");
	if (!(real >= 0 && real <= LOG_NS_MAX) ||
		(t->reading->cpu_time && !(cpu >= 0 && cpu <= LOG_NS_MAX)) ||
		!(count >= 1 && count < 1e15))
		return bd_err(t->e, "the result has no time or no iterations");
	if (!t->repetitions++) {
		t->first_cpu_ns = cpu * count;
		t->first_wall_ns = real * count;
		row->evidence.cpu_ns = row->evidence.wall_ns = 0;
	}
	launch_reading_add(t->reading, t->reading->cpu_time ? cpu : real);
	row->launch.iterations = (int64_t)count;
	row->items = gbench_amount(run, "items_per_second", t->benchmark);
	row->bytes = gbench_amount(run, "bytes_per_second", t->benchmark);
	row->evidence.cpu_ns += cpu * count;
	row->evidence.wall_ns += real * count;
	if (t->repetitions == repetitions_with_warm_up(t->reading))
		leave_out_warm_up(t);
	free(t->reading->counters);
	t->reading->counters = gbench_counters(run);
	row->evidence.counters = t->reading->counters ? t->reading->counters : "";
	return 0;
}

/* Is it a repetition, and not an aggregate or of another benchmark of the same name? */
static bool is_repetition(struct taking *t, const struct node *run)
{
	const char *type = node_text(run, "run_type");
	double family = node_number(run, "family_index", -1),
	       instance = node_number(run, "per_family_instance_index", -1),
	       repetition = node_number(run, "repetition_index", -1);

	if (!t->count++) {
		t->family = family;
		t->instance = instance;
		t->repetition = -1;
	}
	if ((type && strcmp(type, "iteration") != 0) || family != t->family ||
		instance != t->instance || (repetition >= 0 && repetition <= t->repetition))
		return false;
	t->repetition = repetition;
	return true;
}

static void take_run(void *ctx, const struct node *run)
{
	struct taking *t = ctx;
	bool is_named = !strcmp(gbench_name(run), t->benchmark);
	enum outcome outcome;
	const char *why;

	if (t->result || t->failed || (!is_named && t->reading->of_group) ||
		!is_repetition(t, run))
		return;
	if (!is_named)
		t->result = bd_err(
			t->e, "the result is of another benchmark: '%.100s'", gbench_name(run));
	else if (gbench_failed(run, &outcome, &why))
		t->failed = !launch_reading_fail(t->reading, t->row, outcome, why);
	else
		t->result = read_time(t, run);
}

/* The CPU time of several threads is that of the first, or of all. */
static bool times_cpu(const char *benchmark, const struct config_suite *settings)
{
	return !strstr(benchmark, "/manual_time") && gbench_threads(benchmark) == 1 &&
	       settings->all_cpus <= 0;
}

/* A launch that died wrote some results whole. */
static int read_json(struct taking *t, const char *text, bool died)
{
	AUTO(lines_release) struct lines lines = { 0 };
	AUTO(json_reader_release) struct json_reader reader = { 0 };
	const struct json_pieces pieces = {
		.list = "benchmarks", .element = take_run, .ctx = t
	};
	const char *head;
	struct err why;
	size_t size;

	lines_open_buffer(&lines, "the result", text, strlen(text));
	lines_head(&lines, &head, &size, &why);
	json_reader_begin(&reader, &lines, &why);
	if (json_reader_pieces(&reader, &pieces) < 0 && !died && !t->result)
		return bd_err(t->e, "%s", why.text);
	return t->result;
}

static int read_output(struct launch_reading *reading, const struct job_result *result,
	const char *benchmark, struct log_row *row, struct err *e)
{
	AUTO_FREE char *raw = memory_format("%.*s", (int)result->row_size, result->row);
	/* Paths and names may have any bytes. */
	AUTO_FREE char *text = markup_utf8(raw), *name = markup_utf8(benchmark);
	AUTO(string_list_release) struct string_list points = { 0 };
	struct taking t = { .reading = reading, .benchmark = name, .row = row, .e = e };

	launch_reading_begin(reading, row);
	if (!result->row_size)
		return bd_err(
			e, "no result was written: did --benchmark_filter match nothing?");
	/* "1.000" would be 1. */
	if (!where_find(THOUSANDS, text, strlen(text), false, &points, NULL))
		return bd_err(e, "the number of iterations has a point: " LOCALE_ADVICE);
	if (read_json(&t, text, result->end != JOB_EXITED || result->code))
		return -1;
	if (t.failed)
		return 0;
	if (!t.repetitions)
		return bd_err(
			e, t.count ? "the benchmark reports aggregates only, so it has no "
				     "samples: take ReportAggregatesOnly() out of it"
				   : "no benchmark of this name ran");
	/* Manual time is not the time of the CPU. */
	if (strstr(benchmark, "/manual_time"))
		row->evidence.cpu_ns = row->evidence.wall_ns = NAN;
	row->evidence.cpu_ns = round(row->evidence.cpu_ns);
	row->evidence.wall_ns = round(row->evidence.wall_ns);
	launch_reading_take(reading, row);
	return 0;
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
	.advice_on_one = "Google Benchmark is older than 1.8, so each launch searches the "
			 "iterations, calling the benchmark several times: a newer library "
			 "measures more in less time",
	.times_cpu = times_cpu,
	.needs_trial = true,
	.errors_skip = true, /* SkipWithError */
};
