/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/eval/simulate/nodes.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

static double *draw_all(size_t count, double sd, gsl_rng *rng)
{
	double *values = calloc(count, sizeof(*values));

	if (!values)
		abort();
	for (size_t i = 0; i < count; i++)
		values[i] = gsl_ran_gaussian_ziggurat(rng, 1) * sd;
	return values;
}

void nodes_draw(struct nodes *nodes, const struct nodes_study *study, size_t benchmarks,
	int apart, gsl_rng *rng)
{
	*nodes = (struct nodes){ .study = study };
	if (!study->nodes)
		return;
	nodes->node = draw_all(study->nodes, study->node_sd, rng);
	nodes->benchmark = draw_all(study->nodes * benchmarks, study->benchmark_sd, rng);
	nodes->layout = draw_all(study->nodes * benchmarks, study->layout_sd, rng);
	nodes->first = calloc(2 * benchmarks, sizeof(*nodes->first));
	if (!nodes->first)
		abort();
	for (size_t i = 0; i < benchmarks; i++) {
		nodes->first[2 * i] = gsl_rng_uniform_int(rng, study->nodes);
		nodes->first[2 * i + 1] =
			apart ? gsl_rng_uniform_int(rng, study->nodes) : nodes->first[2 * i];
	}
}

size_t nodes_of(
	const struct nodes *nodes, size_t benchmark, size_t round, size_t rounds, int side)
{
	const struct nodes_study *s = nodes->study;

	return (nodes->first[2 * benchmark + (size_t)side] + round * s->replicas / rounds) %
	       s->nodes;
}

double nodes_factor(
	const struct nodes *nodes, size_t benchmark, size_t round, size_t rounds, int side)
{
	const struct nodes_study *s = nodes->study;
	size_t node, place;

	if (!s->nodes)
		return 1;
	node = nodes_of(nodes, benchmark, round, rounds, side);
	place = benchmark * s->nodes + node;
	return exp(nodes->node[node] + nodes->benchmark[place] +
		   (side ? nodes->layout[place] : 0));
}

void nodes_release(struct nodes *nodes)
{
	free(nodes->node);
	free(nodes->benchmark);
	free(nodes->layout);
	free(nodes->first);
	*nodes = (struct nodes){ 0 };
}
