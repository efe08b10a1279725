/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_JOIN_H
#define COMPARE_VERDICT_JOIN_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/base/string_list.h"
#include "compare/log/log.h"

struct join_options {
	/* --map-suite, "OLD=NEW": benchmarks of suite OLD of the old log are joined with those
	 * of NEW of the new log. NULL: none. */
	const struct string_list *maps;
	/* Which benchmarks to take, by the suite's name in the new log (after the map); NULL:
	 * all. */
	bool (*wanted)(const char *suite, const char *name, void *ctx);
	void *ctx;
};

/* One benchmark, named as in the new log; a side that does not have it is NULL. */
struct joined {
	const char *suite, *name;
	const struct log_benchmark *old, *new;
};

struct join {
	struct joined *items; /* in the order of the new log, then what only the old one has */
	size_t count, capacity;
	size_t common; /* benchmarks that both logs have, also those that are not wanted */
	/* Sentences on suites that the map displaced, and on further builds. */
	struct string_list notes;
};

/*
 * Pairs the benchmarks of two logs by suite and name. Of several builds of a benchmark in one
 * log the first is taken. A suite that --map-suite displaces (it would stand beside its mapped
 * twin) is left out and said. Text belongs to the logs and the maps. Fails when one of these
 * names a suite that is not there or is given twice, when a log has no row that can be used, or
 * when nothing is left to compare.
 */
int join_logs(struct join *join, const struct log *old, const struct log *new,
	const struct join_options *options, struct err *e);
void join_release(struct join *join);

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
