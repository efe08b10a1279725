/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_STORE_FACTS_H
#define DRIVER_STORE_FACTS_H

#include <stdbool.h>

#include "compare/log/line.h"
#include "compare/log/log.h"

/* What is given of a log besides what it says itself, and wins over it; NULL: nothing. */
struct store_facts {
	const char *revision;      /* a commit, by any name */
	const char *revision_from; /* where to look for it: "context" of the log, "name" */
	const char *repository;    /* the work tree that knows the commit */
	const char *machine;       /* which machines count as one line */
	const char *date;          /* when it was measured */
	const char *date_from;     /* where to look for that: "name", "mtime", "git" */
	const char *unit;          /* of values that have none */
	bool partial;              /* take a log that is not complete */
	bool quiet;                /* no warnings of readers */
};

/* The lines "# history.KEY: VALUE" in front of a kept log, terminated. -1 with *e set where
 * what is given cannot be found, or if nothing says when the log was measured. */
int facts_head(struct log_line *head, const struct log *log, const struct store_facts *facts,
	struct err *e);

/* The first date, also with a time, in a text such as "run_20250131_040506.json": seconds since
 * 1970, or -1. */
int64_t facts_date_in(const char *name);
/* The longest word of 7 to 40 hexadecimal digits in a name; NULL: none. A word of decimal
 * digits alone is a date or a number. The caller frees it. */
char *facts_commit_in(const char *name);

#endif
