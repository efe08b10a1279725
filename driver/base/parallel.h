/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_PARALLEL_H
#define DRIVER_BASE_PARALLEL_H

#include <stddef.h>

#define PARALLEL_MOST 8

/*
 * Calls work(data, part, from, to) once for each slice of 0..count-1, in threads, and returns
 * when all have ended. There is a slice for each CPU of this process, PARALLEL_MOST at most,
 * with at least `least` items each; part counts from 0 in the order of the slices.
 */
void parallel_run(size_t count, size_t least,
	void (*work)(void *data, size_t part, size_t from, size_t to), void *data);

#endif
