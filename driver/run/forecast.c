/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/forecast.h"

#include <math.h>

#include "compare/base/memory.h"
#include "compare/log/row.h"
#include "driver/plan/smoke.h"
#include "driver/run/interim.h"
#include "driver/run/rounds.h"
#include "driver/run/run.h"

/* Of a change that matters, where no interim analysis was. */
#define THRESHOLD 0.01
/* What is usual for the noise of all counts as so many rounds of each. */
#define USUAL_WEIGHT 3
/* Of the logarithm of a variance with one degree of freedom. */
#define BIAS 1.2
/* Where no noise is known yet: of the rounds that there are, and of the benchmarks. */
#define USUAL_MORE     0.7
#define USUAL_SUSPECTS 0.35
#define USUAL_ERROR    0.7
/* Standard errors: of the rounds that a benchmark gets, as a share of them; and of all that is
 * to come, as machines become busy. */
#define MORE_ERROR 0.7
#define HOUR_ERROR 0.2
/* What most runs keep, in standard errors. */
#define ERRORS 2
/* A promise says little from here on: most / least of the whole time. */
#define WIDEST 3
/* So many benchmarks, or most of fewer, or all of few, say what the others cost. */
#define MET_MOST  60
#define MET_SHARE 0.66
#define MET_FEW   20

/*
 * Method: the ledger has what the planned launches cost; of benchmarks that were not met, by
 * the ratio of cost to guess of those that were. What may follow is rounds. The change of each
 * round, as it ends, tells how noisy a benchmark is, so when its interval will be narrow
 * enough, and how likely it is a suspect of the second stage; few rounds are pulled to what is
 * usual in the suite. All that is between "decided at once" and "never" is thus one expected
 * sum with a standard error: of costs, of noise, and of the hour. The range is that sum times
 * and by a factor, at most WIDEST of the whole time; before there is evidence there is none.
 * tests/simulated/ forecast.py counts how often it holds.
 */

bool forecast_goes_on(const struct run_settings *settings, bool in_second_stage)
{
	return (settings->adaptive || settings->stage2_rounds) && !in_second_stage;
}

void forecast_note(struct forecast_change *change, size_t builds, size_t build,
	const struct launch *launch)
{
	bool last = build + 1 == builds;

	if (launch->status != OUTCOME_OK || builds < 2 || (build && !last))
		return;
	change->ln_ns[last] = log(launch->time.median);
	change->round[last] = launch->round;
	if (change->round[0] == change->round[1])
		running_add(&change->ln, change->ln_ns[1] - change->ln_ns[0]);
}

/* The half width of an interval of so many rounds, in standard errors: of the t distribution.
 */
static double width_of(double rounds)
{
	return 2 * (1 + 1.4 / (rounds - 1));
}

/* What the rounds so far say of one more. */
struct noise {
	double variance; /* of the change of a round; NAN: nobody's is known */
	double effect, error;
	double threshold;
};

/* The noise of all: in the middle of its logarithms, which few rounds find too small. */
static double usual_variance(const struct forecast_change *changes, size_t n)
{
	double sum = 0;
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		const struct running *ln = &changes[i].ln;

		if (ln->n < 2 || !(ln->squares > 0))
			continue;
		sum += log(running_variance(ln)) + BIAS / (double)(ln->n - 1);
		count++;
	}
	return count ? exp(sum / (double)count) : NAN;
}

static struct noise noise_of(
	const struct interim *interim, const struct running *ln, double given, double usual)
{
	double rounds = fmax(1, (double)ln->n);
	struct noise n = { .variance = (ln->squares + USUAL_WEIGHT * usual) /
				       (rounds - 1 + USUAL_WEIGHT),
		.effect = ln->mean,
		.threshold = isnan(interim->threshold) ? log1p(isnan(given) ? THRESHOLD : given)
						       : interim->threshold };

	/* Of fewer rounds an interval is wider than they vary. */
	if (isfinite(interim->half_width) && interim->rounds >= ADAPTIVE_FIRST)
		n.variance = interim->rounds *
			     pow(interim->half_width / width_of(interim->rounds), 2);
	n.error = sqrt(n.variance / fmax(rounds, interim->rounds));
	return n;
}

/* Rounds that it will have had when it is decided, after those that are planned. */
static double rounds_until(const struct run *run, size_t subject,
	const struct adaptive_benchmark *of, double planned, const struct noise *n)
{
	bool brief = run->ledger.of[subject].brief;
	uint8_t stage = run->settings.stage2_rounds ? 1 : 0;
	struct adaptive_benchmark b = *of;

	b.rounds = (uint32_t)fmax(planned, b.first);
	b.threshold = n->threshold * rounds_narrow(run, subject, stage);
	if (width_of(b.rounds) * sqrt(n->variance / b.rounds) <= b.threshold)
		return b.rounds;
	b.half_width = width_of(run->settings.rounds) * sqrt(n->variance / b.rounds);
	/* That of a control is limited already. */
	if (run->subjects.items[subject].role != ROLE_CONTROL)
		b.last = rounds_last(&run->settings, &b, brief, stage);
	return fmax(b.rounds, adaptive_rounds_until(&b));
}

static double above(double z)
{
	return 0.5 * erfc(z / M_SQRT2);
}

/* How likely it is to have a second stage, after so many rounds. Most effects are noise: what
 * was seen counts as far as it is more than that. */
static double suspicion(const struct noise *n, double rounds)
{
	double error = fmax(sqrt(n->variance / rounds), 1e-9);
	double effect = fabs(n->effect) * fmax(0, 1 - pow(n->error / n->effect, 2));

	return fmin(1, above((n->threshold - effect) / error) +
			       above((n->threshold + effect) / error));
}

/* What may come after the phase that is planned, of one worker, without what passes between
 * launches. */
struct rest {
	double slots_ns; /* one of each benchmark */
	double first_ns; /* rounds before the first interim analysis */
	double pool_ns;  /* rounds there are for all */
	double more_ns;  /* rounds until all are decided */
	double fresh_ns; /* of the second stage */
	double squares;  /* of the standard errors of these two */
	double seen;     /* rounds that tell of noise */
};

/* Of a sum. */
struct guess {
	double ns, error_ns;
};

static void add_rest(struct rest *rest, const struct run *run, size_t i,
	const struct adaptive_benchmark *b, double usual)
{
	const struct run_settings *s = &run->settings;
	const struct ledger_entry *entry = &run->ledger.of[i];
	double slot = ledger_launch_ns(&run->ledger, i) * entry->builds;
	double planned = entry->deferred ? fmax(1, b->rounds)
					 : fmax(run->phase.last_rounds[i], b->rounds);
	struct noise n = noise_of(&run->phase.interims[i], &run->phase.changes[i].ln,
		run->config.threshold, usual);
	double rounds = s->rounds, more, suspect;

	slot = slot > 0 ? slot : entry->usual_ns;
	if (s->stage2_rounds)
		rounds = smoke_rounds(s->rounds, slot, entry->usual_ns);
	more = rounds_until(run, i, b, planned, &n) - planned;
	suspect = suspicion(&n, planned + more);
	rest->slots_ns += slot;
	rest->first_ns += fmax(0, b->first - planned) * slot;
	rest->pool_ns += (rounds - planned) * slot;
	rest->more_ns += more * slot;
	rest->fresh_ns += s->stage2_rounds * slot * (suspect + SMOKE_OTHERS);
	rest->squares +=
		pow(slot * MORE_ERROR * (1 + more), 2) +
		pow(slot * s->stage2_rounds, 2) * (suspect * (1 - suspect) + SMOKE_OTHERS);
	rest->seen += fmax(1, fmax((double)run->phase.changes[i].ln.n, b->rounds)) - 1;
}

static struct guess rest_of(const struct run *run)
{
	size_t n = run->subjects.count;
	AUTO_FREE struct adaptive_benchmark *b = memory_zeroed(n, sizeof(*b));
	bool budget = run->settings.budget_ns != 0;
	struct rest rest = { 0 };
	double usual, ns;

	if (!forecast_goes_on(&run->settings, run->phase.in_second_stage))
		return (struct guess){ 0 };
	usual = usual_variance(run->phase.changes, n);
	rounds_of(run, run->settings.stage2_rounds ? 1 : 0, b);
	for (size_t i = 0; i < n; i++)
		if (b[i].first && !rounds_are_useless(run, i))
			add_rest(&rest, run, i, &b[i], usual);
	rest.pool_ns = fmax(0, rest.pool_ns);
	if (isnan(usual)) {
		ns = rest.first_ns +
		     (budget ? 0 : USUAL_MORE * (rest.pool_ns - rest.first_ns)) +
		     run->settings.stage2_rounds * USUAL_SUSPECTS * rest.slots_ns;
		return (struct guess){ ns, USUAL_ERROR * ns };
	}
	ns = (budget ? rest.more_ns : fmin(rest.more_ns, rest.pool_ns)) + rest.fresh_ns;
	return (struct guess){ ns,
		hypot(sqrt(rest.squares), USUAL_ERROR * ns / sqrt(1 + rest.seen / 4)) };
}

/* What is planned of controls, but has no time: accounts.h. */
static double dropped_ns(const struct ledger *ledger)
{
	double sum = 0;

	for (size_t i = 0; i < ledger->count; i++) {
		double launch = ledger_launch_ns(ledger, i);

		sum += fmax(0, ledger->of[i].left * launch - ledger_allowed_ns(ledger, i));
	}
	return sum;
}

/* So that most / least of the whole time is no more than WIDEST. */
static double narrowed(double times, double left_ns, double elapsed_ns)
{
	double e = elapsed_ns / fmax(left_ns, 1), rest = (WIDEST - 1) * e;

	return fmin(times, (rest + sqrt(rest * rest + 4 * WIDEST)) / 2);
}

static bool has_met_enough(const struct ledger *e)
{
	double most = fmin(MET_MOST, fmax(MET_FEW, MET_SHARE * (double)e->count));

	return (double)e->met_count >= fmin(most, (double)e->count);
}

struct forecast forecast_of(const struct run *run, double elapsed_ns)
{
	const struct ledger *e = &run->ledger;
	unsigned workers = run->phase.workers;
	double pace = ledger_pace(e, workers, elapsed_ns) / workers;
	double now = fmax(0, ledger_left_ns(e, workers, elapsed_ns) - pace * dropped_ns(e));
	double doubt = ledger_doubt(e), errors, times, left;
	struct guess rest = rest_of(run);

	if (!isfinite(doubt) || !has_met_enough(e))
		return (struct forecast){ e->met_left_ns / workers, INFINITY };
	left = now + pace * rest.ns;
	errors = pow(now * doubt / 2, 2) + pow(pace * rest.error_ns, 2) +
		 pow(HOUR_ERROR * left, 2);
	times = narrowed(exp(ERRORS * sqrt(errors) / fmax(left, 1)), left, elapsed_ns);
	return (struct forecast){ left / times,
		run->settings.budget_ns ? INFINITY : left * times };
}
