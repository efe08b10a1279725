/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_SCRATCH_H
#define DRIVER_BASE_SCRATCH_H

#include "harness/base/err.h"

struct scratch {
	char *folder;
	int lock; /* an open file that locks the folder, or -1 */
};

/* A fresh folder for a `use` ("explain") below `parent` (NULL: $TMPDIR or /tmp). The kernel
 * drops its lock when the process ends in whatever way, so that the next call with that use
 * removes what a killed process of this user left there. 0, or -1 with *e set. */
int scratch_make(struct scratch *s, const char *parent, const char *use, struct err *e);
/* Removes the folder, if there is one, and frees its name. */
void scratch_release(struct scratch *s);
/* Removes a file, or a folder and all below it. */
void scratch_remove(const char *path);

#endif
