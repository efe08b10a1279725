/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/log.h"

#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/base/table.h"
#include "compare/stats/quantile.h"
#include "compare/stats/summary.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct log_limits log_limits = {
	.launches = 10000000, .benchmarks = 2000000, .meta = 250000, .nodes = 1000
};

static const char *const outcome_names[OUTCOME_COUNT] = { "ok", "exit", "signal", "timeout",
	"garbled", "skipped", "verify" };

const char *outcome_name(enum outcome outcome)
{
	return (unsigned)outcome < OUTCOME_COUNT ? outcome_names[outcome] : "unknown";
}

enum outcome outcome_parse(const char *word)
{
	for (int i = 0; i < OUTCOME_COUNT; i++)
		if (strcmp(word, outcome_names[i]) == 0)
			return (enum outcome)i;
	return OUTCOME_COUNT;
}

static struct log_benchmark *search(
	const struct log *log, const char *suite, const char *name, const char *build)
{
	for (size_t i = 0; i < log->benchmark_count; i++) {
		struct log_benchmark *b = &log->benchmarks[i];

		if (strcmp(b->name, name) == 0 && strcmp(b->suite, suite) == 0 &&
			(!build || strcmp(b->build, build) == 0))
			return b;
	}
	return NULL;
}

struct log_benchmark *log_find(
	const struct log *log, const char *suite, const char *name, const char *build)
{
	size_t *found;

	if (!build || !log->lookup.table || log->lookup.count < log->benchmark_count)
		return search(log, suite, name, build);
	found = table_find_benchmark(log->lookup.table, suite, name, build);
	return found ? &log->benchmarks[*found] : NULL;
}

const char *log_meta(const struct log *log, const char *key)
{
	const size_t *place = log->meta_places ? table_find(log->meta_places, key) : NULL;

	return place ? log->meta[*place].value : NULL;
}

const char *log_suite_meta(const struct log *log, const char *suite, const char *what)
{
	AUTO_FREE char *key = memory_format("suite.%s.%s", suite, what);

	return log_meta(log, key);
}

double log_loaded_bytes(const struct log *log, const char *suite)
{
	const char *text = log_suite_meta(log, suite, LOG_LOADED_BYTES);
	double bytes;

	return text && number_parse(text, strlen(text), &bytes) && bytes > 0 ? bytes : NAN;
}

char *log_fact_key(const char *what, const char *suite, const char *benchmark)
{
	return memory_format("%s.%s/%s", what, suite, benchmark);
}

const char *log_fact(
	const struct log *log, const char *what, const char *suite, const char *benchmark)
{
	AUTO_FREE char *key = log_fact_key(what, suite, benchmark);

	return log_meta(log, key);
}

const char *log_cpu_time(const struct log *log, const char *suite)
{
	AUTO_FREE char *key = memory_format("interleave.%s", suite);
	const char *way = log_meta(log, key);

	if (way && !strcmp(way, "at once")) /* until 2026-11 */
		return "old and new run at once on one CPU where CPU time is the time";
	return way && !strcmp(way, LOG_CPU_TIME) ? "CPU time is compared where it is the time"
						 : NULL;
}

bool log_same_session(const struct log *a, const struct log *b)
{
	const char *of_a = log_meta(a, "session"), *of_b = log_meta(b, "session");

	return of_a && of_b && *of_a && strcmp(of_a, of_b) == 0;
}

bool log_same_code(const struct log_benchmark *a, const struct log_benchmark *b)
{
	return *a->code_fingerprint && strcmp(a->code_fingerprint, b->code_fingerprint) == 0;
}

static char *shared_text(struct log *log, char *before, const char *text)
{
	return strcmp(before, text) == 0 ? before : arena_text(&log->arena, text);
}

void log_set_file(
	struct log *log, struct log_benchmark *benchmark, const char *file, unsigned line)
{
	char *before = benchmark > log->benchmarks && !*benchmark->file ? benchmark[-1].file
									: benchmark->file;

	benchmark->file = shared_text(log, before, file);
	benchmark->line = line;
}

static struct log_benchmark *append_benchmark(
	struct log *log, const char *suite, const char *name, const char *build)
{
	struct log_benchmark *b =
		ARRAY_ADD(log->benchmarks, log->benchmark_count, log->benchmark_capacity);
	bool first = b == log->benchmarks;

	*b = (struct log_benchmark){ .suite = shared_text(log, first ? "" : b[-1].suite, suite),
		.variant = "",
		.build = shared_text(log, first ? "" : b[-1].build, build),
		.file = "",
		.code_fingerprint = "",
		.items = NAN,
		.bytes = NAN,
		/* A foreign log of 20,000 benchmarks has one launch of each. */
		.launches = arena_alloc(&log->arena, sizeof(*b->launches)),
		.launch_capacity = 1 };
	b->name = b->base = arena_text(&log->arena, name);
	return b;
}

static void complete_index(struct log *log)
{
	if (!log->lookup.table)
		log->lookup.table = table_new();
	for (; log->lookup.count < log->benchmark_count; log->lookup.count++) {
		const struct log_benchmark *b = &log->benchmarks[log->lookup.count];

		table_add_benchmark(log->lookup.table, b->suite, b->name, b->build,
			log->lookup.count, NULL);
	}
}

struct log_benchmark *log_add_benchmark(
	struct log *log, const char *suite, const char *name, const char *build)
{
	size_t *at;
	int added;

	complete_index(log);
	at = table_add_benchmark(
		log->lookup.table, suite, name, build, log->lookup.count, &added);
	if (!added)
		return &log->benchmarks[*at];
	log->lookup.count++;
	return append_benchmark(log, suite, name, build);
}

void log_forget_names(struct log *log)
{
	table_free(log->lookup.table);
	log->lookup.table = NULL;
	log->lookup.count = 0;
}

/* Grows in small steps, as launches take most of a log's memory. */
static void grow_launches(struct log_benchmark *b)
{
	uint32_t n = b->launch_capacity;
	struct launch *first = n == 1 ? b->launches : NULL;

	b->launch_capacity = n < 4 ? 2 * n : n + (n < 32 ? 4 : n / 8);
	b->launches = reallocarray(
		first ? NULL : b->launches, b->launch_capacity, sizeof(*b->launches));
	if (!b->launches)
		memory_fatal("launches");
	if (first)
		b->launches[0] = *first;
}

struct launch *log_add_launch(struct log_benchmark *benchmark)
{
	struct launch *launch;

	if (benchmark->launch_count == benchmark->launch_capacity)
		grow_launches(benchmark);
	launch = &benchmark->launches[benchmark->launch_count++];
	*launch = (struct launch)LAUNCH_UNKNOWN;
	launch->round = benchmark->launch_count;
	return launch;
}

void log_add_meta(struct log *log, const char *key, const char *value)
{
	if (log->meta_count >= log_limits.meta) {
		log->too_large = true;
		return;
	}
	if (!log->meta_places)
		log->meta_places = table_new();
	*table_add(log->meta_places, key, 0, NULL) = log->meta_count;
	*ARRAY_ADD(log->meta, log->meta_count, log->meta_capacity) =
		(struct log_meta){ memory_text(key), memory_text(value) };
}

void log_warn(struct log *log, const char *format, ...)
{
	va_list args;

	if (log->warning_count >= LOG_WARNINGS_MAX) {
		log->warnings_dropped++;
		return;
	}
	va_start(args, format);
	ARRAY_ADD(log->warnings, log->warning_count, log->warning_capacity)->text =
		memory_format_list(format, args);
	va_end(args);
}

#define COLD_PART   6
#define COLD_EXCESS 1.1

static bool is_cold(const double *samples, size_t n)
{
	size_t part = n / COLD_PART;
	double first, last;

	if (part < 2)
		return false;
	first = samples[0];
	last = samples[n - 1];
	for (size_t i = 1; i < part; i++) {
		first = fmin(first, samples[i]);
		last = fmin(last, samples[n - 1 - i]);
	}
	return first > COLD_EXCESS * last;
}

static void summarise_scratch(struct launch *launch, double *scratch, size_t n)
{
	double min = scratch[0], max = scratch[0];
	struct running running = { 0 };

	for (size_t i = 0; i < n; i++) {
		min = scratch[i] < min ? scratch[i] : min;
		max = scratch[i] > max ? scratch[i] : max;
		running_add(&running, scratch[i]);
	}
	launch->time.min = min;
	launch->time.max = max;
	launch->time.mean = running.mean;
	launch->time.sd = n > 1 ? running_sd(&running) : NAN;
	launch->time.q1 = quantile_r7_unsorted(scratch, n, 0.25);
	launch->time.median = quantile_r7_unsorted(scratch, n, 0.5);
	launch->sample_count = (uint32_t)n;
}

void launch_summarise(struct launch *launch, const double *samples, size_t n)
{
	double near[256];
	double *scratch = n <= 256 ? near : memory_zeroed(n, sizeof(*scratch));

	launch->cold = is_cold(samples, n);
	memcpy(scratch, samples, n * sizeof(*samples));
	summarise_scratch(launch, scratch, n);
	if (scratch != near)
		free(scratch);
}

static void evidence_free(struct evidence *evidence)
{
	if (!evidence)
		return;
	free(evidence->detail);
	free(evidence->disturbed);
	free(evidence->turn_samples);
	free(evidence->counters);
	free(evidence->samples);
	free(evidence->quantile.values);
	free(evidence);
}

static void log_benchmark_release(struct log_benchmark *b, bool has_evidence)
{
	for (size_t i = 0; has_evidence && i < b->launch_count; i++)
		evidence_free(b->launches[i].evidence);
	if (b->launch_capacity > 1)
		free(b->launches);
}

const char *log_node(struct log *log, const char *name)
{
	struct string_list *nodes = &log->nodes;

	if (!name || !*name)
		return NULL;
	/* From the last one on: rows of a node stand together. */
	for (size_t i = nodes->count; i-- > 0;)
		if (strcmp(nodes->items[i], name) == 0)
			return nodes->items[i];
	if (nodes->count >= log_limits.nodes) {
		log->too_large = true;
		return NULL;
	}
	string_list_add(nodes, name);
	return nodes->items[nodes->count - 1];
}

int log_need_rows(const struct log *log, struct err *e)
{
	if (log->benchmark_count)
		return 0;
	if (log->warning_count)
		return bd_err(e, "%s: none of its rows can be used: %s", log->path,
			log->warnings[0].text);
	return bd_err(e, "%s: has no row: %s", log->path,
		log->complete ? "its run measured nothing"
			      : "its run was interrupted, or the file was cut short");
}

void log_release(struct log *log)
{
	for (size_t i = 0; i < log->benchmark_count; i++)
		log_benchmark_release(&log->benchmarks[i], log->has_evidence);
	for (size_t i = 0; i < log->meta_count; i++) {
		free(log->meta[i].key);
		free(log->meta[i].value);
	}
	for (size_t i = 0; i < log->warning_count; i++)
		free(log->warnings[i].text);
	free(log->benchmarks);
	free(log->meta);
	table_free(log->meta_places);
	free(log->warnings);
	free(log->path);
	table_free(log->lookup.table);
	arena_release(&log->arena);
	string_list_release(&log->nodes);
	string_list_release(&log->counters);
	memset(log, 0, sizeof(*log));
}

void log_leave_out(struct log *log, uint32_t last_round, unsigned stage)
{
	for (size_t i = 0; i < log->benchmark_count; i++)
		for (size_t k = 0; k < log->benchmarks[i].launch_count; k++) {
			struct launch *launch = &log->benchmarks[i].launches[k];

			if (launch->round > last_round ||
				(stage != LOG_ANY_STAGE && launch->stage != stage))
				launch->counts = false;
		}
}

bool log_on_all_cpus(const struct log *log, const struct log_benchmark *benchmark)
{
	bool pinned = false, any = false;
	const char *adapter;

	for (size_t i = 0; i < benchmark->launch_count; i++) {
		const struct launch *launch = &benchmark->launches[i];

		any |= launch->all_cpus;
		pinned |= launch->status == OUTCOME_OK && !launch->all_cpus;
	}
	if (!any || pinned)
		return false;
	adapter = log_suite_meta(log, benchmark->suite, "adapter");
	return !adapter || strcmp(adapter, "command") != 0;
}
