/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_SIDE_NAMES_H
#define COMPARE_VERDICT_SIDE_NAMES_H

#include "compare/log/log.h"

/* What reports for people call the two logs of a comparison. */
struct side_names {
	const char *old, *new;
};

/*
 * The names of the builds, where each log is of one, the names differ and both are short words
 * as `bdriver run --build` takes them; else "old" and "new", and so too where one of the names
 * is "old" or "new", which would be mistaken for the side. Points into the logs.
 */
struct side_names side_names_of(const struct log *old, const struct log *new);

#endif
