/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/results.h"

#include "compare/base/memory.h"
#include "compare/print/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_usable(const struct launch *launch)
{
	return launch->counts && launch->status == OUTCOME_OK && isfinite(launch->time.median);
}

static void use_samples(struct results *r, const struct launch *launch)
{
	r->count = launch->sample_count;
	r->ns = memory_zeroed(r->count, sizeof(*r->ns));
	r->launch = memory_zeroed(r->count, sizeof(struct launch *));
	memcpy(r->ns, launch->evidence->samples, r->count * sizeof(*r->ns));
	for (size_t i = 0; i < r->count; i++)
		r->launch[i] = launch;
}

static void use_launches(struct results *r, const struct log_benchmark *b)
{
	r->of_launches = true;
	r->ns = memory_zeroed(b->launch_count, sizeof(*r->ns));
	r->launch = memory_zeroed(b->launch_count, sizeof(struct launch *));
	for (size_t i = 0; i < b->launch_count; i++) {
		if (!is_usable(&b->launches[i]))
			continue;
		r->ns[r->count] = b->launches[i].time.median;
		r->launch[r->count++] = &b->launches[i];
	}
}

void results_of(struct results *results, const struct log_benchmark *benchmark)
{
	struct launch summary = LAUNCH_UNKNOWN;
	const struct launch *usable = NULL;
	size_t count = 0;

	*results = (struct results){ 0 };
	for (size_t i = 0; i < benchmark->launch_count; i++) {
		const struct launch *launch = &benchmark->launches[i];

		if (is_usable(launch)) {
			usable = launch;
			count++;
		} else if (launch->counts && !results->failure) {
			results->failure = launch;
		}
	}
	if (count == 1 && usable->evidence && usable->evidence->samples)
		use_samples(results, usable);
	else
		use_launches(results, benchmark);
	if (results->count)
		launch_summarise(&summary, results->ns, results->count);
	results->time = summary.time;
}

void results_release(struct results *results)
{
	free(results->ns);
	free(results->launch);
	memset(results, 0, sizeof(*results));
}

size_t results_missing(const struct log *log)
{
	size_t missing = 0;

	for (size_t i = 0; i < log->benchmark_count; i++) {
		AUTO(results_release) struct results results = { 0 };

		results_of(&results, &log->benchmarks[i]);
		missing += !results.count;
	}
	return missing;
}

bool results_one_suite(const struct log *log)
{
	for (size_t i = 1; i < log->benchmark_count; i++)
		if (strcmp(log->benchmarks[i].suite, log->benchmarks[0].suite) != 0)
			return false;
	return log->benchmark_count > 0;
}

char *results_name(const struct log_benchmark *benchmark, bool plain)
{
	if (plain)
		return memory_text(benchmark->name);
	return memory_format("%s/%s", benchmark->suite, benchmark->name);
}

void results_write(const struct log *log, bool plain, FILE *out, const char *indent,
	json_t *(*value_of)(const char *name, const struct results *results))
{
	const char *separator = "";

	for (size_t i = 0; i < log->benchmark_count; i++) {
		AUTO_FREE char *name = results_name(&log->benchmarks[i], plain);
		AUTO(results_release) struct results results = { 0 };

		results_of(&results, &log->benchmarks[i]);
		if (!results.count)
			continue;
		fprintf(out, "%s\n%s", separator, indent);
		json_write(out, value_of(name, &results), 17);
		separator = ",";
	}
}
