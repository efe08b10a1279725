/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/parts/node_health.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static double level_of(
	const char *node, const char *const *nodes, const double *times, size_t count)
{
	AUTO_FREE double *own = memory_zeroed(count, sizeof(*own));
	size_t n = 0;

	for (size_t i = 0; i < count; i++)
		if (!strcmp(nodes[i], node))
			own[n++] = times[i];
	return quantile_median_of(own, n);
}

static double limit_of(const double *levels, size_t count, double median)
{
	double mad = quantile_mad(levels, count, median);

	return fmax(NODE_HEALTH_MADS * QUANTILE_MAD_SCALE * mad, NODE_HEALTH_LEAST * median);
}

void node_health_of(
	struct node_health *h, const char *const *nodes, const double *times, size_t count)
{
	AUTO_FREE double *levels = memory_zeroed(count + 1, sizeof(*levels));
	double median, limit;

	*h = (struct node_health){ 0 };
	for (size_t i = 0; i < count; i++)
		string_list_add_once(&h->nodes, nodes[i]);
	if (h->nodes.count < NODE_HEALTH_NODES)
		return;
	qsort(h->nodes.items, h->nodes.count, sizeof(char *), by_text);
	for (size_t i = 0; i < h->nodes.count; i++)
		levels[i] = level_of(h->nodes.items[i], nodes, times, count);
	median = quantile_median_of(levels, h->nodes.count);
	limit = limit_of(levels, h->nodes.count, median);
	for (size_t i = 0; i < h->nodes.count; i++) {
		double change = levels[i] / median - 1;

		if (fabs(levels[i] - median) <= limit)
			continue;
		string_list_add(&h->off, h->nodes.items[i]);
		string_list_addf(&h->what,
			"its reference work takes %.0f %% %s than on the median machine",
			100 * fabs(change), change > 0 ? "longer" : "less");
	}
}

void node_health_release(struct node_health *h)
{
	string_list_release(&h->nodes);
	string_list_release(&h->off);
	string_list_release(&h->what);
	*h = (struct node_health){ 0 };
}
