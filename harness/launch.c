/* SPDX-License-Identifier: MIT */
#include "harness/launch.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "harness/base/clock.h"
#include "harness/resources.h"
#include "harness/tune.h"

/* Reads for the clock's step: a launch with given iterations must stay cheap. */
#define STEP_READS       100000u
#define STEP_READS_QUICK 1000u
#define SAMPLES_MIN      5
/* A warm-up may take 1/WARM_UP_SHARE of a turn. */
#define WARM_UP_SHARE 10
/* Yield to the driver and to the process that it wakes next. */
#define YIELDS 2

/* The launch that bd_launch_abandon() ends. Global, as bd_alloc() does not know its launch. */
static struct {
	struct bd_launch *launch; /* NULL: none runs */
	pthread_t thread;
	jmp_buf back;
} running;

void bd_launch_abandon(const char *reason)
{
	if (!running.launch || !pthread_equal(running.thread, pthread_self())) {
		fprintf(stderr, "bd_alloc: %s\n", reason);
		exit(4);
	}
	bd_skip(&running.launch->bd, "%s", reason);
	longjmp(running.back, 1);
}

static size_t launch_size(const struct bd_options *options)
{
	return sizeof(struct bd_launch) + (size_t)options->samples * sizeof(double);
}

struct bd_launch *bd_launch_new(const struct bd_options *options)
{
	struct bd_launch *launch = mmap(NULL, launch_size(options), PROT_READ | PROT_WRITE,
		MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (launch == MAP_FAILED)
		return NULL;
	launch->options = options;
	return launch;
}

void bd_launch_free(struct bd_launch *launch)
{
	if (launch)
		munmap(launch, launch_size(launch->options));
}

static uint64_t time_once(struct bd *b, const struct bd_benchmark *benchmark, uint64_t n)
{
	uint64_t start;

	if (benchmark->before_sample)
		benchmark->before_sample(b, n);
	start = bd_clock_ns();
	benchmark->run(b, n);
	return bd_clock_ns() - start;
}

static uint64_t time_trial(void *context, uint64_t n)
{
	struct bd_launch *launch = context;

	return time_once(&launch->bd, launch->subject->benchmark, n);
}

/* Returns 1 if the last trial had the iterations of a sample: no other warm-up is needed. */
static int choose_iterations(struct bd_launch *launch)
{
	const struct bd_tuner tuner = { time_trial, launch, launch->record.clock_step_ns };

	if (launch->options->iterations) {
		launch->record.iterations = launch->options->iterations;
		return 0;
	}
	launch->record.iterations = (int64_t)bd_tune(&tuner);
	launch->record.tuned_iterations = launch->record.iterations;
	return launch->record.iterations == 1;
}

/* The samples taken so far, in earlier turns as well, and the time they took. */
struct sampling {
	size_t count;
	uint64_t spent_ns;
	int complete;
};

/*
 * Takes samples until the slice or the launch is over. Only the benchmark runs between the two
 * clock reads of a sample; between samples, the core is probed from time to time. Times are
 * stored as measured: ns of n iterations. If one sample is longer than the launch time, it is
 * the only one.
 */
static void take_slice(struct bd_launch *launch, struct sampling *s, uint64_t begin)
{
	const struct bd_benchmark *benchmark = launch->subject->benchmark;
	const uint64_t n = (uint64_t)launch->record.iterations;
	const uint64_t limit = (uint64_t)launch->options->launch_time_ns;
	const size_t max = (size_t)launch->options->samples;
	const uint64_t slice = launch->turn.alone ? UINT64_MAX : launch->turn.slice_ns;
	const uint64_t before = s->spent_ns;
	uint64_t last = begin;
	size_t count = s->count;

	while (count < max) {
		uint64_t start, end;

		bd_probes_poll(&launch->probes, last);
		if (benchmark->before_sample)
			benchmark->before_sample(&launch->bd, n);
		start = bd_clock_ns();
		benchmark->run(&launch->bd, n);
		last = end = bd_clock_ns();
		launch->samples[count++] = (double)(end - start);
		s->spent_ns = before + (end - begin);
		if (s->spent_ns >= limit && (count >= SAMPLES_MIN || end - start > limit)) {
			s->complete = 1;
			break;
		}
		if (end - begin >= slice)
			break;
	}
	s->count = count;
	s->complete |= count >= max;
}

/*
 * The other launch has used the caches meanwhile. If a sample is short compared with the slice,
 * the first one of each turn is dropped. Returns the time at which the slice began.
 */
static uint64_t warm_up(struct bd_launch *launch, double sample_ns)
{
	uint64_t begin = bd_clock_ns();

	if (!launch->turn.alone && sample_ns * WARM_UP_SHARE <= (double)launch->turn.slice_ns)
		time_trial(launch, (uint64_t)launch->record.iterations);
	return begin;
}

/* Takes turns with the other launch, if there is one; what is used in its turns does not count.
 */
static size_t take_samples(
	struct bd_launch *launch, struct bd_resources *used, double sample_ns)
{
	struct bd_resources start, slice;
	struct sampling s = { 0 };
	uint64_t begin;

	*used = (struct bd_resources){ 0 };
	for (;;) {
		bd_resources_begin(&start);
		begin = warm_up(launch, sample_ns);
		take_slice(launch, &s, begin);
		bd_resources_end(&slice, &start);
		bd_resources_add(used, &slice);
		if (s.complete)
			return s.count;
		sample_ns = launch->samples[s.count - 1];
		bd_turn_pass(&launch->turn);
	}
}

/* warm_up_ns: the time of a sample, as the warm-up measured it. */
static void sample(struct bd_launch *launch, double warm_up_ns)
{
	struct bd_record *r = &launch->record;
	struct bd_resources used;

	r->sample_count = take_samples(launch, &used, warm_up_ns);
	for (size_t i = 0; i < r->sample_count; i++)
		launch->samples[i] /= (double)r->iterations;
	r->samples = launch->samples;
	r->cpu_ns = used.cpu_ns;
	r->wall_ns = used.wall_ns;
	r->voluntary_switches = used.voluntary_switches;
	r->involuntary_switches = used.involuntary_switches;
	r->minor_faults = used.minor_faults;
	r->major_faults = used.major_faults;
	r->migrations = used.migrations;
	r->run_delay_ns = used.run_delay_ns;
}

/* A function of the benchmark returned `result` instead of 0: records why there are no numbers.
 */
static void set_outcome(struct bd_launch *launch, const char *step, int result)
{
	struct bd *b = &launch->bd;

	if (!b->reason[0])
		snprintf(b->reason, sizeof(b->reason), "%s returned %d", step, result);
	launch->record.status = result > 0 ? "skipped" : "verify";
	launch->record.detail = b->reason;
}

static int set_up(struct bd_launch *launch)
{
	const struct bd_benchmark *benchmark = launch->subject->benchmark;
	uint64_t start = bd_clock_ns();
	int result = benchmark->setup ? benchmark->setup(&launch->bd) : 0;

	launch->record.setup_ns = (int64_t)(bd_clock_ns() - start);
	if (result)
		set_outcome(launch, "set-up", result);
	return result;
}

/* The driver, which started this launch, may still wait for this CPU. It gets it now, not
 * during a sample. */
static void let_others(void)
{
	for (int i = 0; i < YIELDS; i++)
		sched_yield();
}

static void measure(struct bd_launch *launch)
{
	const struct bd_benchmark *benchmark = launch->subject->benchmark;
	struct bd *b = &launch->bd;
	int result;

	let_others();
	if (launch->take) {
		time_trial(launch, 1);
		launch->take(launch, launch->context);
	} else {
		double warm_up_ns = 0;

		if (!choose_iterations(launch))
			warm_up_ns =
				(double)time_trial(launch, (uint64_t)launch->record.iterations);
		bd_turn_pass(&launch->turn);
		sample(launch, warm_up_ns);
	}
	launch->record.items = b->items;
	launch->record.bytes = b->bytes;
	launch->record.has_checksum = b->has_result;
	launch->record.checksum = b->result;
	b->reason[0] = '\0';
	result = benchmark->verify ? benchmark->verify(b) : 0;
	if (result)
		set_outcome(launch, "verify", result);
}

static void prepare(struct bd_launch *launch)
{
	const struct bd_case *subject = launch->subject;
	struct bd_record unknown = { .benchmark = subject->name,
		.detail = "",
		.file = subject->benchmark->file,
		.line = subject->benchmark->line,
		.iterations = -1,
		.tuned_iterations = -1,
		.setup_ns = -1,
		.cpu_ns = -1,
		.wall_ns = -1,
		.peak_kib = -1,
		.base_kib = -1,
		.voluntary_switches = -1,
		.involuntary_switches = -1,
		.minor_faults = -1,
		.major_faults = -1,
		.migrations = -1,
		.run_delay_ns = -1 };

	launch->record = unknown;
	launch->bd = (struct bd){ .arg = subject->arg,
		.name = subject->name,
		.items = subject->benchmark->items,
		.bytes = subject->benchmark->bytes };
	launch->probes = (struct bd_probes){ 0 };
	memset(launch->samples, 0, (size_t)launch->options->samples * sizeof(double));
	launch->turn = (struct bd_turn){ .fd = launch->options->turn_fd,
		.slice_ns = (uint64_t)launch->options->slice_ns,
		.alone = launch->options->turn_fd < 0 };
	launch->record.clock_step_ns =
		bd_clock_step_ns(launch->options->iterations ? STEP_READS_QUICK : STEP_READS);
	bd_peak_reset();
	launch->record.base_kib = bd_peak_kib();
}

void bd_launch_run(struct bd_launch *launch)
{
	prepare(launch);
	running.launch = launch;
	running.thread = pthread_self();
	if (setjmp(running.back) == 0) {
		bd_turn_wait(&launch->turn);
		if (set_up(launch) == 0)
			measure(launch);
		launch->record.peak_kib = bd_peak_kib();
		/* Only now: the memory that this uses depends on the length of the launch and
		 * must not count as the benchmark's. */
		bd_probes_quantiles(
			&launch->probes, &launch->record.core_low, &launch->record.core_high);
		bd_turn_end(&launch->turn);
		if (launch->subject->benchmark->teardown)
			launch->subject->benchmark->teardown(&launch->bd);
	} else {
		launch->record.sample_count = 0;
		set_outcome(launch, "bd_alloc", 1);
		bd_turn_end(&launch->turn);
	}
	running.launch = NULL;
	if (!launch->record.status)
		launch->record.status = "ok";
}
