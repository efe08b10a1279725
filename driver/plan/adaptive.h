/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_ADAPTIVE_H
#define DRIVER_PLAN_ADAPTIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * How many rounds each benchmark gets next. An interim analysis comes after its first rounds,
 * after 8, 12, 16, 20, 25, 30, 35, 40, 50, 65, 80, 100, 125, 160 and 200, and after its last
 * one. A benchmark stops when the half width of its interval is at most its threshold. Sign and
 * p are not considered: stopping on them finds changes that do not exist. If time is short,
 * benchmarks that need the least of it come first. Benchmarks that their last rounds will not
 * help come last.
 */
#define ADAPTIVE_FIRST 6 /* an even number, as old and new come first in turn */
#define ADAPTIVE_LAST  100
/* Of a run that ends when all are decided: a benchmark that needs more than so many does not
 * get them. */
#define ADAPTIVE_REACH 60
/* Of a benchmark with brief launches the same limits are so many times as high. */
#define ADAPTIVE_BRIEF_TIMES 4
#define ADAPTIVE_MOST        250

struct adaptive_benchmark {
	uint32_t first;  /* rounds before its first interim analysis, at most `last`; 0: it has
			  * all it gets */
	uint32_t rounds; /* measured so far */
	double half_width; /* in ln; NAN: nothing to compare, so the first interim is the last
			    */
	double threshold;  /* in ln */
	double slot_ns;    /* of one round, all builds */
	bool unreachable;  /* gets no more: one of its builds always fails */
	uint32_t last;     /* rounds of its last interim analysis, at most ADAPTIVE_MOST */
};

/* The rounds of its next interim analysis; 0: there is none. */
uint32_t adaptive_next_interim(const struct adaptive_benchmark *b);

/* Rounds until the half width, which shrinks with their root, is at the threshold. Its own
 * rounds if it is there already; 0: not known. */
uint32_t adaptive_rounds_needed(const struct adaptive_benchmark *b);

/* The rounds of the interim analysis at which it is at its threshold, or of the last one; of
 * the first one, if that is to come. */
uint32_t adaptive_rounds_until(const struct adaptive_benchmark *b);

/* Has any benchmark not had its first interim analysis? */
bool adaptive_is_early(const struct adaptive_benchmark *b, size_t n);

/*
 * Sets targets[i] to the rounds that benchmark i has to have before the next decision, its own
 * where it gets none. left_ns: how much time there is for slots, all workers together; INFINITY
 * where it does not matter. Returns how many benchmarks go on; 0: all is done.
 */
size_t adaptive_decide(
	const struct adaptive_benchmark *b, size_t n, double left_ns, uint32_t *targets);

#endif
