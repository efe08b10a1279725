/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_ANCHOR_H
#define DRIVER_HISTORY_ANCHOR_H

#include <stdbool.h>

#include "driver/history/tracks.h"

/*
 * Takes the machine out of the levels of a track: where a pinned build was measured beside the
 * night's, the level becomes the ratio of the two, times the geometric mean of the pinned build
 * over all its nights. Its standard error takes that of the pinned build in. Nights without it
 * keep their level.
 */
void anchor_apply(struct track *track);

/* Do the same pinned build and so the same world stand behind both levels? */
bool anchor_joins(const struct track_point *a, const struct track_point *b);

/* Nothing of code, definition, compiler and machine differs, and the code is known. */
bool same_ground(
	const struct tracks *tracks, const struct track_point *a, const struct track_point *b);

#endif
