/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/paired_nodes.h"

#include <math.h>
#include <stdbool.h>

#include "compare/base/memory.h"

/* Names of one log are the same pointer: see log_node(). */
static size_t nodes_of(const struct log_benchmark *benchmark)
{
	const char *seen[PAIRED_NODES_MIN * 8];
	size_t count = 0, most = ARRAY_SIZE(seen);

	for (size_t i = 0; benchmark && i < benchmark->launch_count && count < most; i++) {
		const struct launch *launch = &benchmark->launches[i];
		size_t k = 0;

		if (!launch->counts || launch->status != OUTCOME_OK || !launch->node)
			continue;
		while (k < count && seen[k] != launch->node)
			k++;
		if (k == count)
			seen[count++] = launch->node;
	}
	return count;
}

size_t paired_nodes_count(const struct row *const *rows, size_t count)
{
	size_t many = 0, least = SIZE_MAX;

	for (size_t i = 0; i < count; i++) {
		size_t nodes = nodes_of(rows[i]->old.benchmark);

		if (nodes < PAIRED_NODES_MIN)
			continue;
		many++;
		if (nodes < least)
			least = nodes;
	}
	return 2 * many > count ? least : 0;
}

static bool is_usable(double *const *arrays, size_t array_count, size_t round)
{
	for (size_t a = 0; a < array_count; a++)
		if (isnan(arrays[a][round]))
			return false;
	return true;
}

size_t paired_nodes_reduce(
	const char *const *nodes, size_t rounds, double *const *arrays, size_t array_count)
{
	AUTO_FREE size_t *place = memory_zeroed(rounds, sizeof(*place));
	size_t count = 0;
	AUTO_FREE double *sums = memory_zeroed(rounds * array_count, sizeof(*sums));
	AUTO_FREE size_t *terms = memory_zeroed(rounds, sizeof(*terms));

	for (size_t i = 0; i < rounds; i++) {
		size_t first = 0;

		place[i] = SIZE_MAX;
		if (!nodes[i] || !is_usable(arrays, array_count, i))
			continue;
		while (first < i && (place[first] == SIZE_MAX || nodes[first] != nodes[i]))
			first++;
		place[i] = first < i ? place[first] : count++;
		terms[place[i]]++;
		for (size_t a = 0; a < array_count; a++)
			sums[a * rounds + place[i]] += log(arrays[a][i]);
	}
	for (size_t a = 0; a < array_count; a++)
		for (size_t k = 0; k < count; k++)
			arrays[a][k] = exp(sums[a * rounds + k] / (double)terms[k]);
	return count;
}
