/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_FLAT_H
#define DRIVER_HISTORY_FLAT_H

#include "driver/history/lines.h"

/*
 * The lines less the machine's shift of each night and less their obvious steps, which are no
 * noise: one of 25 SD every ten nights hid all of them. The points are copies, all else is
 * borrowed.
 */
struct lines_of flat_lines(const struct lines_of *lines, const double *shift);
void flat_release(struct lines_of *flat);

#endif
