/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_PAIR_METADATA_H
#define DRIVER_RUN_PAIR_METADATA_H

#include <stdbool.h>
#include <stddef.h>

struct build;
struct err;
struct run;

/* Metadata of one log of several: how the launches were interleaved, and the negative controls
 * of the build against the first one. 0, or -1 with *e set. */
int pair_metadata_put(const struct run *run, struct build *build, struct err *e);
/*
 * The next suite, from subject *i on, whose launches cannot take turns although two builds have
 * it; moves *i past it. *way: what the log says of it, "no" or LOG_CPU_TIME.
 * NULL: no further one.
 */
const char *pair_without_turns(const struct run *run, size_t *i, const char **way);

#endif
