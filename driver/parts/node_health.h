/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PARTS_NODE_HEALTH_H
#define DRIVER_PARTS_NODE_HEALTH_H

#include <stddef.h>

#include "compare/base/string_list.h"

/*
 * Are the machines of a run alike? Each part times a fixed piece of work at its beginning and
 * at its end (driver/machine/reference_work.h). The level of a machine is the median of these
 * times. It is off if its level is further from the median of all machines than
 * NODE_HEALTH_MADS times their MAD (scaled to an SD) and than NODE_HEALTH_LEAST. With fewer
 * than NODE_HEALTH_NODES machines none is.
 */
#define NODE_HEALTH_MADS  3
#define NODE_HEALTH_LEAST 0.05
#define NODE_HEALTH_NODES 3

struct node_health {
	struct string_list nodes; /* sorted */
	struct string_list off;   /* names */
	/* Of each that is off: "its reference work takes 12 % longer than on the median node"
	 */
	struct string_list what;
};

/* times[i] of node nodes[i], ns. */
void node_health_of(struct node_health *health, const char *const *nodes, const double *times,
	size_t count);
void node_health_release(struct node_health *health);

#endif
