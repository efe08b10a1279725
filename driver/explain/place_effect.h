/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_PLACE_EFFECT_H
#define DRIVER_EXPLAIN_PLACE_EFFECT_H

#include <stddef.h>

enum place_answer {
	PLACE_UNDECIDED,
	PLACE_IS_CODE,  /* the code has an effect of its own, in the direction of the change */
	PLACE_IS_PLACE, /* it has none, or less than half of the change */
};

/* How much of a change is due to the code, whatever its place in memory, in ln(new / old). */
struct place_effect {
	size_t placements;      /* of each build; 0: not tested */
	double code, low, high; /* PLACE_LEVEL */
	double place;           /* SD of the change over placements, with the noise */
	enum place_answer answer;
};

#define PLACE_LEVEL 0.99 /* of the intervals of all looks together (Bonferroni) */
#define PLACE_LOOKS 3    /* at most: while it is undecided, more placements are measured */
#define PLACE_LEAST 4    /* placements */

/*
 * changes: ln(new / old), one for each placement of both builds, which were drawn
 * independently. So placements are a random effect. As old and new are placed alike, their
 * distribution is symmetric: the code is its trimmed mean, which a disturbed launch does not
 * move, with the interval of Yuen (compare/stats/summary.h).
 * measured: the change to explain. Fewer than PLACE_LEAST are undecided.
 */
struct place_effect place_effect_of(const double *changes, size_t n, double measured);

#endif
