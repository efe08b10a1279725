/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_FOREIGN_ROOTS_H
#define DRIVER_CODE_FOREIGN_ROOTS_H

#include "driver/code/registrations.h"

struct fingerprints;

/*
 * Finds what the constructors of the program register with frameworks that are known, each of
 * which knows its benchmarks by name and function. A constructor that can be carried out, and
 * that registers something, is proven to the fingerprints: it concerns only its benchmarks. Of
 * all others everything stays as it was, and their benchmarks are not found.
 */
void foreign_roots_find(struct registrations *all, const struct image *image,
	struct fingerprints *fingerprints);

/*
 * The registrations that a benchmark may come from: those of the name, and those whose name is
 * a part of it up to a slash. i: where to go on, at first 0. NULL: there are no more.
 */
const struct registration *foreign_roots_next(
	const struct registrations *all, const char *name, size_t *i);

#endif
