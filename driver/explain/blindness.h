/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_BLINDNESS_H
#define DRIVER_EXPLAIN_BLINDNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Which functions could get slower unseen. A function with a share p of the time of a benchmark
 * that takes a fraction s longer makes the benchmark p * s slower. (Amdahl, AFIPS 1967, with
 * the enhanced part slowed.) So the benchmark sees it if p * s is at least its smallest
 * detectable change, which a comparison sees in 80 % of cases. The share is that of the
 * function's own code: what is inlined counts in its caller, and what it calls does not count.
 */
struct blind_function {
	char *suite, *name;
	double share;          /* the largest of a benchmark; 0: no sample */
	const char *benchmark; /* with that share; not owned; NULL: none */
	double needed;         /* smallest slow-down that a benchmark sees; INFINITY: none */
	const char *seen_by;   /* that benchmark; NULL: none */
	uint64_t size;         /* bytes of code; 0: not known */
	bool reached;          /* a benchmark can reach it */
};

struct blindness {
	struct blind_function *functions;
	size_t count, capacity;
	struct table *index;
};

void blindness_init(struct blindness *blindness);
void blindness_release(struct blindness *blindness);
/* A benchmark can reach the function. */
void blindness_add(struct blindness *blindness, const char *suite, const char *name);
/* The program has so much code of the function, perhaps in several pieces. */
void blindness_link(
	struct blindness *blindness, const char *suite, const char *name, uint64_t size);
/* Its share of a benchmark, whose smallest detectable change may be NAN: it sees nothing.
 * Ignored if the function was not added. */
void blindness_share(struct blindness *blindness, const char *suite, const char *name,
	const char *benchmark, double share, double smallest);
/* Largest share first, then the largest. Names settle ties. */
void blindness_sort(struct blindness *blindness);

#endif
