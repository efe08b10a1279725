/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_EVAL_SIMULATE_STUDY_H
#define TESTS_EVAL_SIMULATE_STUDY_H

#include "tests/eval/simulate/nodes.h"
#include "tests/eval/simulate/world.h"

#include <stdio.h>

/* What one pair of logs is made of. Fractions, not per cent. */
struct study {
	bool paired; /* rounds in one session, else two sessions */
	bool suite;  /* all benchmarks on one clock, else each alone on a machine of its own */
	bool abba;   /* order of the builds: a coin per two rounds, else per round */
	bool no_position; /* the logs do not record the order */
	enum model model;
	size_t benchmarks, rounds, executions; /* executions of a launch */
	size_t group;     /* paired suite: so many benchmarks share each launch; 0: none do */
	double start_s;   /* of a process */
	double launch_sd; /* of ln of what all in a process have in common */
	unsigned long seed;
	double effect;       /* of the changed ones; alone: slower; suite: slower or faster */
	double changed;      /* share of the benchmarks that are */
	double suite_shift;  /* all of new is slower by this */
	double order_effect; /* the build that runs second is slower by this */
	double noisy;        /* share of the benchmarks that have four times the noise */
	double spread;       /* sd of ln of the noise of the benchmarks */
	double noise;        /* sd of ln in M0 and M2; 0: as in the model */
	double offset;  /* sd of ln over benchmarks of a permanent offset of the new build */
	double step_ns; /* of the clock */
	struct nodes_study nodes; /* suite only */
};

/* What is so of one benchmark of the logs. */
struct truth {
	int change;        /* -1 faster, 0 the same, 1 slower */
	double factor;     /* new / old */
	double two_part_p; /* alone only: of the simpler rule, see two_part.h */
};

/*
 * Writes OLD and NEW as logs of bdriver. truth[i] is that of benchmark i. The same study and
 * number give the same logs; benchmarks alone do not depend on how many there are: the first of
 * number n is seeded by n.
 */
int study_write(const struct study *study, unsigned long number, const char *old_path,
	const char *new_path, struct truth *truth);

#endif
