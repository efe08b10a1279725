/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_DISTURBANCE_H
#define DRIVER_PLAN_DISTURBANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/log/core_floor.h"
#include "compare/log/log.h"

/*
 * Was a launch disturbed? Pure: learns the usual values of each benchmark's quiet launches, and
 * judges a launch by what it reports.
 *
 * A launch is suspicious where it got less than 98 % of the CPU time that it wanted (of what
 * its quiet launches get, where those use several CPUs; a benchmark that sleeps is excused), or
 * was kept waiting for a CPU for more than 1 % of its wall time, or shared its core with
 * another hyperthread for more than a tenth of its time (compare/log/core_floor.h). As quiet
 * launches can have such values too, it is marked only where its mean or median time is also
 * above what the quiet ones show: median + 5 MAD (scaled), at least 2 % (mean) or 1 % (median)
 * above. A migration of a pinned launch marks by itself.
 *
 * A launch that lost more than a tenth of its wall time by its own account was slower, whatever
 * the others show: some benchmarks vary by more than that. Until DISTURBANCE_LEARNED quiet
 * launches are known, only such ones are marked. Others that are suspicious are `unsure` then;
 * judge them again (disturbance_again()) when more is known.
 */
#define DISTURBANCE_LEARNED 3
#define DISTURBANCE_KEPT    20 /* the last quiet launches of each benchmark */

enum disturbance_reason {
	DISTURBED_CPU_SHARE = 1,
	DISTURBED_RUN_DELAY = 2,
	DISTURBED_MIGRATION = 4,
	DISTURBED_CORE_SHARED = 8,
};
#define DISTURBANCE_REASONS 4

/* Of one launch; NAN: not known. */
struct disturbance_evidence {
	double mean_ns, median_ns; /* of its samples */
	double cpu_share;          /* CPU time / wall time */
	double delay_share;        /* ready to run while another ran / wall time */
	double core_low, core_high;
	int cpu;
	int64_t voluntary_switches;
	bool migrated; /* although pinned */
};

struct disturbance_quiet {
	float mean_ns, median_ns, cpu_share;
};

/* One benchmark in one build. */
struct disturbance_history {
	struct disturbance_quiet *quiet; /* a ring */
	size_t capacity;
	uint32_t count, next;
};

struct disturbance {
	struct disturbance_history *histories;
	size_t count;
	struct core_floor floor; /* of the launches so far */
};

struct disturbance_verdict {
	unsigned reasons; /* 0: clean */
	bool unsure;
};

void disturbance_init(struct disturbance *disturbance, size_t count);
void disturbance_release(struct disturbance *disturbance);

void disturbance_evidence_of(const struct launch *launch, const struct evidence *reported,
	struct disturbance_evidence *evidence);
/* Judges by the launches before, then learns from this one. `index` is the caller's. */
struct disturbance_verdict disturbance_judge(struct disturbance *disturbance, size_t index,
	const struct disturbance_evidence *evidence);
/* Judges only. */
struct disturbance_verdict disturbance_again(const struct disturbance *disturbance,
	size_t index, const struct disturbance_evidence *evidence);

/* The words of the column `disturbed`, separated by blanks; "" for none. Static text. */
const char *disturbance_words(unsigned reasons);
/* The reasons among such words; others are ignored. */
unsigned disturbance_reasons(const char *text);

#endif
