/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_FLAT_H
#define DRIVER_HISTORY_FLAT_H

#include "driver/history/tracks.h"

/*
 * A track and its levels less the machine's shift of each night and less its obvious steps,
 * which are no noise: one of 25 SD every ten nights hid all of them.
 */
struct flat {
	const struct track *track;
	double *levels;
};

/* Room for all tracks, in one block that free() takes. */
struct flat *flat_new(const struct tracks *tracks);
/* Sets the levels. work: room for one a point. */
void flat_set(const struct flat *flat, const double *shift, double *work);

#endif
