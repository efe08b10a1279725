/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bundle/replication.h"

#include <math.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/layout.h"
#include "driver/base/message.h"

#define FALSE_SHARE 0.05

static const struct column columns[] = {
	{ "benchmark", ALIGN_LEFT },
	{ "there", ALIGN_RIGHT },
	{ "95 % interval", ALIGN_LEFT },
	{ "here", ALIGN_RIGHT },
	{ "95 % interval", ALIGN_LEFT },
	{ "holds", ALIGN_LEFT },
};

static void add_side(struct layout *layout, const struct effect *effect)
{
	char text[FORMAT_SIZE];
	bool known = effect && isfinite(effect->ratio);

	layout_add(layout, STYLE_PLAIN, known ? format_change(text, effect->ratio) : "-");
	layout_add(layout, STYLE_PLAIN,
		known && isfinite(effect->low)
			? format_interval(text, effect->low, effect->high)
			: "");
}

static void add_row(struct layout *layout, const struct effect *there,
	const struct effect *here, const char *holds)
{
	layout_add(layout, STYLE_PLAIN, there->name);
	add_side(layout, there);
	add_side(layout, here);
	layout_add(layout, STYLE_PLAIN, holds);
}

/* By enum holds. */
struct counts {
	size_t changed[3], unchanged[3]; /* what was so there */
};

static struct counts add_rows(const struct replication *replication, struct layout *layout)
{
	static const char *const words[] = { "yes", "no", "cannot tell" };
	struct counts counts = { 0 };

	for (size_t i = 0; i < replication->there.count; i++) {
		const struct effect *there = &replication->there.items[i];
		const struct effect *here = effects_find(&replication->here, there->name);
		enum holds holds = effect_holds(there, here);

		if (effect_is_change(there)) {
			counts.changed[holds]++;
			add_row(layout, there, here, words[holds]);
			continue;
		}
		counts.unchanged[holds] += effect_is_unchanged(there);
		if (here && effect_is_change(here))
			add_row(layout, there, here, "changed here only");
	}
	return counts;
}

static bool is_contradicted(const size_t of[3])
{
	return (double)of[HOLDS_NO] > FALSE_SHARE * (double)(of[HOLDS_YES] + of[HOLDS_NO]);
}

static int judge(const struct counts *counts)
{
	if (is_contradicted(counts->changed) || is_contradicted(counts->unchanged))
		return EXIT_FOUND;
	return counts->changed[HOLDS_UNKNOWN] >
			       counts->changed[HOLDS_YES] + counts->changed[HOLDS_NO]
		       ? EXIT_BLIND
		       : EXIT_FINE;
}

static size_t sum(const size_t of[3])
{
	return of[HOLDS_YES] + of[HOLDS_NO] + of[HOLDS_UNKNOWN];
}

static void print_counts(const struct counts *counts, int code)
{
	static const char *const words[] = {
		[EXIT_FINE] = "yes", [EXIT_FOUND] = "no", [EXIT_BLIND] = "cannot tell"
	};
	const size_t *of = counts->changed;

	printf("Holds here: %s; of %zu change%s %zu hold%s, %zu %s not, %zu cannot be told\n",
		words[code], sum(of), PLURAL(sum(of)), of[HOLDS_YES],
		of[HOLDS_YES] == 1 ? "s" : "", of[HOLDS_NO], of[HOLDS_NO] == 1 ? "does" : "do",
		of[HOLDS_UNKNOWN]);
	if (counts->unchanged[HOLDS_NO])
		printf("Of %zu that were unchanged there, %zu changed here\n",
			sum(counts->unchanged), counts->unchanged[HOLDS_NO]);
}

int replication_print(const struct replication *replication)
{
	AUTO(layout_release) struct layout layout = { 0 };
	struct counts counts;
	int code;

	layout_init(&layout, columns, ARRAY_SIZE(columns));
	counts = add_rows(replication, &layout);
	code = judge(&counts);
	print_counts(&counts, code);
	printf("there  %s\nhere   %s\n\n", replication->there.machine,
		replication->here.machine);
	layout_print(&layout, stdout, &(struct layout_size){ .width = 0 });
	return code;
}
