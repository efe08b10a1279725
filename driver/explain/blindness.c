/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/explain/blindness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"

void blindness_init(struct blindness *blindness)
{
	*blindness = (struct blindness){ .index = table_new() };
}

void blindness_release(struct blindness *blindness)
{
	for (size_t i = 0; i < blindness->count; i++) {
		free(blindness->functions[i].suite);
		free(blindness->functions[i].name);
	}
	free(blindness->functions);
	table_free(blindness->index);
	*blindness = (struct blindness){ 0 };
}

static struct blind_function *find(
	struct blindness *blindness, const char *suite, const char *name)
{
	int added;
	size_t place = *table_add_benchmark(
		blindness->index, suite, name, NULL, blindness->count, &added);

	if (added)
		*ARRAY_ADD(blindness->functions, blindness->count, blindness->capacity) =
			(struct blind_function){ .suite = memory_text(suite),
				.name = memory_text(name),
				.needed = INFINITY };
	return &blindness->functions[place];
}

void blindness_add(struct blindness *blindness, const char *suite, const char *name)
{
	find(blindness, suite, name)->reached = true;
}

void blindness_link(
	struct blindness *blindness, const char *suite, const char *name, uint64_t size)
{
	find(blindness, suite, name)->size += size;
}

void blindness_share(struct blindness *blindness, const char *suite, const char *name,
	const char *benchmark, double share, double smallest)
{
	const size_t *place = table_find_benchmark(blindness->index, suite, name, NULL);
	struct blind_function *f = place ? &blindness->functions[*place] : NULL;

	if (!f || !(share > 0))
		return;
	if (share > f->share) {
		f->share = share;
		f->benchmark = benchmark;
	}
	if (smallest / share < f->needed) {
		f->needed = smallest / share;
		f->seen_by = benchmark;
	}
}

static int by_share(const void *a, const void *b)
{
	const struct blind_function *x = a, *y = b;
	int suites = strcmp(x->suite, y->suite);

	if (x->share != y->share)
		return x->share < y->share ? 1 : -1;
	if (x->size != y->size)
		return x->size < y->size ? 1 : -1;
	return suites ? suites : strcmp(x->name, y->name);
}

void blindness_sort(struct blindness *blindness)
{
	if (blindness->count)
		qsort(blindness->functions, blindness->count, sizeof(*blindness->functions),
			by_share);
}
