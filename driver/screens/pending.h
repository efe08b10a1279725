/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SCREENS_PENDING_H
#define DRIVER_SCREENS_PENDING_H

#include <stdbool.h>

#include "compare/log/log.h"

/*
 * What the last night called beside the build of the night before. A history judges it once
 * another night bears it out: until then it is neither new nor nothing.
 */
struct pending {
	char *text; /* owned; NULL: nothing */
	bool rises; /* a benchmark regressed */
};

/* Of two logs of one session; none if they cannot be compared. */
struct pending pending_of(const struct log *before, const struct log *now);
void pending_release(struct pending *pending);

#endif
