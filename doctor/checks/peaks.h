/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_CHECKS_PEAKS_H
#define DOCTOR_CHECKS_PEAKS_H

#include <stdbool.h>
#include <stddef.h>

/* Limits from which values have two modes instead of one. */
struct peaks_limits {
	double p;          /* of Hartigan's dip, at most */
	double peak;       /* height of the second peak in the first one's, at least */
	double valley;     /* between them, in the lower one's, at most */
	double gap;        /* between them, as a fraction of the lower place, at least */
	double share;      /* of groups: the smaller one's share of the values, at least */
	double apart;      /* of groups: their distance in widths of the wider one, at least */
	double resolution; /* in the unit of the values; modes are at least two of it apart */
};

struct peaks {
	double low, high; /* places */
	double upper;     /* share of the values that belong to the upper place */
	double p;         /* of the dip */
};

/* The dip rejects one mode, and a density estimate has a second peak. False for fewer than ten
 * values. */
bool peaks_of(
	const double *values, size_t n, const struct peaks_limits *limits, struct peaks *found);

/*
 * For few values, where the dip test has no power (20 values in groups of 4 and 16 have p =
 * .1). The split has the least squares within the groups. Each group loses a sixth of its
 * values, those farthest from its median. The groups must then be far apart for their width.
 * False for fewer than 15 values. Of 20 values that are normal, exponential or lognormal, 0.0
 * to 0.3 % are called two groups; of two narrow groups with random membership, all.
 */
bool peaks_groups(
	const double *values, size_t n, const struct peaks_limits *limits, struct peaks *found);

#endif
