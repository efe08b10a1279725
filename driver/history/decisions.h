/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_DECISIONS_H
#define DRIVER_HISTORY_DECISIONS_H

#include <stddef.h>
#include <stdint.h>

#include "compare/base/string_list.h"
#include "harness/base/err.h"

/*
 * What people decided about events: a text file of JSON objects, one a line, that is only
 * appended to, so it can be kept under version control. A decision names its benchmarks, the
 * size of each change and the nights in which it may stand, so that it follows them; or it is
 * about all changes before a date that no decision names.
 */
enum decision_kind {
	DECISION_ACCEPT,  /* a change that is wanted, or paid for something */
	DECISION_NOISE,   /* a false alarm */
	DECISION_MACHINE, /* the machine did it */
	DECISION_FIXED,   /* the level comes back */
	DECISION_REOPEN,  /* takes back what was decided before */
	DECISION_KINDS
};

#define DIRECTION_RISE "slower"
#define DIRECTION_FALL "faster"

/* The commands; NULL for none. */
const char *decision_word(enum decision_kind kind);
/* DECISION_KINDS for a word that is none. */
enum decision_kind decision_parse(const char *word);

/* A change as it was when that was decided. */
struct decided {
	int64_t first, last; /* seconds since 1970; the nights in which it may have come */
	double ratio;        /* new / old; NAN: an old line does not say */
};

struct decision {
	enum decision_kind kind;
	char *event, *class, *who, *reason, *link; /* owned; link may be NULL */
	int64_t before;                /* -1; else without event, nights and benchmarks */
	int64_t when, first, last;     /* seconds since 1970; the nights */
	int64_t until;                 /* -1: without end */
	double up_to;                  /* a larger effect is new again; NAN */
	const char *direction;         /* of the event; NULL: an old line does not say */
	struct string_list benchmarks; /* SUITE/NAME */
	struct decided *changes;       /* one a benchmark; owned */
	size_t capacity;
};

struct decisions {
	struct decision *list; /* in the order of the file */
	size_t count, capacity;
};

/* A missing file is empty. A line that is none is an error. */
int decisions_read(struct decisions *decisions, const char *path, struct err *e);
void decisions_release(struct decisions *decisions);
struct decision *decisions_add(struct decisions *decisions); /* an empty one, for good */
void decision_add(struct decision *decision, const char *benchmark, struct decided change);
/* A line each, on the disk when it returns. */
int decisions_append(const char *path, const struct decisions *decisions, struct err *e);

#endif
