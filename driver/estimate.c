/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/estimate.h"

#include <stdlib.h>

#include "compare/memory.h"

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
}

void estimate_release(struct estimate *estimate)
{
	free(estimate->expected_ns);
	free(estimate->left);
	free(estimate->seen);
	*estimate = (struct estimate){ 0 };
}

static void expect(struct estimate *estimate, size_t subject, double expected_ns)
{
	estimate->left_ns +=
		estimate->left[subject] * (expected_ns - estimate->expected_ns[subject]);
	estimate->expected_ns[subject] = expected_ns;
}

void estimate_add(struct estimate *estimate, size_t subject, double expected_ns)
{
	expect(estimate, subject, expected_ns);
	estimate->left[subject]++;
	estimate->launches_left++;
	estimate->left_ns += expected_ns;
}

void estimate_drop(struct estimate *estimate, size_t subject)
{
	/* A retry is one more than was planned. */
	if (!estimate->left[subject])
		return;
	estimate->left[subject]--;
	estimate->launches_left--;
	estimate->left_ns -= estimate->expected_ns[subject];
}

void estimate_done(struct estimate *estimate, size_t subject, double took_ns, int typical)
{
	estimate_drop(estimate, subject);
	estimate->took_ns += took_ns;
	estimate->launches_done++;
	if (!typical)
		return;
	if (estimate->seen[subject] < MEMORY)
		estimate->seen[subject]++;
	expect(estimate, subject,
		estimate->expected_ns[subject] +
			(took_ns - estimate->expected_ns[subject]) / estimate->seen[subject]);
}

double estimate_left_ns(const struct estimate *e, unsigned workers, double elapsed_ns)
{
	double between = 1;

	if (!e->launches_left)
		return 0;
	if (e->launches_done >= SOME * workers && e->took_ns > 0)
		between = elapsed_ns * workers / e->took_ns;
	return e->left_ns / workers * (between > 1 ? between : 1);
}
