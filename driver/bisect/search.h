/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BISECT_SEARCH_H
#define DRIVER_BISECT_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/base/string_list.h"
#include "driver/cli/options.h"
#include "driver/store/store.h"
#include "harness/base/err.h"

/* What `bdriver bisect` was told. */
struct bisect_options {
	struct shared_options shared;
	const char *build;      /* a line for the shell */
	const char *folder;     /* of the state */
	const char *history;    /* folder of the history that takes the logs; NULL: none */
	int64_t rounds;         /* at most, of a commit */
	int64_t launch_time_ns; /* for `run`; -1: its default */
	bool measure_all, keep;
	/* Set: */
	const char *good, *bad; /* commits */
	char *const *words;     /* BENCH... */
	int word_count;
};

/* A change in ln, with its 95 % interval; NAN: not known. */
struct bisect_change {
	double ln, low, high;
};

enum bisect_built { BISECT_UNTRIED, BISECT_BUILT, BISECT_BROKEN };

/* One commit of the range. */
struct bisect_commit {
	char *hash, *subject; /* owned */
	enum bisect_built built;
	char *why;  /* broken: a sentence; owned */
	char *code; /* fingerprints of the benchmarks; "": not all are known; owned */
	/* Of the whole change, measured against GOOD, or taken from a commit with the same
	 * code; NAN: not known. */
	double share;
	size_t same_as; /* that commit; SIZE_MAX: none */
	size_t rounds;  /* against GOOD */
};

/* Adjacent commits between which the time changed. */
struct bisect_finding {
	size_t low, high;            /* the last without, the first with the change */
	struct bisect_change change; /* of the benchmark, of fresh rounds */
	bool same_code;              /* of both: it is placement, or the machine */
};

struct bisect {
	const struct bisect_options *options;
	struct bisect_commit *commits; /* 0: GOOD; count - 1: BAD; owned */
	size_t count;
	struct string_list names; /* of the benchmarks: SUITE/NAME */
	char *benchmark;          /* of those, the one that is judged: the clearest; owned */
	double effect;            /* on it, from GOOD to BAD, in ln */
	double smallest;          /* if there is none: what could have been seen, a ratio - 1 */
	char *folder;             /* of the state, absolute; owned */
	struct bisect_finding findings[8];
	size_t finding_count;
	size_t builds, pairs; /* made by now: builds, rounds */
	bool same_ends;       /* GOOD and BAD have the same code */
	struct store store;   /* open if options->history */
	int lock;             /* on the folder; below 0: none; what it starts inherits it */
	int owner;            /* the same for the search alone */
};

/*
 * The folder of a search: `search` (what is searched for), builds/, measured/, tree/. The same
 * search goes on with what is there: all decisions follow from builds and logs. Makes it or
 * opens it, waits up to 10 s for what a killed search left running there, and opens the
 * history. 0, or -1 with *e set.
 */
int search_open(struct bisect *bisect, struct err *e);

/* The commits from GOOD to BAD along first parents, of the repository of the working directory.
 * 0, or -1 with *e set. */
int search_read_range(struct bisect *bisect, struct err *e);

/* The place nearest to the middle of low..high, both excluded, for which may() holds; `high`:
 * none. */
size_t search_middle(
	size_t low, size_t high, bool (*may)(const void *ctx, size_t place), const void *ctx);

#endif
