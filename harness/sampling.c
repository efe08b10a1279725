/* SPDX-License-Identifier: MIT */
#include "harness/sampling.h"

#include "harness/allocations.h"
#include "harness/base/clock.h"

#define SAMPLES_MIN 5
/* The part of a turn that is not kept is at most 1/SETTLE_SHARE of a turn and of a launch. */
#define SETTLE_SHARE 4
/* Of a sample as long as this, the time in which another process had the CPU does not count.
 * Others are rarely hit, and the rules are robust against the few that are. */
#define DELAY_COUNTS_FROM_NS 1e6

uint64_t bd_time_run(struct bd *b, const struct bd_benchmark *benchmark, uint64_t n)
{
	uint64_t start;

	if (benchmark->before_sample)
		benchmark->before_sample(b, n);
	start = bd_clock_ns();
	benchmark->run(b, n);
	return bd_clock_ns() - start;
}

/* How long the benchmark runs in a turn before samples are kept. Long samples are all kept: few
 * of them fit into a turn. */
static uint64_t settle_ns(const struct bd_sampling *s, double sample_ns)
{
	const struct bd_options *o = s->options;
	int64_t most = o->slice_ns < o->launch_time_ns ? o->slice_ns : o->launch_time_ns;

	most /= SETTLE_SHARE;
	if (s->turn->alone || sample_ns > (double)most)
		return 0;
	return (uint64_t)(o->settle_ns < most ? o->settle_ns : most);
}

static int is_complete(const struct bd_sampling *s, uint64_t sample_ns)
{
	const struct bd_options *o = s->options;
	const int ends = o->samples_end || s->turn->fd < 0;
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
static void note_allocations(struct bd_sampling *s, uint64_t before)
{
	uint64_t count = allocations_so_far() - before;

	if (before != UINT64_MAX && count < s->allocations)
		s->allocations = count;
}

/* Takes a sample, which ends at *end. Returns its time, ns. */
static double take_sample(struct bd_sampling *s, int is_long, uint64_t *start, uint64_t *end)
{
	struct bd_sample_usage usage;
	uint64_t allocations;
	int64_t delay_ns = 0;

	if (s->benchmark->before_sample)
		s->benchmark->before_sample(s->bd, s->iterations);
	if (is_long)
		bd_sample_begin(&usage, &s->meter);
	allocations = allocations_so_far();
	*start = bd_clock_ns();
	s->benchmark->run(s->bd, s->iterations);
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
static double take_turn(struct bd_sampling *s, double sample_ns)
{
	const uint64_t slice = s->turn->alone ? UINT64_MAX : (uint64_t)s->options->slice_ns;
	const uint64_t before = s->spent_ns, begin = bd_clock_ns();
	const uint64_t settle = settle_ns(s, sample_ns);
	const int is_long = sample_ns >= DELAY_COUNTS_FROM_NS;
	uint64_t start, end = begin;
	double ns;

	do {
		bd_probes_poll(s->probes, end);
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

void bd_sampling_run(struct bd_sampling *s, double sample_ns)
{
	s->allocations = UINT64_MAX;
	bd_meter_open(&s->meter);
	for (;;) {
		bd_meter_begin(&s->meter);
		sample_ns = take_turn(s, sample_ns);
		bd_meter_end(&s->meter);
		if (s->complete)
			break;
		bd_turn_pass(s->turn);
	}
	bd_meter_close(&s->meter);
}
