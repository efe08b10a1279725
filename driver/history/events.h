/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_EVENTS_H
#define DRIVER_HISTORY_EVENTS_H

#include <stdbool.h>

#include "driver/history/changes.h"
#include "driver/history/decisions.h"
#include "driver/history/reported.h"

/* Of a change, and of an event: that of the change that is most urgent. */
enum event_state {
	EVENT_NEW,    /* nobody decided, or it has outgrown what was accepted */
	EVENT_DUE,    /* accepted until a date that has passed */
	EVENT_OPEN,   /* reopened, or called fixed while the level is not back */
	EVENT_CLOSED, /* nobody decided, and the level is back, or it took a rise back */
	EVENT_DECIDED,
	EVENT_STATES
};

const char *event_state_name(enum event_state state);

/* Changes of one kind and direction that may have come in the same night, and those that were
 * reported as of this event, wherever they stand now. */
struct event {
	/* As it was reported; else E and the date of its night: E20250203, E20250203b ... */
	char name[EVENT_NAME_SIZE];
	enum change_kind kind;
	bool rise;                /* slower; else faster */
	uint32_t low, high, best; /* nights: common to all its changes; the likeliest */
	size_t *changes, count,
		capacity; /* places in changes->list: by state, then the largest first */
	enum event_state state;
	size_t in_state;                 /* how many of its changes are in its state */
	const struct decision *decision; /* the last one about the first change; NULL */
};

/* What became of a change. */
struct fate {
	size_t event; /* its place */
	enum event_state state;
	const struct decision *decision; /* the last one about it; NULL */
};

struct events {
	struct event *list; /* by state, rises before falls, the newest first, by effect */
	size_t count, capacity;
	struct fate *fates; /* one a change; owned */
};

/* The events of the changes. Keeps pointers into `decisions`. *reported: those of before, which
 * keep their changes; an event without one is then withdrawn. NULL: none. */
void events_make(struct events *events, const struct tracks *tracks,
	const struct changes *changes, const struct decisions *decisions,
	struct reported *reported);
void events_release(struct events *events);
/* That of this name, or that which has the changes of a withdrawn one of this name; NULL: there
 * is none. *reported: as it was given to events_make(). */
const struct event *events_find(
	const struct events *events, const struct reported *reported, const char *name);
const struct event *events_of(const struct events *events, size_t change);
/* How many were decided by name, and how many of these were called noise. */
void events_decided(const struct events *events, size_t *decided, size_t *noise);

#endif
