/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_EVAL_SIMULATE_WORLD_H
#define TESTS_EVAL_SIMULATE_WORLD_H

#include <gsl/gsl_rng.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * A simulated machine during one session: seven models of what disturbs an execution of 10 ms.
 * M0 quiet: lognormal, sd ln(1.2) / 2. M1 a sine drift by a factor of 2 with a period of 60 s,
 * lognormal 0.28. M2 M0 and a random walk that returns (2 %, 15 s). M3 one-sided delays. M4 M3
 * and launches that are 6 % slower, three in ten. M5 M4 and the walk of M2. M6 M3, the walk and
 * a shift of the session, sd 1 %.
 */
enum model { M0, M1, M2, M3, M4, M5, M6, MODEL_COUNT };

#define WORLD_EXECUTION_NS 1e7

struct world {
	enum model model;
	double noise; /* of M0 and M2: sd of ln */
	gsl_rng *rng; /* the caller's */
	double t;     /* seconds, the sum of all executions */
	double walk;  /* ln */
	double phase, shift;
};

/* `rng` is seeded by the caller. */
void world_begin(struct world *world, enum model model, gsl_rng *rng);

/* A new session on the same machine: nothing of the drift is kept. */
void world_new_session(struct world *world);

/* A process starts, which takes so many seconds. Returns by how much all in it is slower. */
double world_start(struct world *world, double seconds);
/* One benchmark in it: out[0..n-1] in ns. `scale` multiplies the noise of the benchmark (1: as
 * is). */
void world_measure(struct world *world, double process, double scale, double *out, size_t n);

#endif
