/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool/health.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"
#include "driver/pool/attempts.h"
#include "driver/pool/part.h"

/* The mark of an attempt whose part was put aside, and of the part. */
#define TAG_OFF "off"

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

static double limit_of(const struct health *h)
{
	double mad = quantile_mad(h->levels, h->nodes.count, h->median);

	return fmax(HEALTH_MADS * QUANTILE_MAD_SCALE * mad, HEALTH_LEAST * h->median);
}

void health_of(struct health *h, const char *const *nodes, const double *times, size_t count)
{
	double limit;

	*h = (struct health){ 0 };
	for (size_t i = 0; i < count; i++)
		string_list_add_once(&h->nodes, nodes[i]);
	if (!h->nodes.count)
		return;
	qsort(h->nodes.items, h->nodes.count, sizeof(char *), by_text);
	h->levels = memory_zeroed(h->nodes.count, sizeof(*h->levels));
	for (size_t i = 0; i < h->nodes.count; i++)
		h->levels[i] = level_of(h->nodes.items[i], nodes, times, count);
	h->median = quantile_median_of(h->levels, h->nodes.count);
	limit = limit_of(h);
	for (size_t i = 0; h->nodes.count >= HEALTH_NODES && i < h->nodes.count; i++) {
		double change = h->levels[i] / h->median - 1;

		if (fabs(h->levels[i] - h->median) <= limit)
			continue;
		string_list_add(&h->off, h->nodes.items[i]);
		string_list_addf(&h->what,
			"its reference work takes %.0f %% %s than on the median node",
			100 * fabs(change), change > 0 ? "longer" : "less");
	}
}

void health_read(struct health *h, const struct pool_plan *plan, const char *folder)
{
	AUTO_FREE const char **nodes = memory_zeroed(2 * plan->shard_count, sizeof(*nodes));
	AUTO_FREE double *times = memory_zeroed(2 * plan->shard_count, sizeof(*times));
	AUTO(string_list_release) struct string_list names = { 0 };
	size_t count = 0;

	for (unsigned i = 0; i < plan->shard_count; i++) {
		struct pool_head head;

		if (pool_part_head(&head, folder, i))
			continue;
		string_list_add(&names, head.node);
		for (size_t k = 0; k < 2; k++)
			if (head.reference_ns[k] > 0) {
				nodes[count] = names.items[names.count - 1];
				times[count++] = head.reference_ns[k];
			}
	}
	health_of(h, nodes, times, count);
}

void health_release(struct health *h)
{
	free(h->levels);
	string_list_release(&h->nodes);
	string_list_release(&h->off);
	string_list_release(&h->what);
	*h = (struct health){ 0 };
}

static char *aside_path(const char *folder, unsigned shard)
{
	return memory_format("%s/done/%05u." TAG_OFF, folder, shard);
}

size_t health_put_aside(
	const struct health *h, const struct pool_plan *plan, const char *folder)
{
	size_t count = 0;

	for (unsigned i = 0; h->off.count && i < plan->shard_count; i++) {
		AUTO_FREE char *done = attempts_done_path(folder, i),
			       *aside = aside_path(folder, i);
		struct pool_head head;
		struct err e;

		if (!pool_part_head(&head, folder, i) && string_list_has(&h->off, head.node) &&
			access(aside, F_OK) && !rename(done, aside)) {
			AUTO_FREE char *mark =
				attempts_part_path(folder, i, head.node, TAG_OFF, "try");

			attempts_note(mark, "the node is off", &e);
			count++;
		}
	}
	return count;
}

void health_put_back(const struct pool_plan *plan, const char *folder)
{
	for (unsigned i = 0; i < plan->shard_count; i++) {
		AUTO_FREE char *done = attempts_done_path(folder, i),
			       *aside = aside_path(folder, i);

		/* Where another node has brought one, that one counts. */
		if (access(aside, F_OK) == 0 && link(aside, done) == 0)
			attempts_forget(folder, i);
	}
}
