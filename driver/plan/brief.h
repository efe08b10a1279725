/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_BRIEF_H
#define DRIVER_PLAN_BRIEF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Brief launches: at most three turns of each build, and one where turns are long. Where most
 * noise is between launches, many of them in the same time measure more than a few whole ones.
 * Whole launches show what brief ones would have measured, as these are their first turns.
 */

/* Turns of each build in a whole launch, at least. */
#define TURNS_LEAST 3

/* The change of one round, ln(new / old). */
struct brief_round {
	double whole, first; /* by all turns of its launches; by the turns of a brief one */
};

/*
 * The variance between brief launches as a ratio to that between whole ones. NAN: there are
 * fewer than six rounds, or brief launches may measure a change that differs by more
 * than a quarter of the threshold (in ln).
 */
double brief_variance(const struct brief_round *rounds, size_t n, double threshold);
/* Are they worth it? slot_ns: of a slot of whole launches; saves_ns: what it takes less with
 * brief ones. */
bool brief_gains(double variance, double slot_ns, double saves_ns);
/* Turns of a brief launch. 0: they have no length yet. */
unsigned brief_turns(int64_t turn_ns);

#endif
