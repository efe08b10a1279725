/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_LOG_REVISION_H
#define DRIVER_RUN_LOG_REVISION_H

struct build;
struct run;

/*
 * Adds to the log of a build which commit it is of: what --revision says, else the one that is
 * checked out where the folder of the build lies, else where the configuration lies. Of builds
 * that share a work tree only `new` and `now` are of its commit. Without git, nothing is added.
 */
void log_revision_put(const struct run *run, struct build *build);

#endif
