/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_SHIFT_H
#define DRIVER_HISTORY_SHIFT_H

#include "compare/verdict/suite_shift.h"
#include "driver/history/tracks.h"

/*
 * What the whole machine did: shift[t], in ln, is what benchmarks with the same code moved
 * together in night t; lasting[t]: without what a single night did. Room for a value a night.
 *
 * A lasting step is the median, over the benchmarks whose code, compiler and definition stayed,
 * of their median of up to five nights after less that of up to five before. It exceeds both
 * the error of the median and what such steps are on other nights, and has lasted five nights.
 * What a single night did is the median of the distances from the nights around it, if that
 * exceeds both as well. Only benchmarks with the same code vote, so a real change of all of
 * them stays.
 */
void shift_find(double *shift, double *lasting, const struct tracks *tracks);

/*
 * How the suite moved from the night before to the last one, if nothing tells the machine from
 * the program: fewer than ten benchmarks have an anchor or the same build in both nights, so
 * that none can show the machine's part. Else, and with fewer than ten benchmarks, none. It is
 * `beyond` only if it is unusual beside the steps of the 60 nights before.
 */
struct suite_shift suite_step(const struct tracks *tracks);

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
