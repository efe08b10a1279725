/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_COVER_H
#define DRIVER_HISTORY_COVER_H

#include "driver/history/changes.h"
#include "driver/history/decisions.h"

/* What was decided, and of what. */
struct cover_input {
	const struct decisions *decisions;
	const struct tracks *tracks;
	const struct changes *changes;
	const char *const *events; /* one a change: the name of its event */
};

/* What the decisions that name its benchmark say of a change. */
struct cover {
	const struct decision *decision; /* the last one; NULL: none */
	bool outgrown; /* it is larger than what was decided, or a further step */
};

/*
 * A decision is about a change that stands in its nights or has the name of its event. Nights
 * split a change that was decided, and join others: changes and decisions that are about each
 * other are taken together. A change that comes on top of earlier ones which are all that was
 * decided is a further step.
 */
struct cover cover_find(const struct cover_input *in, size_t place);

#endif
