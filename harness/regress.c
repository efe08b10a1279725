/* SPDX-License-Identifier: MIT */
#include "harness/regress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "harness/allocations.h"
#include "harness/base/clock.h"
#include "harness/base/text.h"
#include "harness/launch.h"

#define BATCHES_MIN 3

uint64_t bd_regress_next(uint64_t r)
{
	return r < 100 ? r + 1 : r + r / 100;
}

/* UINT64_MAX: not counted. */
static uint64_t allocations_so_far(void)
{
	return bd_allocation_count ? bd_allocation_count() : UINT64_MAX;
}

static void take_batch(
	struct bd_batch *batch, struct bd *b, const struct bd_benchmark *benchmark)
{
	const uint64_t n = batch->iterations;
	struct rusage before, after;
	uint64_t start, allocations;

	if (n && benchmark->before_sample)
		benchmark->before_sample(b, n);
	getrusage(RUSAGE_SELF, &before);
	allocations = allocations_so_far();
	start = bd_clock_ns();
	/* A benchmark always gets at least one iteration; the batch of none times the clock. */
	if (n)
		benchmark->run(b, n);
	batch->time_ns = bd_clock_ns() - start;
	batch->allocations =
		allocations == UINT64_MAX ? -1 : (int64_t)(allocations_so_far() - allocations);
	getrusage(RUSAGE_SELF, &after);
	batch->minor_faults = after.ru_minflt - before.ru_minflt;
	batch->major_faults = after.ru_majflt - before.ru_majflt;
	batch->voluntary_switches = after.ru_nvcsw - before.ru_nvcsw;
	batch->involuntary_switches = after.ru_nivcsw - before.ru_nivcsw;
}

void bd_regress_take(struct bd_regress *regress, struct bd *b,
	const struct bd_benchmark *benchmark, int64_t quota_ns)
{
	const uint64_t begin = bd_clock_ns();
	uint64_t r = 0;

	while (regress->count < BD_BATCHES_MAX) {
		struct bd_batch *batch = &regress->batches[regress->count++];

		batch->iterations = r;
		take_batch(batch, b, benchmark);
		r = bd_regress_next(r);
		if (regress->count >= BATCHES_MIN &&
			bd_clock_ns() - begin >= (uint64_t)quota_ns)
			return;
	}
}

int bd_regress_init(struct bd_regress *regress)
{
	*regress = (struct bd_regress){ calloc(BD_BATCHES_MAX, sizeof(*regress->batches)),
		calloc(BD_BATCHES_MAX, sizeof(*regress->samples)), 0 };
	return regress->batches && regress->samples ? 0 : -1;
}

void bd_regress_release(struct bd_regress *regress)
{
	free(regress->batches);
	free(regress->samples);
}

static void take(struct bd_launch *launch, void *context)
{
	struct bd_regress *regress = context;
	struct bd_record *record = &launch->record;

	bd_regress_take(regress, &launch->bd, launch->subject->benchmark,
		launch->options->launch_time_ns);
	for (size_t i = 1; i < regress->count; i++)
		regress->samples[i - 1] = (double)regress->batches[i].time_ns /
					  (double)regress->batches[i].iterations;
	record->samples = regress->samples;
	record->sample_count = regress->count - 1;
	record->batches = regress->batches;
	record->batch_count = regress->count;
}

void bd_regress_use(struct bd_launch *launch, struct bd_regress *regress)
{
	launch->take = take;
	launch->context = regress;
}

static void write_batches(FILE *out, const char *name, const struct bd_regress *regress)
{
	fputs("# bdriver-regress: 1\n# benchmark: ", out);
	bd_write_escaped(out, name);
	fputs("\niterations,time_ns,minor_faults,involuntary_switches\n", out);
	for (size_t i = 0; i < regress->count; i++) {
		const struct bd_batch *batch = &regress->batches[i];

		fprintf(out, "%" PRIu64 ",%" PRIu64 ",%" PRId64 ",%" PRId64 "\n",
			batch->iterations, batch->time_ns, batch->minor_faults,
			batch->involuntary_switches);
	}
	fprintf(out, "# end: %zu\n", regress->count);
}

int bd_regress_run(FILE *out, const struct bd_case *subject, const struct bd_options *options,
	struct err *e)
{
	struct bd_launch *launch = bd_launch_new(options);
	struct bd_regress regress;
	int result = -1;

	if (bd_regress_init(&regress) != 0 || !launch) {
		bd_err(e, "no memory for %d batches", BD_BATCHES_MAX);
		goto out;
	}
	launch->subject = subject;
	bd_regress_use(launch, &regress);
	bd_launch_run(launch);
	if (strcmp(launch->record.status, "ok") != 0) {
		bd_err(e, "'%s' is %s: %s", subject->name, launch->record.status,
			launch->record.detail);
		goto out;
	}
	write_batches(out, subject->name, &regress);
	result = 0;
out:
	bd_regress_release(&regress);
	bd_launch_free(launch);
	return result;
}
