/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/verdict/caveat_nodes.h"

#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/verdict/paired_nodes.h"

static const char *node_of(const struct row_side *side)
{
	const struct log_benchmark *b = side->benchmark;

	return b && b->launch_count ? b->launches[0].node : NULL;
}

/* Of two runs. */
static void check_others(const struct comparison *c, struct caveat_list *found)
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
	caveat_add(found, CAVEAT_WEAK,
		"%zu of %zu benchmark%s ran on different machines\t in the two logs: what "
		"differs between the machines is in their changes.",
		others, both, PLURAL(both));
}

/* Of one run: a verdict that rests on one or two machines. */
static void check_few(const struct comparison *c, struct caveat_list *found)
{
	size_t nodes = c->new->nodes.count;

	if (nodes > 1 && c->rule == RULE_PAIRED && !c->replicas)
		caveat_add(found, CAVEAT_FACT,
			"\t%zu machines measured, but each benchmark ran on fewer than %d of "
			"them: its verdict holds for these machines; all rounds on %d machines "
			"show whether it holds for others.",
			nodes, PAIRED_NODES_MIN, PAIRED_NODES_MIN);
}

/* Metadata node.NODE.off of the run. */
static void check_off(const struct comparison *c, struct caveat_list *found)
{
	for (size_t i = 0; i < c->new->meta_count; i++) {
		const char *key = c->new->meta[i].key;
		size_t size = strlen(key);

		if (size > 9 && !strncmp(key, "node.", 5) && !strcmp(key + size - 4, ".off"))
			caveat_add(found, CAVEAT_PART,
				"node %.*s is off\nNode %.*s is off: %s.", (int)size - 9,
				key + 5, (int)size - 9, key + 5, c->new->meta[i].value);
	}
}

/* Metadata of merged parts (driver/parts/merge.h). */
static void check_missing(const struct comparison *c, struct caveat_list *found)
{
	const char *missing = log_meta(c->new, "missing");

	if (missing)
		caveat_add(found, CAVEAT_PART, "%s\nNot all was merged: %s.", missing, missing);
}

void caveat_nodes(const struct comparison *c, struct caveat_list *found)
{
	if (log_same_session(c->old, c->new))
		check_few(c, found);
	else
		check_others(c, found);
	check_off(c, found);
	check_missing(c, found);
}
