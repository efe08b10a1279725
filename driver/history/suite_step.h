/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_SUITE_STEP_H
#define DRIVER_HISTORY_SUITE_STEP_H

#include "compare/verdict/suite_shift.h"
#include "driver/history/tracks.h"

/*
 * How the suite moved from the night before to the last one, if nothing tells the machine from
 * the program: fewer than ten benchmarks have an anchor or the same build in both nights, so
 * that none can show the machine's part. Else, and with fewer than ten benchmarks, none. It is
 * `beyond` only if it is unusual beside the steps of the 60 nights before.
 */
struct suite_shift suite_step(const struct tracks *tracks);

#endif
