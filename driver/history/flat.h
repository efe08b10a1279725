/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_FLAT_H
#define DRIVER_HISTORY_FLAT_H

#include "driver/history/tracks.h"

/*
 * The levels of a track less the machine's shift of each night and less their obvious steps,
 * which are no noise: one of 25 SD every ten nights hid all of them. levels, work: room for one
 * a point.
 */
void flat_levels(const struct track *track, const double *shift, double *levels, double *work);

#endif
