/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_LOOKS_H
#define DRIVER_HISTORY_LOOKS_H

#include "compare/stats/segments.h"

/* So many values are tested for the smallest change. */
#define LOOKS_WEEK 7

/*
 * When a change is reported. Its new level is tested against the level before when it has
 * lasted 2, 3, 4, 5, 7, 14, 28, 56 ... values, and not in between: of few tests each may ask
 * for less, and the test of seven values asks for the least (a group sequential test: Jennison,
 * Turnbull 1999, "Group Sequential Methods", ch. 2). A change that one test has reported stays
 * as long as the segmentation holds it. A new level that scatters more than the noise allows
 * says less; two or three values do not show that, so their tests ask for more.
 */
struct looks {
	double two, three, week; /* t that the test of so many values asks for */
	double usual;            /* and the others */
	double keep;             /* t in the price of a change that the segmentation knows */
	const double *raw; /* the values, none of them taken back; NULL: those of the input */
};

/* z and its degrees of freedom: of the test of seven values. */
struct looks looks_of(double z, double df);

/* The first test of `least` values or more. */
size_t looks_first(size_t least);

/* Takes changes out of starts[0..count-1] that no test has reported yet; returns how many stay.
 * The prices of `input` are those of `keep` and what a place costs besides. */
size_t looks_keep(const struct looks *looks, const struct segments_input *input, size_t *starts,
	size_t count);

#endif
