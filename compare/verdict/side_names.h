/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_SIDE_NAMES_H
#define COMPARE_VERDICT_SIDE_NAMES_H

#include "compare/log/log.h"

/* The names of the two logs in reports. */
struct side_names {
	const char *old, *new;
};

/*
 * The names of the builds, if each log has one build, the names differ and both are short words
 * as in `bdriver run --build`; else "old" and "new". A build named "old" or "new" gives "old"
 * and "new" as well, as it would be mistaken for the side. Points into the logs.
 */
struct side_names side_names_of(const struct log *old, const struct log *new);

#endif
