/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_PLAN_ESTIMATE_H
#define DRIVER_PLAN_ESTIMATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * How long the remaining launches will take. A launch is expected to take as long as the latest
 * ones of its benchmark. If there were none: the requested launch time x the mean ratio of
 * measured to requested time of the other benchmarks. Updates take constant time.
 */
struct estimate {
	double *expected_ns; /* of one launch of each subject */
	uint32_t *left;      /* launches of each subject */
	uint32_t *seen;      /* launches of each subject that ended, at most a few */
	bool *met;           /* any launch of it was seen */
	double *tuning_ns;   /* guess for what its tuning and trials take; 0: none */
	double *tried_ns;    /* its trial launches took so long */
	size_t subject_count;
	double met_left_ns, unmet_left_ns; /* sums over all that are left */
	double tuning_left_ns;             /* as guessed */
	/* Of the first launches of the subjects, all together: */
	double guessed_ns, proved_ns, tuning_guessed_ns, tuning_proved_ns;
	double guessed_squares, proved_squares, products; /* for the error of their ratio */
	size_t met_count;
	size_t launches_left;
	double took_ns; /* sum over all that have ended */
	size_t launches_done;
};

void estimate_init(struct estimate *estimate, size_t subject_count);
void estimate_release(struct estimate *estimate);
/* One more launch of the subject is to come, expected to take this long. */
void estimate_add(struct estimate *estimate, size_t subject, double expected_ns);
/* Before the subject's first launch, or in it, comes tuning that takes about so long. */
void estimate_tunes(struct estimate *estimate, size_t subject, double ns);
#define ESTIMATE_TUNING_NS 3e6
/* A trial launch before its first one took so long. */
void estimate_tried(struct estimate *estimate, size_t subject, double took_ns);
/* One launch less is to come. */
void estimate_drop(struct estimate *estimate, size_t subject);
/* A launch has ended. next_ns: what it would have taken, had it not tuned. */
void estimate_done(struct estimate *estimate, size_t subject, double took_ns, double next_ns);
/* A launch of the run that is resumed took so long. */
void estimate_learn(struct estimate *estimate, size_t subject, double next_ns);
/*
 * Wall time until the end with this many workers. elapsed_ns: since the first launch, from
 * which the time between launches follows; 0: not known.
 */
double estimate_left_ns(const struct estimate *estimate, unsigned workers, double elapsed_ns);
/* The time that passes is so many times that of the launches, at least 1. */
double estimate_pace(const struct estimate *estimate, unsigned workers, double elapsed_ns);
/* Of one launch of the subject, with the same guess for those that were not met. */
double estimate_launch_ns(const struct estimate *estimate, size_t subject);
/*
 * Twice the standard error of what is left, as a share of it: subjects that were not met may
 * differ from the others. 0: all were met. INFINITY: too few were.
 */
double estimate_doubt(const struct estimate *estimate);

#endif
