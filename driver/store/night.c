/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/store/night.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/iso_time.h"
#include "compare/base/memory.h"
#include "compare/log/metric.h"
#include "compare/stats/quantile.h"
#include "compare/stats/summary.h"
#include "harness/base/hash.h"

/* Light goes a third of a micrometre in it: less is no time of an iteration. */
#define LEAST_NS 1e-6
/* The level leaves out a launch in so many at each end. */
#define TRIM 5

void night_fail_impossible(struct log *log)
{
	const char *first = NULL;
	size_t count = 0;

	for (size_t i = 0; i < log->benchmark_count; i++)
		for (size_t k = 0; k < log->benchmarks[i].launch_count; k++) {
			struct launch *l = &log->benchmarks[i].launches[k];

			if (l->status != OUTCOME_OK ||
				(l->time.median >= LEAST_NS && isfinite(l->time.median)))
				continue;
			l->status = OUTCOME_VERIFY;
			first = count++ ? first : log->benchmarks[i].name;
		}
	if (count)
		log_warn(log,
			"%s: %zu launch%s took no time above 0, as of '%s': a history takes "
			"such a launch for a failed one",
			log->path, count, count == 1 ? "" : "es", first);
}

/* The launches that count and are ok. */
static struct launch **measured(struct night_point *point, const struct log_benchmark *b)
{
	struct launch **list = memory_zeroed(b->launch_count + 1, sizeof(struct launch *));

	for (size_t i = 0; i < b->launch_count; i++) {
		struct launch *l = &b->launches[i];

		if (l->counts && l->status == OUTCOME_OK)
			list[point->launches++] = l;
		else if (l->counts && l->status != OUTCOME_SKIPPED)
			point->failed++;
	}
	return list;
}

static void define(struct night_point *point, const struct log_benchmark *b)
{
	uint64_t hash = 0;

	if (!point->launches || b->checksums != 1)
		return;
	hash = bd_fnv1a(&b->checksum, sizeof(uint64_t), hash);
	hash = bd_fnv1a(&b->items, sizeof(double), hash);
	hash = bd_fnv1a(&b->bytes, sizeof(double), hash);
	snprintf(point->definition, sizeof(point->definition), "%016" PRIx64, hash);
}

/* A disturbed launch may take twice its time: where half of them were not, these count. */
static size_t counted(struct launch *const *list, size_t n, double *logs)
{
	size_t quiet = 0, all = 0;
	bool only;

	for (size_t i = 0; i < n; i++)
		quiet += !list[i]->disturbed;
	only = quiet > 1 && 2 * quiet >= n;
	for (size_t i = 0; i < n; i++)
		if (!only || !list[i]->disturbed)
			logs[all++] = log(list[i]->time.median);
	return all;
}

static void set_times(struct night_point *point, struct launch *const *list)
{
	size_t n = point->launches, level;
	AUTO_FREE double *values = memory_zeroed(n + 1, sizeof(*values));
	struct trimmed mean;

	for (size_t i = 0; i < n; i++) {
		values[i] = list[i]->time.median;
		point->disturbed += list[i]->disturbed;
		point->min_ns = fmin(point->min_ns, list[i]->time.min);
	}
	point->median_ns = n ? quantile_r7_unsorted(values, n, 0.5) : NAN;
	level = counted(list, n, values);
	mean = trimmed_of(values, level, level / TRIM);
	point->level = mean.mean;
	point->se = level > 1 ? sqrt(mean.s2 / (double)level) : NAN;
}

static void add_count(struct night_point *point, const struct log *log, unsigned metric,
	struct launch *const *list, double *values)
{
	size_t n = 0;

	for (size_t i = 0; i < point->launches; i++) {
		values[n] = launch_counted(list[i], metric);
		n += !isnan(values[n]);
	}
	if (!n)
		return;
	quantile_sort(values, n);
	point->counts[point->count_count++] = (struct night_count){ metric_key(log, metric), n,
		quantile_median(values, n), values[0], values[n - 1] };
}

static void add_counts(
	struct night_point *point, const struct log *log, struct launch *const *list)
{
	unsigned all = METRICS + (unsigned)log->counters.count;
	AUTO_FREE double *values = memory_zeroed(point->launches + 1, sizeof(*values));

	point->counts = memory_zeroed(all, sizeof(*point->counts));
	for (unsigned metric = METRIC_TIME + 1; metric < all; metric++)
		add_count(point, log, metric, list, values);
}

static struct night_point point_of(const struct log *log, const struct log_benchmark *b)
{
	struct night_point point = { .suite = b->suite,
		.name = b->name,
		.file = b->file,
		.line = b->line,
		.code = b->code_fingerprint,
		.min_ns = NAN };
	AUTO_FREE struct launch **list = measured(&point, b);

	define(&point, b);
	set_times(&point, list);
	add_counts(&point, log, list);
	return point;
}

static void point_release(struct night_point *point)
{
	for (size_t i = 0; i < point->count_count; i++)
		free(point->counts[i].metric);
	free(point->counts);
}

void night_make(struct night *night, const struct log *log)
{
	*night = (struct night){ .points = memory_zeroed(
					 log->benchmark_count + 1, sizeof(*night->points)) };
	for (size_t i = 0; i < log->benchmark_count; i++) {
		struct night_point point = point_of(log, &log->benchmarks[i]);

		night->launches += point.launches + point.failed;
		night->disturbed += point.disturbed;
		if (point.launches || point.failed) {
			night->points[night->count++] = point;
			continue;
		}
		point_release(&point);
	}
}

void night_release(struct night *night)
{
	for (size_t i = 0; i < night->count; i++)
		point_release(&night->points[i]);
	free(night->points);
	*night = (struct night){ 0 };
}

static const char *started(const struct log *log)
{
	const char *given = log_meta(log, "history.started");

	return given ? given : log_meta(log, "started");
}

int64_t night_started(const struct log *log)
{
	return iso_time(started(log));
}

char *night_session(const struct log *log)
{
	const char *session = log_meta(log, "session"), *host = log_meta(log, "host");
	const char *seed = log_meta(log, "seed");

	if (night_started(log) < 0)
		return NULL;
	return session && *session ? memory_text(session)
				   : memory_format("%s %s %s", host ? host : "unknown",
					     started(log), seed ? seed : "");
}

const char *night_role(const char *build)
{
	if (!*build || !strcmp(build, "new") || !strcmp(build, "now"))
		return "now";
	if (!strcmp(build, "old") || !strcmp(build, "before"))
		return "before";
	return strcmp(build, "anchor") ? "other" : "anchor";
}
