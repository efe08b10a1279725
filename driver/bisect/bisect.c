/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bisect/bisect.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/bisect/builder.h"
#include "driver/bisect/pairs.h"
#include "driver/bisect/search.h"

/* A culprit with less of the change is not the only one. */
#define MOST_OF_IT 0.75
/* Less of the change is not searched for. */
#define LEAST_OF_IT  0.25
#define VERIFY_TURNS 2
#define FINDINGS_MAX 8

/* A part of the range that holds some of the change. */
struct part {
	size_t low, high;
};

double bisect_level(const struct bisect *bisect, size_t i)
{
	return i == 0 ? 0 : i + 1 == bisect->count ? 1 : bisect->commits[i].share;
}

double bisect_share(const struct bisect *bisect, const struct bisect_finding *found)
{
	return found->change.ln / bisect->effect;
}

bool bisect_confirms(const struct bisect_finding *found)
{
	return found->change.low * found->change.high > 0;
}

static void say(
	const struct bisect *bisect, const struct bisect_commit *commit, const char *what)
{
	if (!bisect->options->shared.quiet)
		message_line(stderr, "%.10s %s", commit->hash, what);
}

static int build(struct bisect *bisect, size_t i, struct err *e)
{
	struct bisect_commit *commit = &bisect->commits[i];

	if (commit->built != BISECT_UNTRIED)
		return 0;
	if (builder_build(bisect, commit, e))
		return -1;
	if (commit->built == BISECT_BROKEN)
		say(bisect, commit, commit->why);
	return 0;
}

static int build_ends(struct bisect *bisect, struct err *e)
{
	size_t ends[] = { 0, bisect->count - 1 };

	for (size_t i = 0; i < 2; i++) {
		const struct bisect_commit *commit = &bisect->commits[ends[i]];

		if (build(bisect, ends[i], e))
			return -1;
		if (commit->built == BISECT_BROKEN)
			return bd_err(
				e, "%s cannot be measured: %s", commit->hash, commit->why);
	}
	return 0;
}

/* Is the interval narrower than half of the change? */
static bool is_clear(const struct bisect_change *change)
{
	return change->high - change->low < fabs(change->ln) / 2;
}

/* Keeps the benchmark that differs most clearly, or what could have been seen. */
static bool choose(struct bisect *bisect, const struct comparison *comparison)
{
	const struct row *row = pairs_clearest(comparison);
	struct bisect_change change;

	free(bisect->benchmark);
	bisect->benchmark = row ? memory_format("%s/%s", row->suite, row->name) : NULL;
	bisect->smallest = INFINITY;
	for (size_t i = 0; i < comparison->row_count; i++)
		bisect->smallest = fmin(bisect->smallest, comparison->rows[i].time.smallest);
	if (!row)
		return false;
	change = pairs_change(comparison, bisect->benchmark);
	bisect->effect = change.ln;
	return is_clear(&change);
}

/* Some rounds more of a commit beside GOOD. */
static int measure_more(struct bisect *bisect, size_t i, struct pairs *pairs, struct err *e)
{
	size_t rounds = bisect->commits[i].rounds += PAIRS_ROUNDS;

	return pairs_measure(bisect, 0, i, (unsigned)(rounds / PAIRS_ROUNDS), pairs, e);
}

/* Do GOOD and BAD differ? */
static int verify_ends(struct bisect *bisect, struct err *e)
{
	size_t bad = bisect->count - 1;
	struct bisect_commit *commit = &bisect->commits[bad];
	AUTO(pairs_release) struct pairs pairs = { 0 };
	bool clear = false;
	int rc = 0;

	say(bisect, commit, "is compared with GOOD");
	while (!rc && !clear &&
		commit->rounds + PAIRS_ROUNDS <= (size_t)bisect->options->rounds) {
		rc = measure_more(bisect, bad, &pairs, e);
		clear = !rc && choose(bisect, &pairs.comparison);
	}
	return rc;
}

/* Does the interval exclude the middle between the ends of the part? */
static bool is_decided(
	const struct bisect *bisect, const struct bisect_change *change, struct part part)
{
	double middle = bisect->effect *
			(bisect_level(bisect, part.low) + bisect_level(bisect, part.high)) / 2;

	return change->low > middle || change->high < middle;
}

static bool same_code(const struct bisect *bisect, size_t i, size_t k)
{
	const char *a = bisect->commits[i].code, *b = bisect->commits[k].code;

	return a && *a && b && !strcmp(a, b);
}

/* A commit whose code is the same and whose level is known; SIZE_MAX: none. */
static size_t find_same(const struct bisect *bisect, size_t i)
{
	for (size_t k = 0; k < bisect->count; k++)
		if (k != i && isfinite(bisect_level(bisect, k)) && same_code(bisect, i, k))
			return k;
	return SIZE_MAX;
}

/* Finds the level of a commit: of one with the same code, else by rounds. */
static int find_level(struct bisect *bisect, size_t i, struct part part, struct err *e)
{
	struct bisect_commit *commit = &bisect->commits[i];
	struct pairs pairs = { 0 };
	struct bisect_change change = { NAN, NAN, NAN };
	int rc = 0;

	commit->same_as = bisect->options->measure_all ? SIZE_MAX : find_same(bisect, i);
	if (commit->same_as != SIZE_MAX) {
		commit->share = bisect_level(bisect, commit->same_as);
		say(bisect, commit, "has code that is known already");
		return 0;
	}
	say(bisect, commit, "is measured");
	/* What could not be measured is measured once more: it may be the machine. */
	while (rc >= 0 && (!rc || commit->rounds == PAIRS_ROUNDS) &&
		!is_decided(bisect, &change, part) &&
		commit->rounds + PAIRS_ROUNDS <= (size_t)bisect->options->rounds) {
		rc = measure_more(bisect, i, &pairs, e);
		if (!rc)
			change = pairs_change(&pairs.comparison, bisect->benchmark);
		rc = rc ? rc : isnan(change.ln);
	}
	pairs_release(&pairs);
	if (rc > 0)
		builder_break(commit, memory_text("its benchmarks could not be measured"));
	else if (!rc)
		commit->share = change.ln / bisect->effect;
	return rc < 0 ? -1 : 0;
}

static bool may_try(const void *ctx, size_t i)
{
	return ((const struct bisect *)ctx)->commits[i].built != BISECT_BROKEN;
}

/* Halves the part until nothing that can be built lies between its ends. */
static int narrow(struct bisect *bisect, struct part *part, struct err *e)
{
	double low = bisect_level(bisect, part->low), high = bisect_level(bisect, part->high);
	size_t i;

	while ((i = search_middle(part->low, part->high, may_try, bisect)) != part->high) {
		struct bisect_commit *commit = &bisect->commits[i];

		if (build(bisect, i, e))
			return -1;
		if (commit->built == BISECT_BUILT && isnan(commit->share) &&
			find_level(bisect, i, *part, e))
			return -1;
		if (commit->built == BISECT_BROKEN)
			continue;
		if (fabs(commit->share - low) < fabs(commit->share - high))
			part->low = i;
		else
			part->high = i;
	}
	return 0;
}

/* Compares the two with fresh rounds. */
static int verify(struct bisect *bisect, struct part part, struct err *e)
{
	struct bisect_finding *found = &bisect->findings[bisect->finding_count++];
	AUTO(pairs_release) struct pairs pairs = { 0 };
	int rc = 0;

	say(bisect, &bisect->commits[part.high], "is compared with its parent");
	for (unsigned turn = 1; !rc && turn <= VERIFY_TURNS; turn++)
		rc = pairs_measure(bisect, part.low, part.high, 100 + turn, &pairs, e);
	*found = (struct bisect_finding){ .low = part.low,
		.high = part.high,
		.change = pairs_change(&pairs.comparison, bisect->benchmark),
		.same_code = same_code(bisect, part.low, part.high) };
	return rc < 0 ? -1 : 0;
}

/* Finds the changes in a part that holds enough of the whole change. */
static int search(struct bisect *bisect, size_t low, size_t high, struct err *e)
{
	const struct bisect_finding *found = &bisect->findings[bisect->finding_count];
	struct part part = { low, high };
	double held = fabs(bisect_level(bisect, high) - bisect_level(bisect, low));

	if (low >= high || bisect->finding_count == FINDINGS_MAX || !(held >= LEAST_OF_IT))
		return 0;
	if (narrow(bisect, &part, e) || verify(bisect, part, e))
		return -1;
	if (fabs(bisect_share(bisect, found)) >= MOST_OF_IT * held)
		return 0;
	return search(bisect, part.high, high, e) || search(bisect, low, part.low, e) ? -1 : 0;
}

/* Every change was found between a commit and its parent, and is there in fresh rounds. */
static enum bisect_result result_of(const struct bisect *bisect)
{
	for (size_t i = 0; i < bisect->finding_count; i++) {
		const struct bisect_finding *found = &bisect->findings[i];

		if (found->high - found->low > 1 || !bisect_confirms(found))
			return BISECT_RANGE;
	}
	return BISECT_FOUND;
}

static int run(struct bisect *bisect, struct err *e)
{
	int rc;

	if (build_ends(bisect, e))
		return -1;
	bisect->same_ends = same_code(bisect, 0, bisect->count - 1);
	if (bisect->same_ends && !bisect->options->measure_all)
		return BISECT_NOTHING;
	rc = verify_ends(bisect, e);
	if (rc)
		return rc < 0 ? -1
			      : bd_err(e, "the benchmarks of GOOD and BAD cannot be measured");
	if (!bisect->benchmark)
		return BISECT_NOTHING;
	return search(bisect, 0, bisect->count - 1, e) ? -1 : (int)result_of(bisect);
}

int bisect_run(struct bisect *bisect, const struct bisect_options *options, struct err *e)
{
	int rc;

	*bisect = (struct bisect){ .options = options, .lock = -1, .owner = -1 };
	if (search_read_range(bisect, e) || search_open(bisect, e))
		return -1;
	rc = run(bisect, e);
	if (!options->keep)
		builder_end(bisect);
	return rc;
}

void bisect_release(struct bisect *bisect)
{
	for (size_t i = 0; i < bisect->count; i++) {
		struct bisect_commit *commit = &bisect->commits[i];

		free(commit->hash);
		free(commit->subject);
		free(commit->why);
		free(commit->code);
	}
	free(bisect->commits);
	free(bisect->folder);
	free(bisect->benchmark);
	string_list_release(&bisect->names);
	store_close(&bisect->store);
	if (bisect->lock >= 0)
		close(bisect->lock);
	if (bisect->owner >= 0)
		close(bisect->owner);
	*bisect = (struct bisect){ 0 };
}
