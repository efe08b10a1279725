/* SPDX-License-Identifier: MIT */
#include "harness/launch.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "harness/allocations.h"
#include "harness/base/clock.h"
#include "harness/kept.h"
#include "harness/resources.h"
#include "harness/tune.h"

/* Reads for the clock's step: a launch with given iterations must stay cheap. */
#define STEP_READS       100000u
#define STEP_READS_QUICK 1000u
/* Yield to the driver and to the process that it wakes next. */
#define YIELDS 2
/* A launch begins in caches that others used, and a large set comes into them slowly: to read
 * each of its cache lines once takes about so much CPU time. */
#define WARM_FROM_KIB   2048
#define WARM_NS_PER_KIB 2000
#define WARM_MOST_NS    50000000
/* Launches of fewer samples count what iterations do. */
#define WARM_SAMPLES 5
/* What waits takes at most so many times as long. */
#define WARM_WALL   10
#define SAMPLES_MIN 5
/* The part of a turn that is not kept is at most 1/SETTLE_SHARE of a turn and of a launch. */
#define SETTLE_SHARE 4
/* Of a sample as long as this, the time in which another process had the CPU does not count.
 * Others are rarely hit, and the rules are robust against the few that are. */
#define DELAY_COUNTS_FROM_NS 1e6

/* The samples of one launch, taken in turns with another launch or at a stretch. */
struct sampling {
	struct bd_launch *launch;
	struct bd_kept kept; /* ns of all iterations of a sample */
	struct bd_meter meter;
	uint32_t turns_taken;
	uint64_t allocations; /* of the sample with the fewest; UINT64_MAX: not counted */
	uint64_t spent_ns;    /* in all turns */
	int complete;
};

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
	return sizeof(struct bd_launch) +
	       (size_t)options->samples * (sizeof(double) + sizeof(uint32_t));
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

uint64_t bd_time_run(struct bd *b, const struct bd_benchmark *benchmark, uint64_t n)
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

	return bd_time_run(&launch->bd, launch->subject->benchmark, n);
}

static void warm_up_set(struct bd_launch *launch)
{
	int64_t kib = bd_peak_kib() - launch->record.base_kib, start = bd_cpu_ns();
	int64_t most = kib * WARM_NS_PER_KIB, wall = 0;

	if (kib < WARM_FROM_KIB || launch->options->samples < WARM_SAMPLES)
		return;
	if (most > WARM_MOST_NS)
		most = WARM_MOST_NS;
	while (bd_cpu_ns() - start < most && wall < WARM_WALL * most)
		wall += (int64_t)time_trial(launch, (uint64_t)launch->record.iterations);
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

/* How long the benchmark runs in a turn before samples are kept. Long samples are all kept: few
 * of them fit into a turn. */
static uint64_t settle_ns(const struct sampling *s, double sample_ns)
{
	const struct bd_options *o = s->launch->options;
	int64_t most = o->slice_ns < o->launch_time_ns ? o->slice_ns : o->launch_time_ns;

	most /= SETTLE_SHARE;
	if (s->launch->turn.alone || sample_ns > (double)most)
		return 0;
	return (uint64_t)(o->settle_ns < most ? o->settle_ns : most);
}

static int is_complete(const struct sampling *s, uint64_t sample_ns)
{
	const struct bd_options *o = s->launch->options;
	const int ends = o->samples_end || s->launch->turn.fd < 0;
	const uint64_t limit = (uint64_t)o->launch_time_ns;

	if (ends && s->kept.taken >= (uint64_t)o->samples)
		return 1;
	return s->spent_ns >= limit && s->kept.taken &&
	       (s->kept.taken >= SAMPLES_MIN || sample_ns > limit);
}

static uint64_t allocations_so_far(void)
{
	return bd_allocation_count ? bd_allocation_count() : UINT64_MAX;
}

/* What a sample allocates once, at its first call, is in no other. */
static void note_allocations(struct sampling *s, uint64_t before)
{
	uint64_t count = allocations_so_far() - before;

	if (before != UINT64_MAX && count < s->allocations)
		s->allocations = count;
}

/* Takes a sample, which ends at *end. Returns its time, ns. */
static double take_sample(struct sampling *s, int is_long, uint64_t *start, uint64_t *end)
{
	const struct bd_benchmark *benchmark = s->launch->subject->benchmark;
	const uint64_t n = (uint64_t)s->launch->record.iterations;
	struct bd_sample_usage usage;
	uint64_t allocations;
	int64_t delay_ns = 0;

	if (benchmark->before_sample)
		benchmark->before_sample(&s->launch->bd, n);
	if (is_long)
		bd_sample_begin(&usage, &s->meter);
	allocations = allocations_so_far();
	*start = bd_clock_ns();
	benchmark->run(&s->launch->bd, n);
	*end = bd_clock_ns();
	note_allocations(s, allocations);
	if (is_long)
		delay_ns = bd_sample_delay(&usage, &s->meter, (int64_t)(*end - *start));
	return (double)((int64_t)(*end - *start) - delay_ns);
}

/*
 * Takes samples until the turn or the launch is over. Only the benchmark runs between the two
 * clock reads of a sample; between samples, the core is probed from time to time. Returns how
 * long the shortest one took, if that is below sample_ns.
 */
static double take_turn(struct sampling *s, double sample_ns)
{
	const uint64_t slice =
		s->launch->turn.alone ? UINT64_MAX : (uint64_t)s->launch->options->slice_ns;
	const uint64_t before = s->spent_ns, begin = bd_clock_ns();
	const uint64_t settle = settle_ns(s, sample_ns);
	const int is_long = sample_ns >= DELAY_COUNTS_FROM_NS;
	uint64_t start, end = begin;
	double ns;

	do {
		bd_probes_poll(&s->launch->probes, end);
		ns = take_sample(s, is_long, &start, &end);
		if (start - begin >= settle)
			bd_kept_add(&s->kept, ns, s->turns_taken);
		s->spent_ns = before + (end - begin);
		s->complete = is_complete(s, end - start);
		if (sample_ns <= 0 || ns < sample_ns)
			sample_ns = ns;
	} while (!s->complete && end - begin < slice);
	s->turns_taken++;
	return sample_ns;
}

/*
 * Takes samples until options->launch_time_ns is over; at a stretch, or with samples_end, also
 * until there are options->samples. There are at least 5, unless one sample is longer than the
 * launch time. sample_ns: the time of a sample, as the warm-up measured it; 0: not known.
 */
static void sample(struct bd_launch *launch, double sample_ns)
{
	struct bd_record *r = &launch->record;
	struct sampling s = { .launch = launch,
		.kept = { .samples = launch->samples,
			.turns = (uint32_t *)(launch->samples + launch->options->samples),
			.room = (size_t)launch->options->samples },
		.allocations = UINT64_MAX };

	bd_meter_open(&s.meter);
	for (;;) {
		bd_meter_begin(&s.meter);
		sample_ns = take_turn(&s, sample_ns);
		bd_meter_end(&s.meter);
		if (s.complete)
			break;
		bd_turn_pass(&launch->turn);
	}
	bd_meter_close(&s.meter);
	r->sample_count = s.kept.count;
	for (size_t i = 0; i < r->sample_count; i++)
		launch->samples[i] /= (double)r->iterations;
	r->samples = launch->samples;
	if (launch->turn.fd >= 0) {
		r->turns = s.kept.turns;
		r->turn_count = s.turns_taken;
	}
	r->has_allocations = s.allocations != UINT64_MAX;
	r->allocations = (double)s.allocations / (double)r->iterations;
	r->used = s.meter.used;
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
		warm_up_set(launch);
		bd_turn_pass(&launch->turn);
		sample(launch, warm_up_ns);
	}
	launch->record.items = b->items;
	launch->record.bytes = b->bytes;
	launch->record.has_checksum = b->has_result;
	launch->record.checksum = b->result;
	b->reason[0] = '\0';
	launch->record.verified = benchmark->verify != NULL;
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
		.verified = -1,
		.setup_ns = -1,
		.peak_kib = -1,
		.base_kib = -1,
		.used = { -1, -1, -1, -1, -1, -1, -1, -1 } };

	launch->record = unknown;
	launch->bd = (struct bd){ .arg = subject->arg,
		.name = subject->name,
		.items = subject->benchmark->items,
		.bytes = subject->benchmark->bytes };
	launch->probes = (struct bd_probes){ 0 };
	memset(launch->samples, 0, launch_size(launch->options) - sizeof(*launch));
	launch->turn = (struct bd_turn){ .fd = launch->options->turn_fd,
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
