/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_OUTLOOK_H
#define DRIVER_PLAN_OUTLOOK_H

#include <stddef.h>
#include <stdint.h>

/*
 * What a run that has begun will be able to see. The smallest detectable change of a benchmark
 * shrinks with the root of its rounds.
 */

#define OUTLOOK_PERCENT 80 /* of the benchmarks */

struct outlook_benchmark {
	double smallest; /* detectable now, in ln; NAN: not known, so nothing is */
	uint32_t rounds; /* measured so far, at least 1 */
	uint32_t last;   /* it will have so many */
	double slot_ns;  /* of one round, all builds */
};

/* Changes are ratios minus 1, INFINITY where too few benchmarks show any. */
struct outlook {
	double change;          /* detected in OUTLOOK_PERCENT of them, at the end */
	double finer, finer_ns; /* half of it, and how long that takes from now */
	uint32_t finer_rounds;  /* of each benchmark */
};

/* left_ns: how much time there is for slots, all workers together; INFINITY where it does not
 * matter. Times are of `workers` workers. n is not 0. */
struct outlook outlook_of(
	const struct outlook_benchmark *b, size_t n, double left_ns, unsigned workers);

#endif
