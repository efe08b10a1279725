/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_ESTIMATE_H
#define DRIVER_ESTIMATE_H

#include <stddef.h>
#include <stdint.h>

/*
 * How long the launches that are left will take: each as long as the latest ones of its
 * benchmark took, else as long as a launch should take. Kept up to date in constant time a
 * launch.
 */
struct estimate {
	double *expected_ns; /* of one launch of each subject */
	uint32_t *left;      /* launches of each subject */
	uint32_t *seen;      /* typical launches of each subject */
	size_t subject_count;
	double left_ns; /* sum over all that are left */
	size_t launches_left;
	double took_ns; /* sum over all that have ended */
	size_t launches_done;
};

void estimate_init(struct estimate *estimate, size_t subject_count);
void estimate_release(struct estimate *estimate);
/* One more launch of the subject is to come, expected to take this long. */
void estimate_add(struct estimate *estimate, size_t subject, double expected_ns);
/* One launch less is to come. */
void estimate_drop(struct estimate *estimate, size_t subject);
/* A launch has ended. `typical`: it says how long the next ones will take (it did not tune). */
void estimate_done(struct estimate *estimate, size_t subject, double took_ns, int typical);
/*
 * Wall time until the end with this many workers. elapsed_ns since the first launch tells what
 * passes between launches; 0: not known.
 */
double estimate_left_ns(const struct estimate *estimate, unsigned workers, double elapsed_ns);

#endif
