/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_EVENTS_H
#define DRIVER_HISTORY_EVENTS_H

#include <stdbool.h>

#include "driver/history/changes.h"
#include "driver/history/decisions.h"

enum event_state {
	EVENT_NEW,    /* nobody decided, or it has outgrown what was accepted */
	EVENT_OPEN,   /* reopened, or called fixed while the level is not back */
	EVENT_DUE,    /* accepted until a date that has passed */
	EVENT_CLOSED, /* nobody decided, and the level is back by itself */
	EVENT_DECIDED,
	EVENT_STATES
};

const char *event_state_name(enum event_state state);

/* Changes of one kind that may have come in the same night. */
struct event {
	char name[32]; /* E and the date of the night: E20250203, E20250203b ... */
	enum change_kind kind;
	uint32_t low, high, best; /* nights: common to all its changes; the likeliest */
	size_t *changes, count,
		capacity; /* places in changes->list, the largest effect first */
	enum event_state state;
	bool back; /* all its benchmarks have their level of before again, or it took a rise
		      back */
	const struct decision *decision; /* the last one about it; NULL */
};

struct events {
	struct event *list; /* by state, then by effect */
	size_t count, capacity;
};

/* The events of the changes. Keeps pointers into `decisions`. */
void events_make(struct events *events, const struct lines_of *lines,
	const struct changes *changes, const struct decisions *decisions);
void events_release(struct events *events);
/* NULL where there is none of this name. */
const struct event *events_find(const struct events *events, const char *name);
/* The event that a change belongs to. */
const struct event *events_of(const struct events *events, size_t change);
/* How many stand decided, and how many of these were called noise. */
void events_decided(const struct events *events, size_t *decided, size_t *noise);

#endif
