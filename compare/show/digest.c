/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/show/digest.h"

#include "compare/base/memory.h"
#include "compare/log/row.h"
#include "compare/stats/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct benchmark_digests {
	struct digest **launches; /* in the arena; NULL: not ok */
	size_t count, capacity;
	size_t samples; /* kept of all launches */
};

/* A quantile that the launch has, if its steps include it. */
static double own_quantile(const struct evidence *evidence, size_t i, size_t parts)
{
	size_t steps = evidence->quantile.count - 1;

	return i * steps % parts ? NAN : evidence->quantile.values[i * steps / parts];
}

static void digest_quantiles(
	struct digest *d, const struct launch *launch, const struct evidence *evidence)
{
	bool known = evidence->quantile.count > 1;

	d->q1_ns = known ? own_quantile(evidence, 1, 4) : NAN;
	d->q3_ns = known ? own_quantile(evidence, 3, 4) : NAN;
	d->mean_ns = launch->time.mean;
	d->sd_ns = launch->time.sd;
	d->mad_ns = NAN;
	for (size_t i = 0; d->quantiles && i < SUMMARY_QUANTILES; i++)
		d->quantiles[i] =
			known ? own_quantile(evidence, i, SUMMARY_QUANTILES - 1) : NAN;
}

static void digest_samples(struct digest *d, const double *samples, size_t count)
{
	struct summary s = summary_of(samples, count);

	d->q1_ns = s.q1;
	d->q3_ns = s.q3;
	d->mean_ns = s.kept.mean;
	d->sd_ns = count > 1 ? s.kept.sd : NAN;
	d->mad_ns = s.mad;
	d->outliers = (uint32_t)s.outliers;
	if (d->quantiles)
		memcpy(d->quantiles, s.quantiles, sizeof(s.quantiles));
}

static double in_a_sample(int64_t count, const struct launch *launch)
{
	return count < 0 ? NAN : (double)count / launch->sample_count;
}

static void digest_costs(
	struct digest *d, const struct launch *launch, const struct evidence *evidence)
{
	d->minor_faults = in_a_sample(evidence->faults.minor, launch);
	d->major_faults = in_a_sample(evidence->faults.major, launch);
	d->voluntary_switches = in_a_sample(evidence->switches.voluntary, launch);
	d->involuntary_switches = in_a_sample(evidence->switches.involuntary, launch);
}

static void keep_samples(struct digests *digests, struct benchmark_digests *b, struct digest *d,
	const double *samples, size_t count)
{
	size_t room = DIGEST_SAMPLES_MAX - b->samples;

	d->kept_count = (uint32_t)(count < room ? count : room);
	b->samples += d->kept_count;
	if (!d->kept_count)
		return;
	d->samples = arena_alloc(&digests->arena, d->kept_count * sizeof(*samples));
	memcpy(d->samples, samples, d->kept_count * sizeof(*samples));
}

static struct benchmark_digests *of_benchmark(struct digests *digests, size_t benchmark)
{
	if (benchmark >= digests->count) {
		digests->benchmarks = memory_grow(digests->benchmarks, &digests->capacity,
			benchmark + 1, sizeof(*digests->benchmarks));
		digests->benchmarks[benchmark] = (struct benchmark_digests){ 0 };
		digests->count = benchmark + 1;
	}
	return &digests->benchmarks[benchmark];
}

static void take_launch(
	void *ctx, size_t benchmark, const struct launch *launch, const struct log_row *row)
{
	struct digests *digests = ctx;
	struct benchmark_digests *b = of_benchmark(digests, benchmark);
	const struct evidence *evidence = &row->evidence;
	struct digest *d;

	*ARRAY_ADD(b->launches, b->count, b->capacity) = NULL;
	if (launch->status != OUTCOME_OK)
		return;
	d = b->launches[b->count - 1] = arena_alloc(&digests->arena, sizeof(*d));
	if (digests->everything)
		d->quantiles = arena_alloc(&digests->arena, SUMMARY_QUANTILES * sizeof(double));
	if (!evidence->samples) {
		digest_quantiles(d, launch, evidence);
		return;
	}
	digest_samples(d, evidence->samples, launch->sample_count);
	digest_costs(d, launch, evidence);
	if (digests->everything)
		keep_samples(digests, b, d, evidence->samples, launch->sample_count);
}

void digests_watch(struct digests *digests, struct log *log, bool everything)
{
	*digests = (struct digests){ .everything = everything };
	log->listener.launch = take_launch;
	log->listener.ctx = digests;
}

const struct digest *digests_get(const struct digests *digests, size_t benchmark, size_t place)
{
	return benchmark < digests->count && place < digests->benchmarks[benchmark].count
		       ? digests->benchmarks[benchmark].launches[place]
		       : NULL;
}

void digests_release(struct digests *digests)
{
	for (size_t i = 0; i < digests->count; i++)
		free(digests->benchmarks[i].launches);
	free(digests->benchmarks);
	arena_release(&digests->arena);
	*digests = (struct digests){ 0 };
}
