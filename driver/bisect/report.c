/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bisect/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"

#define HASH_DIGITS 10

static void print_nothing(
	const struct bisect *bisect, const struct layout_size *size, FILE *out)
{
	char smallest[FORMAT_SIZE];
	AUTO_FREE char *text = NULL;

	if (bisect->same_ends && !bisect->options->measure_all)
		text = memory_format(
			"Nothing to bisect: %s and %s have the same machine code of %s. If "
			"their times differ, it is their placement in memory or the machine, "
			"and no change of the code. --measure-all measures all the same.",
			bisect->options->good, bisect->options->bad,
			bisect->names.count == 1 ? bisect->names.items[0]
						 : "all these benchmarks");
	else
		text = memory_format("Nothing to bisect: %s and %s do not differ in %zu "
				     "rounds; a change of %s would have been seen.",
			bisect->options->good, bisect->options->bad,
			bisect->commits[bisect->count - 1].rounds,
			format_percent(smallest, bisect->smallest));
	layout_wrap(out, size->width, "", text);
}

static void print_finding(const struct bisect *bisect, const struct bisect_finding *found,
	const struct layout_size *size, FILE *out)
{
	const struct bisect_commit *high = &bisect->commits[found->high];
	char change[FORMAT_SIZE], interval[FORMAT_SIZE], share[FORMAT_SIZE];
	bool sure = bisect_confirms(found);
	AUTO_FREE char *who =
		found->high - found->low == 1
			? memory_format("%.*s %s", HASH_DIGITS, high->hash, high->subject)
			: memory_format("one of %zu commits up to %.*s %s (those between "
					"cannot be built or measured)",
				  found->high - found->low, HASH_DIGITS, high->hash,
				  high->subject);
	AUTO_FREE char *text = memory_format("%s: %s %s (%s), %s of the whole change.%s%s", who,
		bisect->benchmark, format_change(change, exp(found->change.ln)),
		format_interval(interval, exp(found->change.low), exp(found->change.high)),
		format_percent(share, bisect_share(bisect, found)),
		sure ? "" : " Fresh rounds do not confirm it.",
		found->same_code ? " Its machine code is that of its parent: it is the "
				   "placement in memory or the machine, not the code."
				 : "");

	layout_wrap(out, size->width,
		sure && found->high - found->low == 1 ? "Culprit: " : "Range: ", text);
}

/* "of 9f2c1e", "" where it is not known. */
static char *code_text(const struct bisect *bisect, size_t i)
{
	const struct bisect_commit *commit = &bisect->commits[i];

	for (size_t k = 0; commit->code && *commit->code && k < i; k++)
		if (bisect->commits[k].code && !strcmp(bisect->commits[k].code, commit->code))
			return memory_format("as %.*s", HASH_DIGITS, bisect->commits[k].hash);
	return memory_text(!commit->code ? "" : *commit->code ? "new" : "not known");
}

static void add_row(struct layout *layout, const struct bisect *bisect, size_t i)
{
	const struct bisect_commit *commit = &bisect->commits[i];
	AUTO_FREE char *hash = memory_format("%.*s", HASH_DIGITS, commit->hash);
	AUTO_FREE char *code = code_text(bisect, i), *last = NULL;
	char text[FORMAT_SIZE], rounds[32];
	double share = bisect_level(bisect, i);

	layout_add(layout, STYLE_BOLD, hash);
	layout_add(layout, STYLE_PLAIN, code);
	layout_add(layout, STYLE_PLAIN,
		isfinite(share) && bisect->benchmark
			? format_change(text, exp(share * bisect->effect))
			: "");
	snprintf(rounds, sizeof(rounds), "%zu", commit->rounds);
	layout_add(layout, STYLE_PLAIN, commit->rounds ? rounds : "");
	last = commit->why ? memory_format("%s (%s)", commit->subject, commit->why)
			   : memory_text(commit->subject);
	layout_add(layout, STYLE_PLAIN, last);
}

void bisect_print(const struct bisect *bisect, enum bisect_result result,
	const struct layout_size *size, FILE *out)
{
	static const struct column columns[] = { { "commit", ALIGN_LEFT },
		{ "code", ALIGN_LEFT }, { "to GOOD", ALIGN_RIGHT }, { "rounds", ALIGN_RIGHT },
		{ "subject", ALIGN_LEFT } };
	AUTO(layout_release) struct layout layout = { 0 };

	if (result == BISECT_NOTHING)
		print_nothing(bisect, size, out);
	for (size_t i = 0; i < bisect->finding_count; i++)
		print_finding(bisect, &bisect->findings[i], size, out);
	fprintf(out, "%zu commits, %zu builds and %zu rounds in this run\n\n",
		bisect->count - 1, bisect->builds, bisect->pairs);
	layout_init(&layout, columns, ARRAY_SIZE(columns));
	for (size_t i = 0; i < bisect->count; i++)
		if (bisect->commits[i].built != BISECT_UNTRIED)
			add_row(&layout, bisect, i);
	layout_print(&layout, out, size);
}
