/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/gathering.h"

#include "compare/base/memory.h"
#include "compare/base/table.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static struct gathered *new_item(struct gathering *g, const char *name, uint32_t line)
{
	struct gathered *item = arena_alloc(&g->arena, sizeof(*item));

	*item = (struct gathered){ .name = arena_text(&g->arena, name),
		.line = line,
		.status = OUTCOME_OK,
		.iterations = -1,
		.clock_step_ns = NAN,
		.items = NAN,
		.bytes = NAN,
		.cpu_ns = NAN,
		.wall_ns = NAN,
		.mean_ns = NAN,
		.sd_ns = NAN,
		.median_ns = NAN };
	if (g->last)
		g->last->next = item;
	else
		g->first = item;
	return g->last = item;
}

struct gathered *gathering_of(struct gathering *g, const char *name, uint32_t line)
{
	size_t *place;
	int added;

	/* Repetitions follow each other, mostly. */
	if (g->last && strcmp(g->last->name, name) == 0)
		return g->last;
	if (g->last && table_count(g->index) >= log_limits.benchmarks) {
		g->foreign->log->too_large = true;
		return g->last;
	}
	if (!g->index)
		g->index = table_new();
	place = table_add(g->index, name, 0, &added);
	if (added)
		*place = (size_t)(uintptr_t)new_item(g, name, line);
	return (struct gathered *)(uintptr_t)*place;
}

struct gathered *gathering_find(const struct gathering *g, const char *name)
{
	const size_t *place = g->index ? table_find(g->index, name) : NULL;

	return place ? (struct gathered *)(uintptr_t)*place : NULL;
}

double gathered_mean(const struct gathered *item)
{
	double sum = item->first_ns;

	for (size_t i = 1; i < item->count; i++)
		sum += item->more[i - 1];
	return sum / (double)item->count;
}

bool gathered_sample(struct gathered *item, double value, double factor, int64_t iterations)
{
	double ns = value * factor;

	if (!(ns >= 0 && ns <= LOG_NS_MAX))
		return false;
	if (!item->count++) {
		item->iterations = iterations;
		item->first_ns = ns;
		return true;
	}
	if (item->iterations != iterations)
		item->iterations = -1;
	if (item->count > item->capacity)
		item->more = memory_grow(
			item->more, &item->capacity, item->count, sizeof(*item->more));
	item->more[item->count - 2] = ns;
	return true;
}

char *gathering_text(struct gathering *g, const char *text)
{
	return arena_text(&g->arena, text);
}

static void set_row(struct log_row *row, const struct gathered *item, double quantiles[2])
{
	log_row_init(row);
	row->benchmark = (char *)item->name;
	row->items = item->items;
	row->bytes = item->bytes;
	row->samples_behind = item->samples_behind;
	row->mean_ns = item->mean_ns;
	row->sd_ns = item->sd_ns;
	row->launch.status = (uint8_t)item->status;
	row->launch.iterations = item->iterations;
	row->launch.clock_step_ns = item->clock_step_ns;
	row->evidence.cpu_ns = item->cpu_ns;
	row->evidence.wall_ns = item->wall_ns;
	if (item->detail)
		row->evidence.detail = item->detail;
	if (item->counters)
		row->evidence.counters = item->counters;
	if (isnan(item->median_ns))
		return;
	quantiles[0] = quantiles[1] = item->median_ns;
	row->evidence.quantile.values = quantiles;
	row->evidence.quantile.count = 2;
}

static void flush_item(
	struct gathering *g, struct gathered *item, const char *suite, bool is_new)
{
	struct foreign *f = g->foreign;
	struct log_row row;
	double quantiles[2];

	set_row(&row, item, quantiles);
	row.suite = (char *)suite;
	row.is_new = is_new;
	f->count = 0;
	for (size_t i = 0; i < item->count; i++)
		foreign_value(f, i ? item->more[i - 1] : item->first_ns, 1);
	if (f->count || row.evidence.quantile.values || item->status != OUTCOME_OK)
		foreign_launch(f, &row, item->line);
}

static void drop_index(struct gathering *g)
{
	table_free(g->index);
	g->index = NULL;
}

static void drop_items(struct gathering *g)
{
	for (struct gathered *item = g->first; item; item = item->next)
		free(item->more);
	g->first = g->last = NULL;
}

void gathering_flush(struct gathering *g, const char *suite)
{
	bool first = !g->foreign->log->benchmark_count;

	drop_index(g); /* its memory is large, and the log needs as much */
	for (struct gathered *item = g->first; item; item = item->next)
		flush_item(g, item, suite, first);
	foreign_end_document(g->foreign);
	drop_items(g);
	arena_empty(&g->arena);
}

void gathering_release(struct gathering *g)
{
	drop_index(g);
	drop_items(g);
	arena_release(&g->arena);
}
