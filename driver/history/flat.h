/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_FLAT_H
#define DRIVER_HISTORY_FLAT_H

#include "driver/history/tracks.h"

/*
 * The tracks less the machine's shift of each night and less their obvious steps, which are no
 * noise: one of 25 SD every ten nights hid all of them. The points are copies, all else is
 * borrowed.
 */
struct tracks flat_tracks(const struct tracks *tracks, const double *shift);
void flat_release(struct tracks *flat);

#endif
