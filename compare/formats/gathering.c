/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/gathering.h"

#include "compare/base/memory.h"
#include "compare/base/table.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static struct gathered *new_item(struct foreign *f, const char *name, uint32_t line)
{
	struct gathered *item = arena_alloc(&f->arena, sizeof(*item));

	log_row_init(&item->row);
	item->row.benchmark = arena_text(&f->arena, name);
	item->line = line;
	item->median_ns = NAN;
	if (f->last)
		f->last->next = item;
	else
		f->first = item;
	return f->last = item;
}

struct gathered *gathering_of(struct foreign *f, const char *name, uint32_t line)
{
	size_t *place;
	int added;

	/* Repetitions follow each other, mostly. */
	if (f->last && strcmp(f->last->row.benchmark, name) == 0)
		return f->last;
	if (f->last && table_count(f->index) >= log_limits.benchmarks) {
		f->log->too_large = true;
		return f->last;
	}
	if (!f->index)
		f->index = table_new();
	place = table_add(f->index, name, 0, &added);
	if (added)
		*place = (size_t)(uintptr_t)new_item(f, name, line);
	return (struct gathered *)(uintptr_t)*place;
}

struct gathered *gathering_find(const struct foreign *f, const char *name)
{
	const size_t *place = f->index ? table_find(f->index, name) : NULL;

	return place ? (struct gathered *)(uintptr_t)*place : NULL;
}

bool gathered_sample(struct gathered *item, double value, double factor, int64_t iterations)
{
	struct launch *launch = &item->row.launch;
	double ns = value * factor;

	if (!(ns >= 0 && ns <= LOG_NS_MAX))
		return false;
	launch->iterations = !item->count || launch->iterations == iterations ? iterations : -1;
	*ARRAY_ADD(item->samples, item->count, item->capacity) = ns;
	return true;
}

char *gathering_text(struct foreign *f, const char *text)
{
	return arena_text(&f->arena, text);
}

static void flush_item(struct foreign *f, struct gathered *item)
{
	f->count = 0;
	for (size_t i = 0; i < item->count; i++)
		foreign_value(f, item->samples[i], 1);
	if (!f->count && !isnan(item->median_ns))
		foreign_median(f, &item->row, item->median_ns, item->line);
	else if (f->count || item->row.launch.status != OUTCOME_OK)
		foreign_launch(f, &item->row, item->line);
}

void gathering_flush(struct foreign *f, const char *suite)
{
	table_free(f->index); /* its memory is large, and the log needs as much */
	f->index = NULL;
	for (struct gathered *item = f->first; item; item = item->next) {
		item->row.suite = (char *)suite;
		flush_item(f, item);
		free(item->samples);
	}
	f->first = f->last = NULL;
	arena_empty(&f->arena);
	foreign_end_document(f);
}
