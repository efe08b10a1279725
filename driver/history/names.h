/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_NAMES_H
#define DRIVER_HISTORY_NAMES_H

#include <stddef.h>
#include <stdint.h>

#include "driver/history/changes.h"

struct events;

#define EVENT_NAME_SIZE 32

struct reported_change {
	char *suite, *benchmark; /* owned */
	double ratio, low, high;
	int64_t first, last;            /* nights of its event */
	char *kind, *decision, *reason; /* owned; the last two may be NULL */
};

/* An event as it was reported before, which keeps its name. */
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

/*
 * Names the events: that of the event reported before with which one shares most benchmarks, in
 * the same direction and in nights not more than five apart; else E and the date of its night,
 * with b, c ... if it is taken. Told events that no event has the name of are then withdrawn.
 */
void names_give(struct events *events, const struct tracks *tracks,
	const struct changes *changes, struct reported *reported);

#endif
