/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_EVAL_SIMULATE_NODES_H
#define TESTS_EVAL_SIMULATE_NODES_H

#include <gsl/gsl_rng.h>
#include <stddef.h>

/* A pool of machines: what of a time depends on the machine. All sd are of ln. */
struct nodes_study {
	size_t nodes;        /* 0: no pool */
	size_t replicas;     /* nodes of a benchmark; its rounds are divided among them */
	double node_sd;      /* of a machine, for all benchmarks */
	double benchmark_sd; /* of a machine and benchmark */
	double layout_sd;    /* of a machine, benchmark and build: what no pair takes out */
};

/* One drawn pool. Zeroed it may be released. */
struct nodes {
	const struct nodes_study *study;
	double *node, *benchmark, *layout;
	size_t *first; /* of each benchmark and side: the node of its first replica */
};

/* Two sides on the same nodes, or (apart) each on nodes of its own. */
void nodes_draw(struct nodes *nodes, const struct nodes_study *study, size_t benchmarks,
	int apart, gsl_rng *rng);
size_t nodes_of(
	const struct nodes *nodes, size_t benchmark, size_t round, size_t rounds, int side);
/* What the time is multiplied by; 1 without a pool. */
double nodes_factor(
	const struct nodes *nodes, size_t benchmark, size_t round, size_t rounds, int side);
void nodes_release(struct nodes *nodes);

#endif
