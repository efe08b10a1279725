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

struct counts {
	size_t of[3]; /* changes, by enum holds */
	size_t here_only;
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
			counts.of[holds]++;
			add_row(layout, there, here, words[holds]);
		} else if (here && effect_is_change(here)) {
			counts.here_only++;
			add_row(layout, there, here, "changed here only");
		}
	}
	return counts;
}

static int judge(const struct counts *counts)
{
	size_t decided = counts->of[HOLDS_YES] + counts->of[HOLDS_NO];
	size_t all = decided + counts->of[HOLDS_UNKNOWN];

	if ((double)counts->of[HOLDS_NO] > FALSE_SHARE * (double)decided)
		return EXIT_FOUND;
	return 2 * decided >= all ? EXIT_FINE : EXIT_BLIND;
}

static void print_counts(const struct counts *counts, int code)
{
	static const char *const words[] = {
		[EXIT_FINE] = "yes", [EXIT_FOUND] = "no", [EXIT_BLIND] = "cannot tell"
	};
	size_t yes = counts->of[HOLDS_YES], no = counts->of[HOLDS_NO];
	size_t unknown = counts->of[HOLDS_UNKNOWN];

	printf("Holds here: %s; of %zu change%s %zu hold%s, %zu %s not, %zu cannot be told\n",
		words[code], yes + no + unknown, PLURAL(yes + no + unknown), yes,
		yes == 1 ? "s" : "", no, no == 1 ? "does" : "do", unknown);
	if (counts->here_only)
		printf("Changed here only: %zu\n", counts->here_only);
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
