/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_BIAS_H
#define DRIVER_PLAN_BIAS_H

#include <stddef.h>
#include <stdint.h>

#include "compare/log/log.h"
#include "compare/stats/summary.h"

/*
 * What running in parallel costs: some launches are measured again with nothing beside them,
 * and the ratios parallel / serial are kept. Neither launch of a pair may have been disturbed,
 * else the ratio shows the disturbance. Pure.
 */
struct bias_pair {
	size_t slot;
	unsigned build;
	double median_ns, min_ns; /* of the parallel launch */
};

struct bias {
	struct bias_pair *waiting; /* for their serial launch */
	size_t waiting_count, waiting_capacity;
	double *medians, *minima; /* ln(parallel / serial) */
	size_t count, medians_capacity, minima_capacity;
};

/* Ratios, 1: no cost. Below 6 launches the interval is infinite. */
struct bias_result {
	size_t launches;
	double median;         /* of the ratios of the launches' medians */
	struct interval range; /* 95 %, from the order of the ratios alone */
	double minimum;        /* the same of the launches' minima */
	struct interval min_range;
};

void bias_parallel(struct bias *bias, size_t slot, unsigned build, const struct launch *launch);
/* Pairs with the parallel launch of the slot, once; without one it is ignored. */
void bias_serial(struct bias *bias, size_t slot, unsigned build, const struct launch *launch);
/* The slot is not measured again (or was). */
void bias_forget(struct bias *bias, size_t slot);
/* Sorts the ratios. launches = 0: all NaN. */
struct bias_result bias_result(struct bias *bias);
void bias_release(struct bias *bias);

#endif
