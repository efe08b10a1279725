/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_POOL_NODE_FACTS_H
#define DRIVER_POOL_NODE_FACTS_H

#include "compare/base/string_list.h"
#include "compare/log/write.h"

/* What the logs of the shards say of the machines that measured them. Zeroed it is empty. */

struct node_facts {
	struct string_list nodes;
	char **values; /* by node, then by key; NULL: not known */
	size_t capacity;
};

/* Takes the metadata of a log of this node. What an earlier log of it said stays. */
void node_facts_take(struct node_facts *facts, const char *node, const char *log, size_t size);
/* Writes "node.NODE.KEY: VALUE" for all, by name of the node, and "KEY: VALUE" for what is the
 * same on all; `host` is the list of all hosts. */
int node_facts_write(const struct node_facts *facts, struct log_writer *writer, struct err *e);
void node_facts_release(struct node_facts *facts);

#endif
