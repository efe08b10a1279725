/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_NODES_H
#define COMPARE_VERDICT_NODES_H

#include <stddef.h>

#include "compare/verdict/compared.h"

/*
 * Replicas on several machines. A benchmark's change may differ from machine to machine, so
 * rounds on one machine are no independent observations of it. From PAIRED_NODES_MIN nodes on,
 * each node is one observation: a verdict then holds for machines like these.
 */
#define PAIRED_NODES_MIN 3

/* Nodes on which most of the rows were measured, the same for both sides; 0: fewer than
 * PAIRED_NODES_MIN, so that rounds are the observations. */
size_t paired_nodes_count(const struct row *const *rows, size_t count);
/*
 * Puts the geometric mean over each node's rounds in the place of the rounds, in each of the
 * arrays. nodes[i]: where round i was measured; NULL: not known, and the round is left out.
 * Rounds with a NAN are left out. Returns the number of nodes.
 */
size_t paired_nodes_reduce(
	const char *const *nodes, size_t rounds, double *const *arrays, size_t array_count);

/* What several machines mean for the verdicts: benchmarks of two logs that ran on
 * different ones, verdicts that hold for one machine only, machines that are off. */
void caveat_nodes(struct comparison *comparison);

#endif
