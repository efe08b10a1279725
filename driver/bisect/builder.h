/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BISECT_BUILDER_H
#define DRIVER_BISECT_BUILDER_H

#include "driver/bisect/search.h"

/*
 * Builds commits in one work tree, FOLDER/tree, which stays where it is, so that paths within
 * binaries are the same in all builds and CMD may build what changed only. CMD leaves its
 * suites in FOLDER/builds/HASH, which is kept: a commit is built once.
 */

/* Builds it, or takes the build that is there, and reads the fingerprints of its benchmarks. A
 * build that fails makes the commit BISECT_BROKEN. 0, or -1 with *e set. */
int builder_build(struct bisect *bisect, struct bisect_commit *commit, struct err *e);
/* Notes that it cannot be measured, and why: `why` becomes its own. */
void builder_break(struct bisect_commit *commit, char *why);
/* Removes the work tree. */
void builder_end(const struct bisect *bisect);
/* The folder with the suites of a commit. The caller frees it. */
char *builder_folder(const struct bisect *bisect, const struct bisect_commit *commit);

#endif
