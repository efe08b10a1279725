/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/nodes.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/verdict/caveat_list.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

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

static const char *node_of(const struct row_side *side)
{
	const struct log_benchmark *b = side->benchmark;

	return b && b->launch_count ? b->launches[0].node : NULL;
}

/* Of two runs. */
static void check_others(struct comparison *c)
{
	size_t others = 0, both = 0;

	if (!c->old->nodes.count || !c->new->nodes.count)
		return;
	for (size_t i = 0; i < c->row_count; i++) {
		const char *old = node_of(&c->rows[i].old), *new = node_of(&c->rows[i].new);

		both += old && new;
		others += old && new &&strcmp(old, new) != 0;
	}
	if (!others)
		return;
	caveat_add(c, CAVEAT_WEAK,
		"%zu of %zu benchmark%s ran on different machines\t in the two logs: what "
		"differs between the machines is in their changes.",
		others, both, PLURAL(both));
}

/* Of one run: a verdict that rests on one or two machines. */
static void check_few(struct comparison *c)
{
	size_t nodes = c->new->nodes.count;

	if (nodes > 1 && c->rule == RULE_PAIRED && !c->replicas)
		caveat_add(c, CAVEAT_FACT,
			"\t%zu machines measured, but each benchmark ran on fewer than %d of "
			"them: its verdict holds for these machines; all rounds on %d machines "
			"show whether it holds for others.",
			nodes, PAIRED_NODES_MIN, PAIRED_NODES_MIN);
}

/* Metadata node.NODE.off of the run. */
static void check_off(struct comparison *c)
{
	for (size_t i = 0; i < c->new->meta_count; i++) {
		const char *key = c->new->meta[i].key;
		size_t size = strlen(key);

		if (size > 9 && !strncmp(key, "node.", 5) && !strcmp(key + size - 4, ".off"))
			caveat_add(c, CAVEAT_PART, "node %.*s is off\nNode %.*s is off: %s.",
				(int)size - 9, key + 5, (int)size - 9, key + 5,
				c->new->meta[i].value);
	}
}

/* Metadata of merged parts (driver/parts/merge.h). */
static void check_missing(struct comparison *c)
{
	const char *missing = log_meta(c->new, "missing");

	if (missing)
		caveat_add(c, CAVEAT_PART, "%s\nNot all was merged: %s.", missing, missing);
}

void caveat_nodes(struct comparison *c)
{
	if (log_same_session(c->old, c->new))
		check_few(c);
	else
		check_others(c);
	check_off(c);
	check_missing(c);
}
