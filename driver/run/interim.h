/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_INTERIM_H
#define DRIVER_RUN_INTERIM_H

#include <stdint.h>

struct log;
struct run;

/* An interim analysis: what the logs so far say of one benchmark; with more than two builds, of
 * the worst pair. */
struct interim {
	uint32_t rounds;   /* of the stage that was analysed, complete in all builds */
	double half_width; /* of the interval of the change, in ln; NAN: nothing to compare */
	double threshold;  /* in ln */
	double smallest;   /* change that can be detected, in ln; NAN */
	/* Of the pair with the smallest p (paired.first_p), effect in ln; NAN: the same code,
	 * or nothing to compare. */
	double p, effect;
	/* Of the whole rounds of two builds in turns, had their launches been brief: the
	 * variance of the change, as a ratio to that of whole launches. NAN: not known, or the
	 * change may be another one. */
	double brief_variance;
	uint32_t whole_rounds; /* whose launches were not brief */
};

/* Fills run->phase.interims from the logs; launches of other stages no longer count in them. */
void interim_analyse(struct run *run, struct log *logs, unsigned stage);

#endif
