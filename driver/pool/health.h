/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_POOL_HEALTH_H
#define DRIVER_POOL_HEALTH_H

#include <stddef.h>

#include "compare/base/string_list.h"
#include "driver/pool/plan.h"

/*
 * Are the nodes of a run alike? Each shard times a fixed piece of work at its beginning and at
 * its end (driver/machine/reference_work.h). The level of a node is the median of these times.
 * A node is off if its level is further from the median of all nodes than HEALTH_MADS times
 * their MAD (scaled to an sd) and than HEALTH_LEAST. With fewer than HEALTH_NODES nodes none
 * is.
 */
#define HEALTH_MADS  3
#define HEALTH_LEAST 0.05
#define HEALTH_NODES 3

struct health {
	struct string_list nodes; /* sorted */
	double *levels;           /* of each, ns */
	double median;
	struct string_list off; /* names */
	struct string_list
		what; /* of each that is off: "its reference work takes 12 % longer" */
};

/* Reads the heads of the parts that count. */
void health_read(struct health *health, const struct pool_plan *plan, const char *folder);
/* The same of given times: times[i] of node nodes[i]. */
void health_of(
	struct health *health, const char *const *nodes, const double *times, size_t count);
void health_release(struct health *health);

/*
 * Puts the parts of the nodes that are off aside, so that their shards are measured on other
 * nodes; returns how many. health_put_back() takes those again that no other node has measured.
 */
size_t health_put_aside(
	const struct health *health, const struct pool_plan *plan, const char *folder);
void health_put_back(const struct pool_plan *plan, const char *folder);

#endif
