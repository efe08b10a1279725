/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BUNDLE_BUNDLE_H
#define DRIVER_BUNDLE_BUNDLE_H

#include <stdbool.h>

#include "driver/base/scratch.h"

/*
 * A comparison that others can check: one file with both logs, the configuration, the tables
 * that follow from them and, if asked, the executables. docs/FORMATS.md lists what is in it.
 */
struct bundle {
	struct scratch scratch; /* absolute */
	char *folder;           /* SCRATCH/bundle: its files */
};

struct bundle_job {
	const char *logs[2]; /* old, new */
	const char *config;  /* NULL: none */
	bool builds;         /* with the executables that the logs name */
};

/* Makes the files of a bundle of two logs. Returns an exit code; prints its own errors. The
 * bundle may be closed after any result. */
int bundle_make(struct bundle *bundle, const struct bundle_job *job);
/* Unpacks a file, as it is. Likewise. */
int bundle_open(struct bundle *bundle, const char *path);
void bundle_close(struct bundle *bundle);

/* FOLDER/builds, with the folders old and new; NULL: the bundle has none. The caller frees it.
 */
char *bundle_builds(const char *folder);
/* Unpacks into a new folder that stays. Returns an exit code; prints its own errors. */
int bundle_unpack(const char *path, const char *folder);
/* Of the bdriver that made it; NULL: not known. The caller frees it. */
char *bundle_version(const char *folder);

#endif
