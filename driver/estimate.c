/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/estimate.h"

#include <stdlib.h>

#include "compare/memory.h"

void estimate_init(struct estimate *estimate, size_t subject_count)
{
	*estimate = (struct estimate){ .subject_count = subject_count };
	estimate->expected_ns = memory_zeroed(subject_count, sizeof(double));
	estimate->left = memory_zeroed(subject_count, sizeof(uint32_t));
}

void estimate_release(struct estimate *estimate)
{
	free(estimate->expected_ns);
	free(estimate->left);
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

void estimate_done(struct estimate *estimate, size_t subject, double took_ns, int typical)
{
	/* A retry is one more than was planned. */
	if (estimate->left[subject]) {
		estimate->left[subject]--;
		estimate->launches_left--;
		estimate->left_ns -= estimate->expected_ns[subject];
	}
	if (typical)
		expect(estimate, subject, took_ns);
}

double estimate_left_ns(const struct estimate *estimate, unsigned workers)
{
	return estimate->launches_left ? estimate->left_ns / workers : 0;
}
