/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_REPORTED_H
#define DRIVER_HISTORY_REPORTED_H

#include <stddef.h>
#include <stdint.h>

#include "driver/history/changes.h"

#define EVENT_NAME_SIZE 32

struct reported_change {
	char *suite, *benchmark; /* owned */
	double ratio;
	int64_t first, last;     /* nights in which it may have come */
	char *decision, *reason; /* owned; NULL: none */
};

/* An event as it was reported before, which keeps its name and its changes. */
struct reported_event {
	char name[EVENT_NAME_SIZE];
	struct reported_change *changes; /* owned; the first is the largest */
	size_t count, capacity;
	int64_t withdrawn; /* the last night when the data did not bear it out any more; -1 */
	char became[EVENT_NAME_SIZE]; /* withdrawn, but its benchmarks are in this one; "" */
};

struct reported {
	struct reported_event *list;
	size_t count, capacity;
};

void reported_release(struct reported *reported);
/* NULL: there is none of this name, or it was not withdrawn. */
const struct reported_event *reported_withdrawn(
	const struct reported *reported, const char *name);

/* What was reported of a change of today. */
struct known {
	const struct reported_event *event; /* NULL: nothing */
	const struct reported_change *change;
};

/*
 * known[i], zeroed before: as what changes->list[i] was reported: a change of its benchmark in
 * the same direction, in nights not more than five apart. Each stands for one, the nearest
 * first, those of withdrawn events after all others. The tracks are sorted.
 */
void reported_find(const struct reported *reported, const struct tracks *tracks,
	const struct changes *changes, struct known *known);
/* The first change that may be the reported one; changes->count: there is none. */
size_t reported_now(const struct reported_change *old, const struct tracks *tracks,
	const struct changes *changes);

#endif
