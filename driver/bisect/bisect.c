/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/bisect/bisect.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/bisect/builder.h"
#include "driver/bisect/pairs.h"
#include "driver/bisect/range.h"
#include "driver/bisect/state.h"

/* A wrong culprit in so many searches. */
#define ERROR 0.05
/* A culprit with less of the change is not the only one. */
#define MOST_OF_IT 0.75
/* Less of the change is not searched for. */
#define LEAST_OF_IT  0.25
#define VERIFY_TURNS 2
#define FINDINGS_MAX 8
#define SD_MIN       1e-9

/* A part of the range that holds some of the change. */
struct part {
	size_t low, high;
};

double bisect_level(const struct bisect *bisect, size_t i)
{
	return i == 0 ? 0 : i + 1 == bisect->count ? 1 : bisect->commits[i].share;
}

static void say(
	const struct bisect *bisect, const struct bisect_commit *commit, const char *what)
{
	if (!bisect->options->quiet)
		fprintf(stderr, "%.10s %s\n", commit->hash, what);
}

static int build(struct bisect *bisect, size_t i, struct err *e)
{
	struct bisect_commit *commit = &bisect->commits[i];

	if (commit->built != BISECT_UNTRIED)
		return 0;
	say(bisect, commit, "is built");
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

/* One more turn of rounds against GOOD. */
static int measure(struct bisect *bisect, size_t i, unsigned turn, struct err *e)
{
	return pairs_measure(bisect, 0, i, turn, &bisect->commits[i].rounds, e);
}

/* Do GOOD and BAD differ? */
static int verify_ends(struct bisect *bisect, struct err *e)
{
	size_t bad = bisect->count - 1;
	struct bisect_commit *commit = &bisect->commits[bad];
	int rc = 0;

	say(bisect, commit, "is compared with GOOD");
	for (unsigned turn = 1; !rc && turn <= bisect->options->rounds / PAIRS_ROUNDS; turn++) {
		rc = measure(bisect, bad, turn, e);
		weights_release(&bisect->weights);
		if (!rc)
			weights_make(&bisect->weights, &commit->rounds);
		if (!rc && bisect->weights.used &&
			weights_are_clear(&bisect->weights, &commit->rounds))
			break;
	}
	bisect->weights.sd = fmax(bisect->weights.sd, SD_MIN);
	return rc;
}

static void estimate(struct bisect *bisect, struct bisect_commit *commit)
{
	double *shares = memory_zeroed(commit->rounds.count + 1, sizeof(*shares));

	commit->of = estimate_mean(
		shares, weights_shares(&bisect->weights, &commit->rounds, shares));
	commit->share = commit->of.mean;
	free(shares);
}

static enum side judge(const struct bisect *bisect, const struct bisect_commit *commit,
	struct part part, double error)
{
	double *shares = memory_zeroed(commit->rounds.count + 1, sizeof(*shares));
	size_t n = weights_shares(&bisect->weights, &commit->rounds, shares);
	enum side side = side_of(shares, n, bisect_level(bisect, part.low),
		bisect_level(bisect, part.high), bisect->weights.sd, error);

	free(shares);
	return side;
}

/* A commit whose code is the same and whose level is known; SIZE_MAX: none. */
static size_t same_code(const struct bisect *bisect, size_t i)
{
	const char *code = bisect->commits[i].code;

	for (size_t k = 0; code && *code && k < bisect->count; k++)
		if (k != i && bisect->commits[k].code && isfinite(bisect_level(bisect, k)) &&
			!strcmp(bisect->commits[k].code, code))
			return k;
	return SIZE_MAX;
}

/* Finds the level of a commit: of one with the same code, else by rounds. */
static int find_level(struct bisect *bisect, size_t i, struct part part, struct err *e)
{
	struct bisect_commit *commit = &bisect->commits[i];
	double steps = ceil(log2((double)bisect->count));
	double error = ERROR / (2 * fmax(steps, 1));
	int rc = 0;

	commit->same_as = bisect->options->measure_all ? SIZE_MAX : same_code(bisect, i);
	if (commit->same_as != SIZE_MAX) {
		commit->share = bisect_level(bisect, commit->same_as);
		say(bisect, commit, "has code that is known already");
		return 0;
	}
	say(bisect, commit, "is measured");
	for (unsigned turn = 1; turn <= bisect->options->rounds / PAIRS_ROUNDS; turn++) {
		rc = measure(bisect, i, turn, e);
		if (rc || judge(bisect, commit, part, error) != SIDE_OPEN)
			break;
	}
	if (rc > 0)
		builder_break(commit, memory_text("its benchmarks could not be measured"));
	else if (!rc)
		estimate(bisect, commit);
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

	while ((i = place_between(part->low, part->high, may_try, bisect)) != part->high) {
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
	struct bisect_finding *found = &bisect->findings[bisect->finding_count];
	const struct bisect_commit *low = &bisect->commits[part.low];
	const struct bisect_commit *high = &bisect->commits[part.high];
	struct rounds rounds = { 0 };
	double *values;
	size_t n = 0;
	int rc = 0;

	say(bisect, high, "is compared with its parent");
	for (unsigned turn = 1; !rc && turn <= VERIFY_TURNS; turn++)
		rc = pairs_measure(bisect, part.low, part.high, 100 + turn, &rounds, e);
	values = memory_zeroed(rounds.count + 1, sizeof(*values));
	*found = (struct bisect_finding){ .low = part.low,
		.high = part.high,
		.of = estimate_mean(values, weights_shares(&bisect->weights, &rounds, values)),
		.same_code = low->code && *low->code && !strcmp(low->code, high->code) };
	for (size_t i = 0; i < rounds.count; i++) {
		double d = rounds.d[i * rounds.benchmarks + bisect->weights.first];

		if (isfinite(d))
			values[n++] = d;
	}
	found->top = estimate_mean(values, n);
	bisect->finding_count++;
	free(values);
	rounds_release(&rounds);
	return rc < 0 ? -1 : 0;
}

/* Puts a part that holds enough of the change on the list. */
static size_t push(
	const struct bisect *bisect, struct part *parts, size_t count, size_t low, size_t high)
{
	if (low < high && count < FINDINGS_MAX &&
		fabs(bisect_level(bisect, high) - bisect_level(bisect, low)) >= LEAST_OF_IT)
		parts[count++] = (struct part){ low, high };
	return count;
}

static int search(struct bisect *bisect, struct err *e)
{
	struct part parts[FINDINGS_MAX] = { { 0, bisect->count - 1 } };
	size_t count = 1;

	while (count && bisect->finding_count < FINDINGS_MAX) {
		struct part whole = parts[--count], part = whole;
		const struct bisect_finding *found = &bisect->findings[bisect->finding_count];

		if (narrow(bisect, &part, e) || verify(bisect, part, e))
			return -1;
		if (fabs(found->of.mean) >=
			MOST_OF_IT * fabs(bisect_level(bisect, whole.high) -
					     bisect_level(bisect, whole.low)))
			continue;
		count = push(bisect, parts, count, whole.low, part.low);
		count = push(bisect, parts, count, part.high, whole.high);
	}
	return 0;
}

/* Every change was found between a commit and its parent, and is there in fresh rounds. */
static enum bisect_result result_of(const struct bisect *bisect)
{
	for (size_t i = 0; i < bisect->finding_count; i++) {
		const struct bisect_finding *found = &bisect->findings[i];

		if (found->high - found->low > 1 || found->of.low * found->of.high <= 0 ||
			isnan(found->of.low))
			return BISECT_RANGE;
	}
	return BISECT_FOUND;
}

static bool ends_are_same(const struct bisect *bisect)
{
	const char *good = bisect->commits[0].code;
	const char *bad = bisect->commits[bisect->count - 1].code;

	return *good && !strcmp(good, bad);
}

static int run(struct bisect *bisect, struct err *e)
{
	int rc;

	if (build_ends(bisect, e))
		return -1;
	bisect->same_ends = ends_are_same(bisect);
	if (bisect->same_ends && !bisect->options->measure_all)
		return BISECT_NOTHING;
	rc = verify_ends(bisect, e);
	if (rc)
		return rc < 0 ? -1
			      : bd_err(e, "the benchmarks of GOOD and BAD cannot be measured");
	estimate(bisect, &bisect->commits[bisect->count - 1]);
	if (!bisect->weights.used)
		return BISECT_NOTHING;
	return search(bisect, e) ? -1 : (int)result_of(bisect);
}

int bisect_run(struct bisect *bisect, const struct bisect_options *options, struct err *e)
{
	int rc;

	*bisect = (struct bisect){ .options = options, .lock = -1, .owner = -1 };
	if (range_read(bisect, e) || state_open(bisect, e))
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
		rounds_release(&commit->rounds);
	}
	free(bisect->commits);
	free(bisect->folder);
	weights_release(&bisect->weights);
	string_list_release(&bisect->names);
	store_close(&bisect->store);
	if (bisect->lock >= 0)
		close(bisect->lock);
	if (bisect->owner >= 0)
		close(bisect->owner);
	*bisect = (struct bisect){ 0 };
}
