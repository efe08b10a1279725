/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/attempts/decide.h"

#include <math.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/stats/distribution.h"
#include "compare/stats/multiple.h"
#include "compare/verdict/redefined.h"

/* An idea is kept only if nothing can be slower by so many thresholds: at the last look, and
 * before it. */
#define SLOWER_LAST 5
#define SLOWER_MOST 2
/* Before the last look an interval is taken so many times as wide to tell that a gain is out
 * of reach: few rounds know little of their noise. */
#define WIDER 1.5

static bool is_asked(const struct look *l, const struct row *row)
{
	return !row_is_proven(row) && isfinite(row->time.low) && isfinite(row->time.high) &&
	       l->asks(l->ctx, row->name);
}

static double half_of(const struct row *row)
{
	return log(row->time.high / row->time.low) / 2;
}

/* Why it is no improvement, whatever the others are; NULL: it may be one. */
static char *why_not(const struct look *l, const struct row *row)
{
	char change[FORMAT_SIZE];
	char *why = redefined_text(l->comparison, row);

	if (why)
		return why;
	/* The logs are not complete yet, so it is not called lost. */
	if (row->old.launches && !row->new.launches)
		return memory_text(row->new.benchmark ? "fails" : "is gone");
	if (row->new.failures && !row->old.failures)
		return memory_text("fails in some launches");
	/* Before the last look as sure as what is kept. */
	if (row->time.verdict == VERDICT_REGRESSED &&
		(l->last || row->time.q * LOOKS <= l->comparison->options.fdr))
		return memory_format("slower, %s", format_change(change, 1 / row->time.ratio));
	return NULL;
}

/* Sets *best to the clearest gain of what is asked for; NULL: none is faster. Returns p. */
static double smallest_p(const struct look *l, const struct row **best)
{
	const struct comparison *c = l->comparison;
	AUTO_FREE double *p = memory_zeroed(c->row_count + 1, sizeof(*p));
	double least = 1;

	*best = NULL;
	for (size_t i = 0; i < c->row_count; i++) {
		const struct row *row = &c->rows[i];
		bool faster = row->time.ratio <= 1 / (1 + row->time.threshold);

		p[i] = !is_asked(l, row)                 ? NAN
		       : faster && !row->paired.conflict ? row->time.p
							 : 1;
		if (p[i] < 1 && (!*best || p[i] < (*best)->time.p))
			*best = row;
	}
	adjust_bh(p, p, c->row_count);
	for (size_t i = 0; i < c->row_count; i++)
		least = fmin(least, p[i]);
	return least;
}

/* Its limit; of ways that contradict each other none holds. */
static double slowest(const struct row *row)
{
	return row_is_proven(row) ? 0 : row->paired.conflict ? INFINITY : row->most;
}

/* Each that would have been kept alone is shrunk to what half of such gains exceed. */
static double correct(const struct look *l, const struct attempt_row *attempt)
{
	double level = attempt->level / LOOKS / (double)l->asked, excess = 0;

	for (size_t i = 0; i < l->comparison->row_count; i++) {
		const struct row *row = &l->comparison->rows[i];
		double gain = -log(row->time.ratio), least = log1p(row->time.threshold);
		double error = half_of(row) / normal_quantile(0.975);
		double cut = fmax(least, least / 2 - normal_quantile(level / 2) * error);

		if (is_asked(l, row) && gain >= least && row->time.p <= level)
			excess += gain - selected_mean(gain, cut, error);
	}
	return attempt->speed * exp(-excess / (double)l->asked);
}

/* What the rows tell together. */
struct tally {
	char *why;               /* no improvement; owned */
	const struct row *worst; /* that may be slowest, if by too much; NULL */
	/* Of what is asked for: */
	bool in_reach; /* one may have a gain of its threshold */
	size_t asked;
	double sum, squares; /* of ln(old / new), and of half its interval */
};

static struct tally tally_of(const struct look *l)
{
	struct tally t = { 0 };
	double most = l->last ? SLOWER_LAST : SLOWER_MOST, wider = l->last ? 1 : WIDER;

	for (size_t i = 0; i < l->comparison->row_count; i++) {
		const struct row *row = &l->comparison->rows[i];
		double threshold = row->time.threshold, gain = -log(row->time.ratio);
		AUTO_FREE char *why = t.why || row_is_proven(row) ? NULL : why_not(l, row);

		if (why)
			t.why = memory_format("%s: %s", row->name, why);
		if (slowest(row) > 1 + most * threshold &&
			!(t.worst && slowest(t.worst) >= slowest(row)))
			t.worst = row;
		if (!is_asked(l, row))
			continue;
		t.in_reach |= gain + wider * half_of(row) > log1p(threshold);
		t.asked++;
		t.sum += gain;
		t.squares += half_of(row) * half_of(row);
	}
	return t;
}

static char *why_unsure(
	const struct look *l, const struct tally *t, const struct attempt_row *attempt)
{
	char change[FORMAT_SIZE];

	if (l->unmeasured)
		return memory_format("%s: no launch has ended in time", l->unmeasured);
	if (!t->asked)
		return memory_text("nothing that is asked for was measured");
	if (!t->worst || attempt->p > attempt->level)
		return memory_format("%s: p is %.2g and has to be %.2g; try a longer --budget",
			attempt->p < 1 ? "faster, but not certain enough"
				       : "a gain is neither shown nor excluded",
			attempt->p, attempt->level);
	return t->worst->paired.conflict
		       ? memory_format("%s: may be slower, as its minima contradict the other "
				       "estimates",
				 t->worst->name)
		       : memory_format("%s: may be slower, up to %s", t->worst->name,
				 format_change(change, 1 / t->worst->most));
}

/* Of what is not dropped. */
static void tell_busy(struct attempt_row *attempt)
{
	AUTO_FREE char *reason = attempt->reason;

	attempt->reason = memory_format("%s%sthe machine was busy: confirm it on a calm one",
		reason, *reason ? "; " : "");
}

void decide(const struct look *l, struct attempt_row *attempt)
{
	struct tally t = tally_of(l);
	double asked = t.asked ? (double)l->asked : NAN, by = t.sum / asked;
	double half = sqrt(t.squares) / asked;
	const struct row *best;
	char change[FORMAT_SIZE];

	attempt->speed = exp(by);
	attempt->low = exp(by - half);
	attempt->high = exp(by + half);
	attempt->p = fmin(1, smallest_p(l, &best) * LOOKS);
	attempt->corrected = NAN;
	attempt->reason = t.why;
	attempt->decision = DECISION_MORE;
	if (l->final && !t.why) {
		attempt->decision = attempt->low > 1    ? DECISION_KEEP
				    : attempt->high < 1 ? DECISION_DROP
							: DECISION_UNSURE;
		attempt->p = NAN;
		attempt->reason = memory_text("");
	} else if (t.why) {
		attempt->decision = DECISION_DROP;
	} else if (best && attempt->p <= attempt->level && !l->unmeasured && !t.worst) {
		attempt->decision = DECISION_KEEP;
		attempt->corrected = correct(l, attempt);
		attempt->reason = memory_format("%s: faster, %s", best->name,
			format_change(change, 1 / best->time.ratio));
	} else if (t.asked && !t.in_reach) {
		attempt->decision = DECISION_DROP;
		attempt->reason = memory_text("nothing gained");
	} else if (l->last) {
		attempt->decision = DECISION_UNSURE;
		attempt->reason = why_unsure(l, &t, attempt);
	}
	if (l->busy && attempt->reason && (l->final || attempt->decision != DECISION_DROP))
		tell_busy(attempt);
}
