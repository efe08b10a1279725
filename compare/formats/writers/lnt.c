/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/formats/results.h"
#include "compare/formats/writer.h"
#include "compare/print/json.h"

#include <string.h>

/*
 * A report of LLVM's LNT, format 2 (https://llvm.org/docs/lnt/importing_data.html), for its
 * test suite nts: execution_time in seconds, execution_status 1 for a benchmark that fails. LNT
 * orders runs by llvm_project_revision, which is the revision of the first suite that tells it.
 */
static json_t *machine_of(const struct log *log)
{
	static const char *const keys[] = { "cpu_model", "cores", "kernel", "governor", "turbo",
		"virtualisation" };
	const char *host = log_meta(log, "host");
	json_t *machine = json_object();

	json_put(machine, "name", json_text(host && *host ? host : "unknown"));
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (log_meta(log, keys[i]))
			json_put(machine, keys[i], json_text(log_meta(log, keys[i])));
	return machine;
}

/* LNT takes "2026-05-17T08:30:00", without a zone. */
static void put_time(json_t *run, const char *key, const char *time)
{
	if (time && strlen(time) >= 19 && time[10] == 'T')
		json_put(run, key, json_stringn(time, 19));
}

static json_t *run_of(const struct log *log)
{
	const char *revision = NULL;
	json_t *run = json_object();

	put_time(run, "start_time", log_meta(log, "started"));
	put_time(run, "end_time", log_meta(log, "ended"));
	for (size_t i = 0; i < log->benchmark_count && !revision; i++)
		revision = log_suite_meta(log, log->benchmarks[i].suite, "revision");
	if (revision)
		json_put(run, "llvm_project_revision", json_text(revision));
	return run;
}

static json_t *test_of(const struct log_benchmark *b)
{
	json_t *test = json_object(), *times = json_array();
	AUTO_FREE char *name = results_name(b, false);
	AUTO(results_release) struct results results = { 0 };

	results_of(&results, b);
	json_put(test, "name", json_exact(name));
	for (size_t i = 0; i < results.count; i++)
		json_append(times, json_number(results.ns[i] / 1e9));
	if (results.count)
		json_put(test, "execution_time", times);
	else
		json_decref(times);
	if (!results.count && results.failure)
		json_put(test, "execution_status", json_count(1));
	return test;
}

static void write_lnt(const struct log *log, FILE *out)
{
	fputs("{\n  \"format_version\": \"2\",\n  \"machine\": ", out);
	json_write(out, machine_of(log), 17);
	fputs(",\n  \"run\": ", out);
	json_write(out, run_of(log), 17);
	fputs(",\n  \"tests\": [", out);
	for (size_t i = 0; i < log->benchmark_count; i++) {
		fputs(i ? ",\n    " : "\n    ", out);
		json_write(out, test_of(&log->benchmarks[i]), 17);
	}
	fputs("\n  ]\n}\n", out);
}

const struct writer writer_lnt = {
	.name = "lnt",
	.failures = true,
	.write = write_lnt,
};
