/* SPDX-License-Identifier: MIT */
#include "harness/regress.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "harness/base/clock.h"
#include "harness/base/text.h"
#include "harness/launch.h"

#define BATCHES_MIN 3

uint64_t bd_regress_next(uint64_t r)
{
	return r < 100 ? r + 1 : r + r / 100;
}

static void take_batch(
	struct bd_batch *batch, struct bd *b, const struct bd_benchmark *benchmark)
{
	const uint64_t n = batch->iterations;
	struct rusage before, after;
	uint64_t start;

	if (n && benchmark->before_sample)
		benchmark->before_sample(b, n);
	getrusage(RUSAGE_SELF, &before);
	start = bd_clock_ns();
	/* A benchmark always gets at least one iteration; the batch of none times the clock. */
	if (n)
		benchmark->run(b, n);
	batch->time_ns = bd_clock_ns() - start;
	getrusage(RUSAGE_SELF, &after);
	batch->minor_faults = after.ru_minflt - before.ru_minflt;
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

static void take(struct bd_launch *launch, void *context)
{
	bd_regress_take(context, &launch->bd, launch->subject->benchmark,
		launch->options->launch_time_ns);
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
	struct bd_regress regress = { calloc(BD_BATCHES_MAX, sizeof(*regress.batches)), 0 };
	int result = -1;

	if (!launch || !regress.batches) {
		bd_err(e, "no memory for %d batches", BD_BATCHES_MAX);
		goto out;
	}
	launch->subject = subject;
	launch->take = take;
	launch->context = &regress;
	bd_launch_run(launch);
	if (strcmp(launch->record.status, "ok") != 0) {
		bd_err(e, "'%s' is %s: %s", subject->name, launch->record.status,
			launch->record.detail);
		goto out;
	}
	write_batches(out, subject->name, &regress);
	result = 0;
out:
	free(regress.batches);
	bd_launch_free(launch);
	return result;
}
