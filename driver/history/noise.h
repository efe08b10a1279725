/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_NOISE_H
#define DRIVER_HISTORY_NOISE_H

#include <stdbool.h>

#include "driver/history/tracks.h"

/*
 * How much a benchmark moves from night to night for nothing, learnt from nights with the same
 * code, definition, compiler and machine, and moderated over the suite
 * (compare/stats/moderated.h). Such a night was linked anew, so this holds the noise of
 * placement, which no comparison of a binary with itself shows.
 */
struct track_noise {
	double sd; /* of a night, in ln */
	double df;
	double se;  /* median standard error of a night; the part of it that is explained */
	double bad; /* share of nights that stand out from those around them */
	/* From this point on it is as many times noisier as before; 0: it is not. */
	size_t louder_from;
	double before, after; /* the SD there, as a multiple of `sd` */
};

struct noise {
	struct track_noise *tracks; /* one a track; owned */
	double autocorrelation;     /* of successive nights, over the suite; at least 0 */
	double *shift, *lasting;    /* of the machine in each night: shift.h; owned */
	/* SD of all tracks around each night, as a multiple of that of the whole time. Owned.
	 */
	double *growth;
	size_t track_count;
};

void noise_estimate(struct noise *noise, const struct tracks *tracks);
void noise_release(struct noise *noise);
/* The SD of point k of a track. */
double noise_sd(const struct noise *noise, const struct tracks *tracks, size_t track, size_t k);

#endif
