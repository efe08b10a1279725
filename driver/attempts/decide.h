/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_ATTEMPTS_DECIDE_H
#define DRIVER_ATTEMPTS_DECIDE_H

#include "compare/verdict/compared.h"

/* Of an idea beside the best build so far. BASE: no attempt, but what a series began with. */
enum decision {
	DECISION_KEEP,
	DECISION_DROP,
	DECISION_UNSURE,
	DECISION_SAME,
	DECISION_BASE,
	DECISION_MORE, /* measure on: in no row */
};

/* An attempt, as its series has it. Numbers may be NAN. */
struct attempt_row {
	size_t number;
	enum decision decision;
	double seconds;
	/* How many times as fast, and the 95 % interval: the geometric mean of what is asked
	 * for. `corrected`: without what selection added; of what is kept. */
	double speed, low, high, corrected;
	double p, level;                    /* kept where p is at most the level */
	char *idea, *reason, *base, *build; /* owned; the last two are hashes */
};

/*
 * One look at the launches so far, of at most LOOKS. Alone its p is that of all that is asked
 * for, each against a gain of half its threshold (R. J. Simes 1986, "An improved Bonferroni
 * procedure for multiple tests of significance"); it is taken LOOKS times (Bonferroni).
 */
#define LOOKS 8
struct look {
	const struct comparison *comparison; /* strict */
	bool (*asks)(const void *ctx, const char *benchmark);
	const void *ctx;
	size_t asked; /* benchmarks, with those of the same code, which are not measured */
	const char *unmeasured; /* one without a launch of a build, which may be slower; NULL */
	bool last;
	bool final; /* of all that was kept: its interval alone decides */
	bool busy;  /* most launches were disturbed or shared their core */
};

/*
 * keep: faster where asked for, and nothing slower. drop: something fails, computes another
 * result or is slower, or a gain of the threshold is out of reach. Sets all of *attempt that
 * a look tells; its level is set.
 */
void decide(const struct look *l, struct attempt_row *attempt);

#endif
