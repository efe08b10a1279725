/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bundle/pooled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/layout.h"
#include "compare/stats/distribution.h"
#include "compare/stats/random_effects.h"

static const struct column columns[] = {
	{ "benchmark", ALIGN_LEFT },
	{ "change", ALIGN_RIGHT },
	{ "95 % interval", ALIGN_LEFT },
	{ "called", ALIGN_LEFT },
	{ "note", ALIGN_LEFT },
};

/* One benchmark on all machines that measured it. */
struct pool {
	double *estimates, *errors; /* of ln ratios; of those with an interval */
	size_t estimated, measured, regressed, improved, contradicts;
};

static void pool_add(struct pool *pool, const struct effect *effect)
{
	pool->measured++;
	pool->regressed += effect->verdict == VERDICT_REGRESSED;
	pool->improved += effect->verdict == VERDICT_IMPROVED;
	pool->contradicts += effect->verdict == VERDICT_UNCHANGED;
	if (!isfinite(effect->ratio) || !(effect->low > 0 && effect->low < effect->high) ||
		isinf(effect->high))
		return;
	pool->estimates[pool->estimated] = log(effect->ratio);
	pool->errors[pool->estimated++] =
		log(effect->high / effect->low) / (2 * normal_quantile(0.975));
}

static void add_row(struct layout *layout, const char *name, const struct pool *pool)
{
	bool slower = pool->regressed >= pool->improved,
	     both = pool->regressed && pool->improved;
	size_t holds = slower ? pool->regressed : pool->improved;
	struct random_effects all;
	bool known = random_effects(pool->estimates, pool->errors, pool->estimated, &all);
	AUTO_FREE char *called = memory_format(
		"%s on %zu of %zu", slower ? "regressed" : "improved", holds, pool->measured);
	char text[FORMAT_SIZE];

	layout_add(layout, STYLE_PLAIN, name);
	layout_add(layout, STYLE_PLAIN, known ? format_change(text, exp(all.mean)) : "-");
	layout_add(layout, STYLE_PLAIN,
		known ? format_interval(text, exp(all.low), exp(all.high)) : "");
	layout_add(layout, STYLE_PLAIN, called);
	layout_add(layout, STYLE_PLAIN,
		both                ? "improved on others"
		: pool->contradicts ? "unchanged on others"
				    : "");
}

/* Also what the first machine did not measure. */
static bool is_first(const struct effects *machines, size_t m, const char *name)
{
	for (size_t i = 0; i < m; i++)
		if (effects_find(&machines[i], name))
			return false;
	return true;
}

static void pool_benchmark(
	struct layout *layout, const struct effects *machines, size_t count, const char *name)
{
	struct pool pool = {
		.estimates = memory_zeroed(count, sizeof(double)),
		.errors = memory_zeroed(count, sizeof(double)),
	};

	for (size_t i = 0; i < count; i++) {
		const struct effect *effect = effects_find(&machines[i], name);

		if (effect)
			pool_add(&pool, effect);
	}
	if (pool.regressed || pool.improved)
		add_row(layout, name, &pool);
	free(pool.estimates);
	free(pool.errors);
}

static size_t machine_names(const struct effects *machines, size_t count)
{
	size_t names = 0;

	for (size_t i = 0; i < count; i++) {
		size_t k = 0;

		while (k < i && strcmp(machines[k].machine, machines[i].machine) != 0)
			k++;
		names += k == i;
	}
	return names;
}

void pooled_print(const struct effects *machines, size_t count)
{
	size_t names = machine_names(machines, count);
	AUTO(layout_release) struct layout layout = { 0 };

	layout_init(&layout, columns, ARRAY_SIZE(columns));
	for (size_t m = 0; m < count; m++)
		for (size_t i = 0; i < machines[m].count; i++)
			if (is_first(machines, m, machines[m].items[i].name))
				pool_benchmark(
					&layout, machines, count, machines[m].items[i].name);
	printf("\nOver %zu bundles", count);
	if (names < count)
		printf(" of only %zu machine%s: the intervals are too narrow for others", names,
			PLURAL(names));
	printf("%s\n\n", layout.cell_count ? "" : ": nothing changed on any");
	layout_print(&layout, stdout, &(struct layout_size){ .width = 0 });
}
