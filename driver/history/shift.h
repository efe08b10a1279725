/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_SHIFT_H
#define DRIVER_HISTORY_SHIFT_H

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

#endif
