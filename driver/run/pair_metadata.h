/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_PAIR_METADATA_H
#define DRIVER_RUN_PAIR_METADATA_H

#include <stddef.h>

struct build;
struct err;
struct run;

/* Metadata of one log of several: how the launches were interleaved, and the negative controls
 * of the build against the first one. 0, or -1 with *e set. */
int pair_metadata_put(const struct run *run, struct build *build, struct err *e);
/*
 * The next suite, from subject *i on, whose launches cannot be interleaved although two builds
 * have it; moves *i past it. NULL: no further one.
 */
const char *pair_not_interleaved(const struct run *run, size_t *i);

#endif
