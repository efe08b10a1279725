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
#define SAMPLES_LEAST    5
/* Of a turn, a warm-up may take this part. */
#define WARM_UP_SHARE 10
/* The driver, and whom it wakes in turn. */
#define YIELDS 2

/* Where bd_launch_abandon() jumps to. */
static struct {
	jmp_buf back;
	int active;
	pthread_t thread;
	struct bd_launch *launch;
} running;

void bd_launch_abandon(const char *reason)
{
	if (!running.active || !pthread_equal(running.thread, pthread_self())) {
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

/* Returns 1 where the last trial was a sample as it will be taken: warm-up enough. */
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

/* Where the samples stand: those taken, and the time they took, in the turns before as well. */
struct sampling {
	size_t count;
	uint64_t spent_ns;
	int complete;
};

/*
 * Nothing in a sample but the benchmark and the clock, and between two of them at times a look
 * at the core. Times are stored as they are: ns of n iterations. A sample that alone is longer
 * than the launch time is taken once. Ends with the slice, or with what the launch is to take.
 */
static void take_slice(struct bd_launch *launch, struct sampling *s, uint64_t begin)
{
	const struct bd_benchmark *benchmark = launch->subject->benchmark;
	const uint64_t n = (uint64_t)launch->record.iterations;
	const uint64_t limit = (uint64_t)launch->options->launch_time_ns;
	const size_t most = (size_t)launch->options->samples;
	const uint64_t slice = launch->turn.alone ? UINT64_MAX : launch->turn.slice_ns;
	const uint64_t before = s->spent_ns;
	uint64_t last = begin;
	size_t count = s->count;

	while (count < most) {
		uint64_t start, end;

		bd_probes_poll(&launch->probes, last);
		if (benchmark->before_sample)
			benchmark->before_sample(&launch->bd, n);
		start = bd_clock_ns();
		benchmark->run(&launch->bd, n);
		last = end = bd_clock_ns();
		launch->samples[count++] = (double)(end - start);
		s->spent_ns = before + (end - begin);
		if (s->spent_ns >= limit && (count >= SAMPLES_LEAST || end - start > limit)) {
			s->complete = 1;
			break;
		}
		if (end - begin >= slice)
			break;
	}
	s->count = count;
	s->complete |= count >= most;
}

/*
 * The other launch has had the caches since: where a sample is short beside the slice, the
 * first one of each turn is not kept. Returns the time at which the slice began.
 */
static uint64_t warm_up(struct bd_launch *launch, double sample_ns)
{
	uint64_t begin = bd_clock_ns();

	if (!launch->turn.alone && sample_ns * WARM_UP_SHARE <= (double)launch->turn.slice_ns)
		time_trial(launch, (uint64_t)launch->record.iterations);
	return begin;
}

/* In turns where there is another launch; what is used while it has its turn does not count. */
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

/* warm_up_ns: what a sample has taken. */
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

/* A function of the benchmark returned `result` instead of 0: no numbers, but a reason. */
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

/* Who started the launch may have been waiting for this CPU since, to finish that: it goes now,
 * not within a sample. */
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
	running.active = 1;
	if (setjmp(running.back) == 0) {
		bd_turn_wait(&launch->turn);
		if (set_up(launch) == 0)
			measure(launch);
		launch->record.peak_kib = bd_peak_kib();
		/* Not before: what it touches of the C library would depend on how long the
		 * launch took, and count as the benchmark's memory. */
		bd_probes_tell(
			&launch->probes, &launch->record.core_low, &launch->record.core_high);
		bd_turn_end(&launch->turn);
		if (launch->subject->benchmark->teardown)
			launch->subject->benchmark->teardown(&launch->bd);
	} else {
		launch->record.sample_count = 0;
		set_outcome(launch, "bd_alloc", 1);
		bd_turn_end(&launch->turn);
	}
	running.active = 0;
	if (!launch->record.status)
		launch->record.status = "ok";
}
