/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_SMOKE_H
#define DRIVER_PLAN_SMOKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/plan/plan.h"

/*
 * Which benchmarks of a smoke run get a second stage: the suspects of the first one (p below
 * .50 and a change of the threshold or more, in either direction) and 5 % of the others, drawn
 * by the plan's seed, which show how well the first stage works. Most that it left undecided
 * are suspects; the fresh rounds keep them from false calls.
 */
#define SMOKE_P      0.50
#define SMOKE_OTHERS 0.05
/* A half width of so many thresholds is narrow enough: nine of ten unchanged benchmarks are
 * then called unchanged, as the equivalence margin is two thresholds. */
#define SMOKE_NARROW 1.25

/* Rounds that a benchmark brings to the first stage. `rounds` are meant for short launches: a
 * round that takes more than four times the usual time counts for less of them, from eight
 * times on for half. */
double smoke_rounds(uint32_t rounds, double slot_ns, double usual_ns);

struct smoke_candidate {
	/* In ln. NAN: cannot be compared or has the same code, so it is never taken. */
	double p, effect;
	double threshold; /* in ln */
};

/* Sets chosen[0 .. n-1]; returns how many are. */
size_t smoke_choose(const struct plan *plan, const struct smoke_candidate *candidates, size_t n,
	bool *chosen);

#endif
