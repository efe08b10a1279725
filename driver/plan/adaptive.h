/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_ADAPTIVE_H
#define DRIVER_PLAN_ADAPTIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * How many rounds each benchmark gets next. After 8, 12, 16, 20, 25, 30, 35 and 40 rounds a
 * benchmark is looked at, and stops when the half width of its interval is at most its
 * threshold. It is never told a sign or a p: whoever stops on these finds changes that are not
 * there. Where time is short, it goes first to the benchmark that needs the least of it to be
 * done; to one that 40 rounds will not help only when nothing else is left.
 */
#define ADAPTIVE_FIRST 8
#define ADAPTIVE_LAST  40

struct adaptive_benchmark {
	uint32_t rounds;   /* measured so far */
	double half_width; /* in ln; NAN: there is nothing to compare, the first interim is all
			    */
	double threshold;  /* in ln */
	double slot_ns;    /* of one round, all builds */
	bool unreachable;  /* gets no more: a build of it fails always */
};

/* The rounds of the next interim after so many; 0: there is none. */
uint32_t adaptive_next_interim(uint32_t rounds);

/* Rounds until the half width is at the threshold, as it shrinks with their root; the
 * benchmark's own where it is already. 0: not known. */
uint32_t adaptive_rounds_needed(const struct adaptive_benchmark *b);

/* Not each has had its first interim. */
bool adaptive_is_early(const struct adaptive_benchmark *b, size_t n);

/*
 * Sets targets[i] to the rounds that benchmark i has to have before the next decision, its own
 * where it gets none. left_ns: how much time there is for slots, all workers together; INFINITY
 * where it does not matter. Returns how many benchmarks go on; 0: all is done.
 */
size_t adaptive_decide(
	const struct adaptive_benchmark *b, size_t n, double left_ns, uint32_t *targets);

#endif
