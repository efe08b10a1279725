/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_CHECK_H
#define DOCTOR_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "doctor/bench_data.h"
#include "doctor/finding.h"
#include "doctor/settings.h"

/* What a log must have so that a check can answer. */
enum need {
	NEED_TIMES = 1,        /* at least one launch that is ok */
	NEED_TWO_COUNTS = 2,   /* launches at two iteration counts */
	NEED_FOUR_COUNTS = 4,  /* launches at 1, 2, 4 and 8 iterations */
	NEED_MEMORY = 8,       /* peak_kib */
	NEED_SAMPLES = 16,     /* samples */
	NEED_LAUNCHES = 32,    /* at least three launches of one iteration count */
	NEED_CPU_TIME = 64,    /* cpu_ns and wall_ns */
	NEED_SETUP_TIME = 128, /* setup_ns */
	NEED_BUILD = 256,      /* suite.NAME.flags */
	/* Samples of a launch beside which nobody else ran on its CPU (run delay up to 1 %, or
	 * not known). */
	NEED_QUIET = 512,
	/* Such a launch of each iteration count, or samples so short (under 1 ms) that their
	 * minima hold on a busy machine. */
	NEED_STEADY = 1024,
	NEED_ORDER = 2048, /* samples in the order of measurement */
	/* As many samples, or launches, as the check needs for an answer: check.enough. */
	NEED_ENOUGH = 4096,
	/* No plain run, whose launches nearly all differ in their memory, by address space
	 * randomisation. */
	NEED_FIXED_LAYOUT = 8192,
	NEED_COUNT = 14
};

/* How often a doubtful benchmark is launched alone; what differs between launches needs many.
 */
enum { ALONE = 5, ALONE_MANY = 20 };

/* One check: one file doctor/check_*.c that ends with one of these. */
struct check {
	const char *name;
	const char *summary; /* one line for --list-checks */
	const char *explain; /* what it means, why it matters, how to mend it, an example */
	unsigned needs;      /* enum need, or'ed */
	/* Looks at the name or the build alone: for it one launch is enough. */
	bool of_names;
	/* Has the bench enough for an answer, all other needs being met? NULL: always. */
	bool (*enough)(const struct bench_data *bench);
	/* Launches that confirm a finding, with nothing beside them, before it is shown, as
	 * running beside others may cause it; 0: it is shown as found. */
	unsigned alone;
	unsigned alone_needs; /* what these launches are to offer beside `needs` */
	/* Is the finding so far beyond its limit that nothing beside it can have caused it?
	 * NULL: none is. */
	bool (*is_clear)(const struct finding *finding);
	const struct limit *limits; /* ends with a NULL name; may be NULL */
	/* Pure: looks at the bench, adds to the findings. All needs are met. */
	void (*run)(const struct bench_data *bench, const struct settings *settings,
		struct findings *findings);
};

/* All checks, in the order in which they are shown; ends with NULL. */
extern const struct check *const all_checks[];

const struct check *check_find(const char *name); /* NULL: none of that name */
/* A message for a name that is none: the nearest one, and where all stand. The caller frees. */
char *check_unknown(const char *name);
/* Which needs the bench's launches meet. */
unsigned bench_data_offers(const struct bench_data *bench);
/* What a need is called in a message: "launches at two iteration counts". */
const char *need_text(enum need need);

#endif
