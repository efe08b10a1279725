/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_POOL_SCRATCH_H
#define DRIVER_POOL_SCRATCH_H

#include "harness/base/err.h"

/* A fresh folder below `parent` (NULL: $TMPDIR or /tmp), which the caller frees; NULL with *e
 * set. */
char *scratch_make(const char *parent, struct err *e);
/* Removes the folder and all below it. */
void scratch_remove(const char *folder);

#endif
