/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <inttypes.h>
#include <sched.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "compare/base/table.h"
#include "compare/formats/read.h"
#include "driver/base/message.h"
#include "driver/base/units.h"
#include "driver/code/elf_image.h"
#include "driver/config/config.h"
#include "driver/suite/adapter.h"
#include "driver/suite/suite.h"

/*
 * Executables of `go test -c`. One launch is one process of one benchmark; each of its -count
 * is a sample, and the first of several is the warm-up. pkg.go.dev/testing, pkg.go.dev/cmd/go
 * ("Testing flags").
 */

/* What runs a benchmark; each test executable of Go has it, whether it has benchmarks or not.
 */
static bool recognises(const char *path)
{
	return image_is_program_with(path, "testing.(*B).runN");
}

/* GOMAXPROCS. While it measures, the driver itself may use one CPU only. */
static int threads(const struct config_suite *settings)
{
	static int all;
	cpu_set_t cpus;

	if (!all)
		all = sched_getaffinity(0, sizeof(cpus), &cpus) ? 1 : CPU_COUNT(&cpus);
	return settings && settings->all_cpus > 0 ? all : 1;
}

/* Where GOMAXPROCS is not 1, names in results end with it: "Sum-8". */
static bool is_named(const char *result, const char *name)
{
	size_t size = strlen(name), digits;

	if (strncmp(result, name, size) != 0)
		return false;
	digits = result[size] == '-' ? strspn(result + size + 1, "0123456789") : 0;
	return !result[size] || (digits && !result[size + 1 + digits]);
}

static void cut_threads(char *result, int count)
{
	AUTO_FREE char *end = memory_format("-%d", count);
	size_t size = strlen(result), part = strlen(end);

	if (count > 1 && size > part && !strcmp(result + size - part, end))
		result[size - part] = '\0';
}

/* No test is run. With -test.v a benchmark that is skipped is named, and what a benchmark
 * prints stands on lines of its own. */
static void add_common(struct string_list *args, const struct config_suite *settings)
{
	string_list_split(args, "-test.run=^$ -test.v=true", " ");
	string_list_addf(args, "-test.cpu=%d", threads(settings));
}

/* Sub-benchmarks are known only when their parent has run: once here, one iteration each. If
 * one ends the executable, those behind it are asked for by name: -test.list knows them. */
static bool ask_for_list(struct string_list *args, const struct suite *suite, unsigned dialect)
{
	AUTO_FREE char *left = string_list_join(&suite->left, "|");

	add_common(args, suite->settings);
	if (dialect == 1)
		string_list_add(args, "-test.list=^Benchmark");
	else if (dialect)
		string_list_addf(args, "-test.bench=^Benchmark(%s)$", left);
	else
		string_list_add(args, "-test.bench=.");
	string_list_split(args, "-test.benchtime=1x -test.count=1", " ");
	return dialect == 0 || suite->left.count;
}

/* What is known of a name in a list. */
enum { IS_PARENT = 1, HAS_RESULT = 2, HAS_TIME = 4 };

/* Marks "A" of "A/b": a parent that fails or is skipped with a child is named as well. But "A"
 * and "A/b" may be two benchmarks. */
static void mark_parents(struct table *names, const char *name)
{
	AUTO_FREE char *copy = memory_text(name);
	size_t *mark;

	/* A longer name is refused, and would take the square of its length here. */
	if (strlen(name) > SUITE_NAME_MAX)
		return;
	for (char *slash = strrchr(copy, '/'); slash; slash = strrchr(copy, '/')) {
		*slash = '\0';
		mark = table_find(names, copy);
		if (mark)
			*mark |= IS_PARENT;
	}
}

/* What -test.v says of the benchmarks of an answer. */
struct started {
	struct string_list names; /* each before it runs; parents, too */
	bool ended;               /* the executable came to its end */
};

static void read_started(struct started *s, const char *text)
{
	AUTO(string_list_release) struct string_list lines = { 0 };
	const size_t prefix = strlen("Benchmark");

	string_list_split(&lines, text, "\r\n");
	for (size_t i = 0; i < lines.count; i++) {
		const char *line = lines.items[i];

		s->ended |= !strcmp(line, "PASS") || !strcmp(line, "FAIL");
		if (!strncmp(line, "Benchmark", prefix) && line[prefix] &&
			!islower((unsigned char)line[prefix]) && !strpbrk(line, " \t"))
			string_list_add(&s->names, line + prefix);
	}
}

static void mark_names(
	struct table *names, const struct log *log, const struct started *started)
{
	for (size_t i = 0; i < log->benchmark_count; i++)
		*table_add(names, log->benchmarks[i].name, 0, NULL) |=
			log->benchmarks[i].launches->status == OUTCOME_OK
				? HAS_RESULT | HAS_TIME
				: HAS_RESULT;
	for (size_t i = 0; i < started->names.count; i++)
		table_add(names, started->names.items[i], 0, NULL);
	for (size_t i = 0; i < log->benchmark_count; i++)
		mark_parents(names, log->benchmarks[i].name);
	for (size_t i = 0; i < started->names.count; i++)
		mark_parents(names, started->names.items[i]);
}

/* Metrics of their own, or what they print, took the place of the time. */
static void warn_without_time(
	const struct suite *suite, const struct table *names, const struct started *started)
{
	AUTO(string_list_release) struct string_list without = { 0 };
	AUTO_FREE char *all = NULL;

	for (size_t i = 0; i + !started->ended < started->names.count; i++)
		if (!*table_find(names, started->names.items[i]))
			string_list_add_once(&without, started->names.items[i]);
	all = string_list_join(&without, ", ");
	if (without.count)
		message_warning("suite %s: %zu benchmark%s without ns/op: %s; left out, as no "
				"line has %s time",
			suite->name, without.count, PLURAL(without.count), all,
			without.count == 1 ? "its" : "their");
}

/* The names up to this one go. */
static void go_on_behind(struct string_list *names, const char *name)
{
	struct string_list rest = { 0 };
	size_t i = 0;

	while (i < names->count && strcmp(names->items[i], name) != 0)
		i++;
	for (i++; i < names->count; i++)
		string_list_add(&rest, names->items[i]);
	string_list_release(names);
	*names = rest;
}

/* One of them ended the executable. It is a benchmark that will fail. */
static int take_end(struct suite *suite, const struct suite_answer *answer,
	const struct table *names, const struct started *started, struct err *e)
{
	size_t count = started->names.count;
	const char *last = count ? started->names.items[count - 1] : "";
	AUTO_FREE char *top = memory_format("%.*s", (int)strcspn(last, "/"), last);

	message_warning("suite %s: Benchmark%s ends the executable, so what else Benchmark%s "
			"runs is not known",
		suite->name, last, top);
	if (answer->dialect)
		go_on_behind(&suite->left, top);
	else
		string_list_add(&suite->left, top);
	if (count && !*table_find(names, last) && suite_add_benchmark(suite, last, e))
		return -1;
	return SUITE_MORE;
}

/* Of -test.list: what stands behind the one that ended the executable. */
static int take_names(struct suite *suite, const struct suite_answer *answer)
{
	AUTO_FREE char *last = memory_text(suite->left.items[0]);
	struct started all = { 0 };

	read_started(&all, answer->text);
	string_list_release(&suite->left);
	suite->left = all.names;
	go_on_behind(&suite->left, last);
	return SUITE_MORE;
}

static int read_part(struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	AUTO_TABLE struct table *names = table_new();
	AUTO(log_release) struct log log = { .format = "go" };
	struct started started = { 0 };
	int result = log_read_buffer(
		&log, "its list", answer->text, answer->size, LOG_KEEP_SUMMARIES, e);

	for (size_t i = 0; i < log.benchmark_count; i++)
		cut_threads(log.benchmarks[i].name, threads(suite->settings));
	read_started(&started, answer->text);
	mark_names(names, &log, &started);
	for (size_t i = 0; !result && i < log.benchmark_count; i++)
		if (*table_find(names, log.benchmarks[i].name) != (HAS_RESULT | IS_PARENT))
			result = suite_add_benchmark(suite, log.benchmarks[i].name, e);
	warn_without_time(suite, names, &started);
	if (!started.ended && (started.names.count || answer->dialect))
		result = take_end(suite, answer, names, &started, e);
	else if (answer->dialect)
		string_list_release(&suite->left);
	string_list_release(&started.names);
	return result;
}

static void warn_parallel(const struct suite *suite)
{
	if (suite->path && suite->settings->all_cpus < 0 &&
		image_is_program_with(suite->path, "testing.(*B).RunParallel"))
		message_warning(
			"suite %s: benchmarks with RunParallel keep to one CPU; all_cpus = "
			"yes in [suite %s] gives them all",
			suite->name, suite->name);
}

static int read_list(struct suite *suite, const struct suite_answer *answer, struct err *e)
{
	int result =
		answer->dialect == 1 ? take_names(suite, answer) : read_part(suite, answer, e);

	if (!answer->dialect)
		warn_parallel(suite);
	if (!result && !suite->benchmark_count)
		result = bd_err(e, "suite %s: none of its test files contains a benchmark",
			suite->name);
	suite->counts = COUNTS_ANY;
	return result;
}

/* Each part between slashes is matched by a regular expression of its own. */
static char *exact_pattern(const char *name)
{
	size_t parts = 1;
	char *pattern, *out;

	for (const char *p = name; *p; p++)
		parts += *p == '/';
	out = pattern = memory_zeroed(2 * strlen(name) + 2 * parts + sizeof("Benchmark"), 1);
	out = stpcpy(out, "^Benchmark");
	for (; *name; name++) {
		if (*name == '/') {
			out = stpcpy(out, "$/^");
			continue;
		}
		if (strchr("\\^$.|?*+()[]{}", *name))
			*out++ = '\\';
		*out++ = *name;
	}
	*out = '$';
	return pattern;
}

static void set_launch(struct string_list *args, const struct launch_request *r)
{
	AUTO_FREE char *pattern = exact_pattern(r->benchmark);

	add_common(args, r->settings);
	string_list_addf(args, "-test.bench=%s", pattern);
	if (r->iterations > 0) {
		string_list_addf(args, "-test.benchtime=%" PRId64 "x", r->iterations);
		string_list_addf(args, "-test.count=%" PRId64, launch_request_samples(r) + 1);
	} else {
		/* Each count would choose its own number. */
		string_list_addf(args, "-test.benchtime=%.0fns",
			launch_sample_ns(r->usual_time_ns, INFINITY));
		string_list_add(args, "-test.count=1");
	}
}

/* In a log of one process the package is the only suite. */
static const struct launch *find_launch(const struct log *log, const char *benchmark)
{
	for (size_t i = 0; i < log->benchmark_count; i++)
		if (is_named(log->benchmarks[i].name, benchmark))
			return log->benchmarks[i].launches;
	return NULL;
}

static int read_output(struct launch_reading *reading, const struct job_result *result,
	const char *benchmark, struct log_row *row, struct err *e)
{
	AUTO(log_release) struct log log = { .format = "go" };
	const struct launch *launch;
	int rc = log_read_buffer(
		&log, "its output", result->row, result->row_size, LOG_KEEP_SAMPLES, e);

	launch_reading_begin(reading, row);
	launch = find_launch(&log, benchmark);
	if (!rc && !launch)
		rc = bd_err(e, "no benchmark of this name ran");
	else if (!rc)
		rc = launch_reading_launch(reading, launch, launch->sample_count > 1, row, e);
	return rc;
}

const struct adapter adapter_go = {
	.name = "go",
	.recognises = recognises,
	.listing_runs = true,
	.ask = ask_for_list,
	.list_exit_max = 1, /* a benchmark that fails */
	.list = read_list,
	.launch = set_launch,
	.output = JOB_OUTPUT_STDOUT,
	.read = read_output,
	.needs_trial = true,
	.in_any_thread = true,
};
