/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/disturbance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

/*
 * Method: two kinds of evidence together. What the kernel and the probes of the core count says
 * that something else ran, and the time beyond the quiet range that it mattered; either alone
 * marks many launches that are as good as others. The range is median and MAD of the last quiet
 * launches, which a disturbed one that was missed does not widen much; its floors of 2 and 1 %
 * keep a benchmark with hardly any spread from being marked. How often the limits err:
 * tests/eval/pages/disturbed.md; why a launch is marked and not dropped:
 * docs/decisions/0001-short-ones.md.
 */

#define LEAST_CPU_SHARE  0.98
#define MOST_DELAY_SHARE 0.01
/* A launch that lost this much of its wall time by its own account was slower, however wide the
 * range of its benchmark is. */
#define BEYOND_DOUBT 0.10
#define SPREADS      5
#define LEAST_MEAN   0.02
#define LEAST_MEDIAN 0.01
/* More voluntary switches than an output or a page from the disk explains. */
#define SLEEPS_FROM 5

void disturbance_init(struct disturbance *d, size_t count)
{
	*d = (struct disturbance){ .histories = memory_zeroed(count, sizeof(*d->histories)),
		.count = count };
}

void disturbance_release(struct disturbance *d)
{
	for (size_t i = 0; i < d->count; i++)
		free(d->histories[i].quiet);
	free(d->histories);
	core_floor_release(&d->floor);
	*d = (struct disturbance){ 0 };
}

void disturbance_evidence_of(const struct launch *launch, const struct evidence *reported,
	struct disturbance_evidence *evidence)
{
	double wall_ns = reported->wall_ns > 0 ? reported->wall_ns : NAN;

	*evidence = (struct disturbance_evidence){ .mean_ns = launch->time.mean,
		.median_ns = launch->time.median,
		.cpu_share = reported->cpu_ns / wall_ns,
		.delay_share = reported->run_delay_ns >= 0
				       ? (double)reported->run_delay_ns / wall_ns
				       : NAN,
		.core_low = reported->core.low,
		.core_high = reported->core.high,
		.cpu = reported->cpu,
		.voluntary_switches = reported->switches.voluntary,
		.migrated = reported->cpu >= 0 && reported->migrations > 0 };
}

/* What one quantity is in the quiet launches: median, and median absolute deviation. */
struct range {
	double median, mad;
};

static struct range range_of(const struct disturbance_history *h, size_t member)
{
	double values[DISTURBANCE_KEPT];
	double median;

	for (uint32_t i = 0; i < h->count; i++)
		values[i] = *(const float *)((const char *)&h->quiet[i] + member);
	median = quantile_median_of(values, h->count);
	return (struct range){ median, quantile_mad(values, h->count, median) };
}

static bool above(
	const struct disturbance_history *h, size_t member, double value, double least)
{
	struct range range = range_of(h, member);

	return value > range.median + fmax(SPREADS * QUANTILE_MAD_SCALE * range.mad,
					      least * range.median);
}

/* Time that is missing although nothing else ran was spent waiting by its own wish. */
static bool sleeps(const struct disturbance_evidence *e)
{
	double missing = 1 - e->cpu_share;

	return e->voluntary_switches >= SLEEPS_FROM && !(missing <= 2 * e->delay_share);
}

/* NAN compares false: what is not known is no suspicion. */
static unsigned suspicions(const struct disturbance *d, const struct disturbance_history *h,
	const struct disturbance_evidence *e)
{
	double usual = range_of(h, offsetof(struct disturbance_quiet, cpu_share)).median;
	double least = LEAST_CPU_SHARE * (usual > 1 ? usual : 1);
	unsigned reasons = 0;

	if (e->cpu_share < least && !sleeps(e))
		reasons |= DISTURBED_CPU_SHARE;
	if (e->delay_share > MOST_DELAY_SHARE)
		reasons |= DISTURBED_RUN_DELAY;
	if (core_floor_passed(&d->floor, e->cpu, e->core_high))
		reasons |= DISTURBED_CORE_SHARED;
	return reasons;
}

static bool beyond_doubt(const struct disturbance_evidence *e, unsigned reasons)
{
	return ((reasons & DISTURBED_CPU_SHARE) && 1 - e->cpu_share > BEYOND_DOUBT) ||
	       ((reasons & DISTURBED_RUN_DELAY) && e->delay_share > BEYOND_DOUBT);
}

static bool slower(const struct disturbance_history *h, const struct disturbance_evidence *e)
{
	return above(h, offsetof(struct disturbance_quiet, mean_ns), e->mean_ns, LEAST_MEAN) ||
	       above(h, offsetof(struct disturbance_quiet, median_ns), e->median_ns,
		       LEAST_MEDIAN);
}

static struct disturbance_verdict judge(const struct disturbance *d,
	const struct disturbance_history *h, const struct disturbance_evidence *e)
{
	struct disturbance_verdict verdict = { 0 };
	unsigned reasons = suspicions(d, h, e);
	bool known = h->count >= DISTURBANCE_LEARNED;

	if (reasons && (beyond_doubt(e, reasons) || (known && slower(h, e))))
		verdict.reasons = reasons;
	else
		verdict.unsure = reasons && !known;
	if (e->migrated)
		verdict.reasons |= DISTURBED_MIGRATION;
	return verdict;
}

struct disturbance_verdict disturbance_again(
	const struct disturbance *d, size_t index, const struct disturbance_evidence *evidence)
{
	return judge(d, &d->histories[index], evidence);
}

static void learn(struct disturbance_history *h, const struct disturbance_evidence *e)
{
	const struct disturbance_quiet quiet = { (float)e->mean_ns, (float)e->median_ns,
		(float)e->cpu_share };

	if (h->count < DISTURBANCE_KEPT) {
		*ARRAY_ADD(h->quiet, h->count, h->capacity) = quiet;
		return;
	}
	h->quiet[h->next] = quiet;
	h->next = (h->next + 1) % DISTURBANCE_KEPT;
}

struct disturbance_verdict disturbance_judge(
	struct disturbance *d, size_t index, const struct disturbance_evidence *evidence)
{
	struct disturbance_history *h = &d->histories[index];
	struct disturbance_verdict verdict;

	core_floor_learn(&d->floor, evidence->cpu, evidence->core_low);
	verdict = judge(d, h, evidence);
	if (!suspicions(d, h, evidence) && !evidence->migrated && isfinite(evidence->mean_ns) &&
		isfinite(evidence->median_ns))
		learn(h, evidence);
	return verdict;
}

static const char *const words[1 << DISTURBANCE_REASONS] = { "", "cpu-share", "run-delay",
	"cpu-share run-delay", "migration", "cpu-share migration", "run-delay migration",
	"cpu-share run-delay migration", "core-shared", "cpu-share core-shared",
	"run-delay core-shared", "cpu-share run-delay core-shared", "migration core-shared",
	"cpu-share migration core-shared", "run-delay migration core-shared",
	"cpu-share run-delay migration core-shared" };

const char *disturbance_words(unsigned reasons)
{
	return words[reasons % (1 << DISTURBANCE_REASONS)];
}

unsigned disturbance_reasons(const char *text)
{
	unsigned reasons = 0;

	for (unsigned one = 1; one < 1 << DISTURBANCE_REASONS; one <<= 1)
		if (strstr(text, words[one]))
			reasons |= one;
	return reasons;
}
