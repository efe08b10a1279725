/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/plan/estimate.h"

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
}

void estimate_release(struct estimate *estimate)
{
	free(estimate->expected_ns);
	free(estimate->left);
	free(estimate->seen);
	free(estimate->met);
	free(estimate->tuning_ns);
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

	e->met[subject] = true;
	e->unmet_left_ns -= rest;
	e->met_left_ns += rest;
	e->met_count++;
	e->guessed_ns += guess;
	e->proved_ns += next_ns;
	e->tuning_left_ns -= e->tuning_ns[subject];
	/* Trials of several builds are not part of a launch: their guess stays. */
	if (e->tuning_ns[subject] > 0 && took_ns > next_ns) {
		e->tuning_guessed_ns += e->tuning_ns[subject];
		e->tuning_proved_ns += took_ns - next_ns;
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

/* Of all that is left, without what passes between launches. */
static double sum_left_ns(const struct estimate *e)
{
	double worth = 1, tuning = 1;

	if (e->met_count >= SOME && e->guessed_ns > 0)
		worth = e->proved_ns / e->guessed_ns;
	if (e->met_count >= SOME && e->tuning_guessed_ns > 0)
		tuning = e->tuning_proved_ns / e->tuning_guessed_ns;
	return e->met_left_ns + worth * e->unmet_left_ns + tuning * e->tuning_left_ns;
}

double estimate_left_ns(const struct estimate *e, unsigned workers, double elapsed_ns)
{
	double between = 1;

	if (!e->launches_left)
		return 0;
	if (e->launches_done >= SOME * workers && e->took_ns > 0)
		between = elapsed_ns * workers / e->took_ns;
	return sum_left_ns(e) / workers * (between > 1 ? between : 1);
}
