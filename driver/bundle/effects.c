/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bundle/effects.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/bundle/tables.h"

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct effect *)a)->name, ((const struct effect *)b)->name);
}

static int collect(const struct comparison *comparison, const struct compare_job *job)
{
	struct effects *effects = job->ctx;
	const char *cpu = log_meta(comparison->new, "cpu_model");
	const char *host = log_meta(comparison->new, "host");

	effects->items = memory_zeroed(comparison->row_count + 1, sizeof(*effects->items));
	effects->count = comparison->row_count;
	effects->machine =
		memory_format("%s, host %s", cpu ? cpu : "unknown CPU", host ? host : "?");
	for (size_t i = 0; i < comparison->row_count; i++) {
		const struct row *row = &comparison->rows[i];

		effects->items[i] = (struct effect){
			.name = memory_format("%s/%s", row->suite, row->name),
			.verdict = row->time.verdict,
			.ratio = row->time.ratio,
			.low = row->time.low,
			.high = row->time.high,
		};
	}
	qsort(effects->items, effects->count, sizeof(*effects->items), by_name);
	return EXIT_FINE;
}

int effects_read(struct effects *effects, const char *folder, const char *config)
{
	*effects = (struct effects){ 0 };
	return tables_compare(folder, config, collect, effects);
}

void effects_release(struct effects *effects)
{
	for (size_t i = 0; i < effects->count; i++)
		free(effects->items[i].name);
	free(effects->items);
	free(effects->machine);
	*effects = (struct effects){ 0 };
}

const struct effect *effects_find(const struct effects *effects, const char *name)
{
	struct effect key = { .name = (char *)name };

	return effects->count
		       ? bsearch(&key, effects->items, effects->count, sizeof(key), by_name)
		       : NULL;
}

bool effect_is_change(const struct effect *effect)
{
	return effect->verdict == VERDICT_REGRESSED || effect->verdict == VERDICT_IMPROVED;
}

bool effect_is_unchanged(const struct effect *effect)
{
	return effect->verdict == VERDICT_UNCHANGED || effect->verdict == VERDICT_SAME_CODE ||
	       effect->verdict == VERDICT_NOT_EXECUTED;
}

enum holds effect_holds(const struct effect *there, const struct effect *here)
{
	if (!here)
		return HOLDS_UNKNOWN;
	if (effect_is_change(here))
		return here->verdict == there->verdict ? HOLDS_YES : HOLDS_NO;
	if (!effect_is_unchanged(here))
		return HOLDS_UNKNOWN;
	return effect_is_change(there) ? HOLDS_NO : HOLDS_YES;
}
