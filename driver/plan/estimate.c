/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/estimate.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"

/* Launches a worker until the time between launches is known. */
#define SOME 5
/* How many of the latest launches of a benchmark say how long the next will take. */
#define MEMORY 8

void estimate_init(struct estimate *estimate, size_t subject_count)
{
	*estimate = (struct estimate){ .subject_count = subject_count };
	estimate->expected_ns = memory_zeroed(subject_count, sizeof(double));
	estimate->left = memory_zeroed(subject_count, sizeof(uint32_t));
	estimate->seen = memory_zeroed(subject_count, sizeof(uint32_t));
	estimate->met = memory_zeroed(subject_count, sizeof(bool));
	estimate->tuning_ns = memory_zeroed(subject_count, sizeof(double));
	estimate->tried_ns = memory_zeroed(subject_count, sizeof(double));
}

void estimate_release(struct estimate *estimate)
{
	free(estimate->expected_ns);
	free(estimate->left);
	free(estimate->seen);
	free(estimate->met);
	free(estimate->tuning_ns);
	free(estimate->tried_ns);
	*estimate = (struct estimate){ 0 };
}

static void add_left(struct estimate *e, size_t subject, double ns)
{
	*(e->met[subject] ? &e->met_left_ns : &e->unmet_left_ns) += ns;
}

static void expect(struct estimate *estimate, size_t subject, double expected_ns)
{
	add_left(estimate, subject,
		estimate->left[subject] * (expected_ns - estimate->expected_ns[subject]));
	estimate->expected_ns[subject] = expected_ns;
}

void estimate_add(struct estimate *estimate, size_t subject, double expected_ns)
{
	expect(estimate, subject, expected_ns);
	estimate->left[subject]++;
	estimate->launches_left++;
	add_left(estimate, subject, expected_ns);
}

void estimate_tunes(struct estimate *estimate, size_t subject, double ns)
{
	if (estimate->tuning_ns[subject] > 0)
		return;
	estimate->tuning_ns[subject] = ns;
	estimate->tuning_left_ns += ns;
}

void estimate_tried(struct estimate *estimate, size_t subject, double took_ns)
{
	estimate->tried_ns[subject] += took_ns;
	estimate->took_ns += took_ns;
}

void estimate_drop(struct estimate *estimate, size_t subject)
{
	/* A retry is one more than was planned. */
	if (!estimate->left[subject])
		return;
	estimate->left[subject]--;
	estimate->launches_left--;
	add_left(estimate, subject, -estimate->expected_ns[subject]);
}

/* The first launch of a subject shows how good the guesses for the others are. */
static void meet(struct estimate *e, size_t subject, double took_ns, double next_ns)
{
	double guess = e->expected_ns[subject], rest = e->left[subject] * guess;
	double tuning_ns = e->tried_ns[subject] + fmax(0, took_ns - next_ns);

	e->met[subject] = true;
	e->unmet_left_ns -= rest;
	e->met_left_ns += rest;
	e->met_count++;
	e->guessed_ns += guess;
	e->proved_ns += next_ns;
	e->guessed_squares += guess * guess;
	e->proved_squares += next_ns * next_ns;
	e->products += guess * next_ns;
	e->tuning_left_ns -= e->tuning_ns[subject];
	if (e->tuning_ns[subject] > 0 && tuning_ns > 0) {
		e->tuning_guessed_ns += e->tuning_ns[subject];
		e->tuning_proved_ns += tuning_ns;
	}
}

void estimate_learn(struct estimate *estimate, size_t subject, double next_ns)
{
	if (estimate->seen[subject] < MEMORY)
		estimate->seen[subject]++;
	expect(estimate, subject,
		estimate->expected_ns[subject] +
			(next_ns - estimate->expected_ns[subject]) / estimate->seen[subject]);
}

void estimate_done(struct estimate *estimate, size_t subject, double took_ns, double next_ns)
{
	estimate_drop(estimate, subject);
	estimate->took_ns += took_ns;
	estimate->launches_done++;
	if (!estimate->met[subject])
		meet(estimate, subject, took_ns, next_ns);
	estimate_learn(estimate, subject, next_ns);
}

/* A launch of those that were not met, by what was guessed. */
static double worth_of(const struct estimate *e)
{
	return e->met_count >= SOME && e->guessed_ns > 0 ? e->proved_ns / e->guessed_ns : 1;
}

double estimate_launch_ns(const struct estimate *e, size_t subject)
{
	return e->expected_ns[subject] * (e->met[subject] ? 1 : worth_of(e));
}

/* Of a ratio of two sums: the residuals of what was measured from ratio x guess. */
double estimate_doubt(const struct estimate *e)
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
static double sum_left_ns(const struct estimate *e)
{
	double tuning = 1;

	if (e->met_count >= SOME && e->tuning_guessed_ns > 0)
		tuning = e->tuning_proved_ns / e->tuning_guessed_ns;
	return e->met_left_ns + worth_of(e) * e->unmet_left_ns + tuning * e->tuning_left_ns;
}

double estimate_pace(const struct estimate *e, unsigned workers, double elapsed_ns)
{
	if (e->launches_done < SOME * workers || !(e->took_ns > 0))
		return 1;
	return fmax(1, elapsed_ns * workers / e->took_ns);
}

double estimate_left_ns(const struct estimate *e, unsigned workers, double elapsed_ns)
{
	return e->launches_left
		       ? sum_left_ns(e) / workers * estimate_pace(e, workers, elapsed_ns)
		       : 0;
}
