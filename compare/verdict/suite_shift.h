/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_SUITE_SHIFT_H
#define COMPARE_VERDICT_SUITE_SHIFT_H

#include <stdbool.h>
#include <stddef.h>

/* A smaller shift needs no word of its own: a ratio minus 1, and standard errors. */
#define SUITE_SHIFT_LEAST 0.01
#define SUITE_SHIFT_SE    3

/* Who says what the shift is. */
enum shift_cause {
	SHIFT_UNKNOWN,  /* the suite alone: the machine or the program */
	SHIFT_CONTROLS, /* benchmarks with the same code in both logs: not the program */
	SHIFT_MACHINE,  /* an anchor, the pinned build that both sessions measured */
};

/* What most benchmarks did together between two sessions. */
struct suite_shift {
	/* The median change, new / old, and its 95 % interval (order statistics). NAN: too few
	 * benchmarks show one. */
	double ratio, low, high;
	double spread; /* SD of ln around it, without that of the launches; NAN */
	/* Upper end of the spread (90 %), with the standard error of the shift: what few
	 * controls leave possible; NAN. */
	double error;
	size_t shown_by; /* benchmarks; 0: too few */
	enum shift_cause cause;
	bool beyond; /* SUITE_SHIFT_LEAST and SUITE_SHIFT_SE standard errors */
	/* Benchmarks that differ by more than their threshold and are not called. Without
	 * controls as they were measured, else without the shift. */
	size_t untold;
	/* The suite moved, or many benchmarks and fewer controls did, and nothing tells the
	 * machine from the program. */
	bool undecided;
};

/* No shift that is known. */
struct suite_shift suite_shift_none(void);
/*
 * The median of n changes (ln new / old), and the least spread that makes the median of
 * (change - median)^2 / (variance + spread^2) that of chi squared. NaN changes have no vote; at
 * least one must have. variances: squared standard errors. The cause is the caller's to set.
 */
struct suite_shift suite_shift_of(const double *changes, const double *variances, size_t n);
/* "controls", "machine" or "unknown". */
const char *shift_cause_name(enum shift_cause cause);

#endif
