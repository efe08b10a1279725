/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/formats/gbench_row.h"
#include "compare/formats/results.h"
#include "compare/formats/writer.h"
#include "compare/print/json.h"

#include <math.h>
#include <stdlib.h>

/* JSON as Google Benchmark writes it: each value is a repetition. Its tools need cpu_time in
 * every row: where it is not known, it repeats real_time. */
static void put_row(FILE *out, json_t *row, bool *first)
{
	fputs(*first ? "\n    " : ",\n    ", out);
	*first = false;
	json_write(out, row, 17);
}

static json_t *new_row(const char *name, size_t repetitions, size_t index)
{
	json_t *row = json_object();

	json_put(row, "name", json_exact(name));
	json_put(row, "run_name", json_exact(name));
	json_put(row, "run_type", json_text("iteration"));
	json_put(row, "repetitions", json_count(repetitions));
	json_put(row, "repetition_index", json_count(index));
	json_put(row, "threads", json_count(gbench_threads(name)));
	return row;
}

static double cpu_share(const struct launch *launch)
{
	const struct evidence *evidence = launch->evidence;

	return evidence && evidence->wall_ns > 0 && evidence->cpu_ns >= 0
		       ? evidence->cpu_ns / evidence->wall_ns
		       : 1;
}

static void put_times(json_t *row, const struct launch *launch, double ns)
{
	json_put(row, "iterations",
		json_count(launch->iterations > 0 ? (size_t)launch->iterations : 1));
	json_put(row, "real_time", json_number(ns));
	json_put(row, "cpu_time", json_number(ns * cpu_share(launch)));
	json_put(row, "time_unit", json_text("ns"));
}

static void put_rates(json_t *row, const struct log_benchmark *b, double cpu_ns)
{
	if (b->items > 0 && cpu_ns > 0)
		json_put(row, "items_per_second", json_number(b->items / cpu_ns * 1e9));
	if (b->bytes > 0 && cpu_ns > 0)
		json_put(row, "bytes_per_second", json_number(b->bytes / cpu_ns * 1e9));
}

static void put_counters(json_t *row, const struct launch *launch)
{
	const char *text = launch->evidence ? launch->evidence->counters : NULL;
	json_auto_t *counters = text && *text ? json_loads(text, 0, NULL) : NULL;
	json_t *value;
	const char *key;

	json_object_foreach(counters, key, value)
		if (json_is_number(value) && !json_object_get(row, key))
			json_object_set(row, key, value);
}

static void put_failure(FILE *out, const char *name, const struct launch *failure, bool *first)
{
	const char *detail = failure->evidence ? failure->evidence->detail : "";
	json_t *row = new_row(name, 1, 0);
	bool skipped = failure->status == OUTCOME_SKIPPED;

	json_put(row, skipped ? "skipped" : "error_occurred", json_true());
	json_put(row, skipped ? "skip_message" : "error_message",
		json_text(*detail ? detail : outcome_name(failure->status)));
	json_put(row, "iterations", json_count(0));
	json_put(row, "real_time", json_number(0));
	json_put(row, "cpu_time", json_number(0));
	json_put(row, "time_unit", json_text("ns"));
	put_row(out, row, first);
}

static void put_benchmark(FILE *out, const struct log_benchmark *b, bool plain, bool *first)
{
	AUTO_FREE char *name = results_name(b, plain);
	AUTO(results_release) struct results results = { 0 };

	results_of(&results, b);
	for (size_t i = 0; i < results.count; i++) {
		json_t *row = new_row(name, results.count, i);

		put_times(row, results.launch[i], results.ns[i]);
		put_rates(row, b, results.ns[i] * cpu_share(results.launch[i]));
		put_counters(row, results.launch[i]);
		put_row(out, row, first);
	}
	if (!results.count && results.failure)
		put_failure(out, name, results.failure, first);
}

static void put_context(FILE *out, const struct log *log, bool plain)
{
	const char *cores = log_meta(log, "cores"), *load = log_meta(log, "load");
	json_t *context = json_object(), *loads = json_array();

	json_put(context, "date", json_text(log_meta(log, "started")));
	json_put(context, "host_name", json_text(log_meta(log, "host")));
	json_put(context, "executable",
		json_exact(plain ? log->benchmarks[0].suite : "bdriver"));
	json_put(context, "num_cpus", json_count(cores ? strtoul(cores, NULL, 10) : 0));
	if (load)
		json_append(loads, json_number(strtod(load, NULL)));
	json_put(context, "load_avg", loads);
	json_put(context, "caches", json_array());
	json_put(context, "library_build_type", json_text("release"));
	fputs("{\n  \"context\": ", out);
	json_write(out, context, 6);
}

static void write_gbench(const struct log *log, FILE *out)
{
	bool plain = results_one_suite(log), first = true;

	put_context(out, log, plain);
	fputs(",\n  \"benchmarks\": [", out);
	for (size_t i = 0; i < log->benchmark_count; i++)
		put_benchmark(out, &log->benchmarks[i], plain, &first);
	fputs("\n  ]\n}\n", out);
}

const struct writer writer_gbench = {
	.name = "gbench",
	.failures = true,
	.write = write_gbench,
};
