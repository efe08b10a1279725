/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/ledger.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/stats/quantile.h"

/* Launches a worker until the time between launches is known. */
#define SOME 5
/* A trial that searches calls a benchmark several times as often as a launch. */
#define TRIAL_TIMES 5
/* How many of the latest launches of a benchmark say how long the next will take. */
#define MEMORY 8

void ledger_init(struct ledger *e, size_t count)
{
	*e = (struct ledger){ .of = memory_zeroed(count, sizeof(*e->of)), .count = count };
}

void ledger_release(struct ledger *e)
{
	free(e->of);
	*e = (struct ledger){ 0 };
}

static void add_left(struct ledger *e, size_t subject, double ns)
{
	*(e->of[subject].met ? &e->met_left_ns : &e->unmet_left_ns) += ns;
}

static void set_expected(struct ledger *e, size_t subject, double expected_ns)
{
	add_left(e, subject, e->of[subject].left * (expected_ns - e->of[subject].expected_ns));
	e->of[subject].expected_ns = expected_ns;
}

void ledger_expect(struct ledger *e, size_t subject, double expected_ns)
{
	set_expected(e, subject, expected_ns);
	e->of[subject].left++;
	e->launches_left++;
	add_left(e, subject, expected_ns);
}

void ledger_tunes(struct ledger *e, size_t subject, double ns)
{
	if (e->of[subject].tuning_ns > 0)
		return;
	e->of[subject].tuning_ns = ns;
	e->tuning_left_ns += ns;
}

void ledger_tried(struct ledger *e, size_t subject, double took_ns)
{
	e->of[subject].tried_ns += took_ns;
	e->of[subject].spent_ns += took_ns;
	e->took_ns += took_ns;
}

static void drop(struct ledger *e, size_t subject)
{
	if (!e->of[subject].left)
		return;
	e->of[subject].left--;
	e->launches_left--;
	add_left(e, subject, -e->of[subject].expected_ns);
}

void ledger_drop_all(struct ledger *e, size_t subject)
{
	while (e->of[subject].left)
		drop(e, subject);
}

void ledger_know(struct ledger *e, size_t subject)
{
	if (e->of[subject].met)
		return;
	e->tuning_left_ns -= e->of[subject].tuning_ns;
	e->met_count++;
	e->of[subject].met = true;
}

/* The first launch of a subject shows how good the guesses for the others are. */
static void meet(struct ledger *e, size_t subject, double took_ns, double next_ns)
{
	double guess = e->of[subject].expected_ns, rest = e->of[subject].left * guess;
	double tuning_ns = e->of[subject].tried_ns + fmax(0, took_ns - next_ns);

	ledger_know(e, subject);
	e->unmet_left_ns -= rest;
	e->met_left_ns += rest;
	e->guessed_ns += guess;
	e->proved_ns += next_ns;
	e->guessed_squares += guess * guess;
	e->proved_squares += next_ns * next_ns;
	e->products += guess * next_ns;
	if (e->of[subject].tuning_ns > 0 && tuning_ns > 0) {
		e->tuning_guessed_ns += e->of[subject].tuning_ns;
		e->tuning_proved_ns += tuning_ns;
	}
}

void ledger_learn(struct ledger *e, size_t subject, double next_ns)
{
	if (e->of[subject].seen < MEMORY)
		e->of[subject].seen++;
	set_expected(e, subject,
		e->of[subject].expected_ns +
			(next_ns - e->of[subject].expected_ns) / e->of[subject].seen);
}

void ledger_ended(struct ledger *e, size_t subject, double took_ns, double next_ns)
{
	drop(e, subject);
	e->of[subject].spent_ns += took_ns;
	e->took_ns += took_ns;
	e->launches_done++;
	e->of[subject].cut = false;
	if (!e->of[subject].met)
		meet(e, subject, took_ns, next_ns);
	ledger_learn(e, subject, next_ns);
}

/* A launch of those that were not met, by what was guessed. */
static double worth_of(const struct ledger *e)
{
	return e->met_count >= SOME && e->guessed_ns > 0 ? e->proved_ns / e->guessed_ns : 1;
}

double ledger_launch_ns(const struct ledger *e, size_t subject)
{
	const struct ledger_entry *entry = &e->of[subject];

	return entry->expected_ns * (entry->cut          ? 1.0 / TRIAL_TIMES
					    : entry->met ? 1
							 : worth_of(e));
}

double ledger_median_ns(const struct ledger *e, size_t least)
{
	AUTO_FREE double *all = memory_zeroed(e->count + 1, sizeof(*all));
	size_t n = 0;

	for (size_t i = 0; i < e->count; i++)
		if (e->of[i].met)
			all[n++] = e->of[i].expected_ns;
	return n < least ? INFINITY : quantile_median_of(all, n);
}

/* Its part of the starts. */
static double start_share_ns(const struct ledger_entry *entry)
{
	return entry->start_ns / (entry->sharing ? entry->sharing : 1);
}

double ledger_slot_ns(const struct ledger *e, size_t subject)
{
	const struct ledger_entry *entry = &e->of[subject];

	return entry->seen ? entry->expected_ns * entry->builds
			   : entry->usual_ns + start_share_ns(entry);
}

double ledger_alone_ns(const struct ledger *e, size_t subject)
{
	return e->of[subject].start_ns - start_share_ns(&e->of[subject]);
}

double ledger_next_slot_ns(const struct ledger *e, size_t subject)
{
	const struct ledger_entry *entry = &e->of[subject];

	return ledger_slot_ns(e, subject) * (entry->untried ? 2 : 1) + entry->trial_ns;
}

bool ledger_is_spent(const struct ledger *e, size_t subject)
{
	const struct ledger_entry *entry = &e->of[subject];

	return entry->in_all && entry->spent_ns > 0 &&
	       entry->spent_ns + ledger_slot_ns(e, subject) > entry->limit_ns;
}

double ledger_allowed_ns(const struct ledger *e, size_t subject)
{
	const struct ledger_entry *entry = &e->of[subject];

	return entry->in_all ? fmax(0, entry->limit_ns - entry->spent_ns) : INFINITY;
}

/* Of a ratio of two sums: the residuals of what was measured from ratio x guess. */
double ledger_doubt(const struct ledger *e)
{
	double n = (double)e->met_count, worth = worth_of(e), unmet = worth * e->unmet_left_ns;
	double squares;

	if (!(unmet > 0))
		return 0;
	if (e->met_count < SOME || !(e->proved_ns > 0))
		return INFINITY;
	squares = e->proved_squares + worth * (worth * e->guessed_squares - 2 * e->products);
	return 2 * sqrt(fmax(squares, 0) * n / (n - 1)) / e->proved_ns * unmet /
	       (unmet + e->met_left_ns);
}

/* Of all that is left, without what passes between launches. */
static double sum_left_ns(const struct ledger *e)
{
	double tuning = 1;

	if (e->met_count >= SOME && e->tuning_guessed_ns > 0)
		tuning = e->tuning_proved_ns / e->tuning_guessed_ns;
	return e->met_left_ns + worth_of(e) * e->unmet_left_ns + tuning * e->tuning_left_ns;
}

double ledger_pace(const struct ledger *e, unsigned workers, double elapsed_ns)
{
	if (e->launches_done < SOME * workers || !(e->took_ns > 0))
		return 1;
	return fmax(1, elapsed_ns * workers / e->took_ns);
}

double ledger_left_ns(const struct ledger *e, unsigned workers, double elapsed_ns)
{
	return e->launches_left ? sum_left_ns(e) / workers * ledger_pace(e, workers, elapsed_ns)
				: 0;
}
