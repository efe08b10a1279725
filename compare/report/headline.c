/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/headline.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/verdict/resolution.h"
#include "compare/verdict/rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A comparison that misses this change in more than this share of the rows is called blind. */
#define BLIND_CHANGE 0.10
#define SEEN_SHARE   0.80

static void add_resolution(const struct comparison *comparison, struct string_list *lines)
{
	size_t judged = resolution_judged(comparison);
	size_t seen = resolution_seen(comparison, BLIND_CHANGE);
	char text[FORMAT_SIZE];

	if (!judged || !rule_method(comparison->rule)->tests)
		return;
	if ((double)seen < SEEN_SHARE * (double)judged)
		string_list_addf(lines,
			"Blind: a change of %s could have been missed in %zu of %zu "
			"benchmark%s.",
			format_percent(text, BLIND_CHANGE), judged - seen, judged,
			PLURAL(judged));
	else
		string_list_addf(lines,
			"Resolution: a change of %s is detected in 80 %% of the benchmarks.",
			format_percent(text, resolution_of(comparison, SEEN_SHARE)));
}

/* The folder of both logs, NULL if it is not that of one paired run. The caller frees it. */
static char *run_folder(const struct comparison *comparison)
{
	const char *old = comparison->old->path, *new = comparison->new->path;
	const char *end = strrchr(new, '/');
	size_t size = end ? (size_t)(end - new) : 0;

	if (!size || comparison->two_stages || strncmp(old, new, size + 1) != 0 ||
		strchr(old + size + 1, '/') ||
		!log_same_session(comparison->old, comparison->new))
		return NULL;
	return memory_format("%.*s", (int)size, new);
}

static void add_settle(const struct comparison *comparison, struct string_list *lines)
{
	struct resolution_settle s = resolution_settle(comparison);
	char *folder = run_folder(comparison), *how = NULL;

	if (folder && comparison->old->complete && comparison->new->complete &&
		!comparison->new->nodes.count)
		how = memory_format(": bdriver run --resume %s --rounds %zu", folder, s.rounds);
	if (!s.inconclusive || comparison->rule != RULE_PAIRED || comparison->replicas)
		;
	else if (s.settled)
		string_list_addf(lines, "%zu more rounds would settle %zu of %zu%s%s", s.more,
			s.settled, s.inconclusive, how ? "" : " inconclusive benchmarks",
			how ? how : ".");
	else
		string_list_addf(lines,
			"100 more rounds would settle none of %zu inconclusive benchmark%s: a "
			"quieter machine would (bdriver env).",
			s.inconclusive, PLURAL(s.inconclusive));
	free(how);
	free(folder);
}

static void add_shift(const struct comparison *comparison, struct string_list *lines)
{
	const struct comparison_summary *s = &comparison->summary;
	char shift[FORMAT_SIZE], spread[FORMAT_SIZE], *shown_by;

	if (!s->shift_shown_by)
		return;
	shown_by = memory_format("median of %zu benchmark%s%s", s->shift_shown_by,
		PLURAL(s->shift_shown_by), s->shift_by_controls ? " with the same code" : "");
	format_change(shift, s->session_shift);
	format_percent(spread, expm1(s->session_spread));
	string_list_addf(lines,
		"%s %s (%s). It is taken out of all rows; around it the runs differ by %s.",
		!s->shifted            ? "Shift between the runs:"
		: s->shift_by_controls ? "The machine changed:"
				       : "The machine, or everything, changed:",
		shift, shown_by, spread);
	free(shown_by);
}

/* Why two plain runs decide little, and what to do instead. */
static void add_sessions(const struct comparison *comparison, struct string_list *lines)
{
	size_t n = comparison->summary.counts[VERDICT_INCONCLUSIVE];

	if (comparison->rule != RULE_UNPAIRED || !n)
		return;
	string_list_addf(lines,
		"%zu of %zu inconclusive: noise within and between two runs hides smaller "
		"changes. bdriver run --old DIR --new DIR measures both builds side by side.",
		n, resolution_judged(comparison));
}

void headline_add(const struct comparison *comparison, struct string_list *lines)
{
	add_shift(comparison, lines);
	add_resolution(comparison, lines);
	add_settle(comparison, lines);
	add_sessions(comparison, lines);
}
