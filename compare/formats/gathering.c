/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/gathering.h"

#include "compare/base/memory.h"
#include "compare/base/table.h"

#include <stdlib.h>
#include <string.h>

static struct gathered *new_item(struct gathering *g, const char *name, uint32_t line)
{
	struct gathered *item;

	g->items = memory_grow(g->items, &g->capacity, g->count + 1, sizeof(*g->items));
	item = &g->items[g->count++];
	*item = (struct gathered){ .line = line };
	log_row_init(&item->row);
	item->row.benchmark = arena_text(&g->arena, name);
	return item;
}

struct gathered *gathering_of(struct gathering *g, const char *name, uint32_t line)
{
	size_t *place;
	int added;

	/* Repetitions follow each other, mostly. */
	if (g->count && strcmp(g->items[g->count - 1].row.benchmark, name) == 0)
		return &g->items[g->count - 1];
	if (!g->index)
		g->index = table_new();
	place = table_add(g->index, name, g->count, &added);
	return added ? new_item(g, name, line) : &g->items[*place];
}

bool gathered_sample(struct gathered *item, double value, double factor, int64_t iterations)
{
	double ns = value * factor;

	if (!(ns >= 0 && ns <= LOG_NS_MAX))
		return false;
	if (!item->count)
		item->row.launch.iterations = iterations;
	else if (item->row.launch.iterations != iterations)
		item->row.launch.iterations = -1;
	if (item->count == item->capacity)
		item->samples = memory_grow(item->samples, &item->capacity, item->count + 1,
			sizeof(*item->samples));
	item->samples[item->count++] = ns;
	return true;
}

char *gathering_text(struct gathering *g, const char *text)
{
	return arena_text(&g->arena, text);
}

static void flush_item(struct gathering *g, struct gathered *item, const char *suite)
{
	struct foreign *f = g->foreign;
	const struct evidence *evidence = &item->row.evidence;

	item->row.suite = (char *)suite;
	f->count = 0;
	for (size_t i = 0; i < item->count; i++)
		foreign_value(f, item->samples[i], 1);
	if (f->count || evidence->quantiles || item->row.launch.status != OUTCOME_OK)
		foreign_launch(f, &item->row, item->line);
	free(item->samples);
}

void gathering_flush(struct gathering *g, const char *suite)
{
	for (size_t i = 0; i < g->count; i++)
		flush_item(g, &g->items[i], suite);
	g->count = 0;
	table_free(g->index);
	g->index = NULL;
	arena_empty(&g->arena);
}

void gathering_release(struct gathering *g)
{
	for (size_t i = 0; i < g->count; i++)
		free(g->items[i].samples);
	free(g->items);
	table_free(g->index);
	arena_release(&g->arena);
}
