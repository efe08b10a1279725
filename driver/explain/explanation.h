/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_EXPLANATION_H
#define DRIVER_EXPLAIN_EXPLANATION_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/verdict/comparison.h"
#include "driver/suite/suite.h"

struct table;

/* Why a benchmark changed: the code that differs, what of it runs, and the work it does. */

/* A function or object of either build; [0] is of the old one. */
struct explained {
	char *name; /* as in struct code_part; "": code without a symbol */
	uint64_t hash[2];
	bool there[2]; /* the benchmark can reach it */
	bool code;
	bool ran;       /* in a launch of either build, be it before its iterations */
	double work[2]; /* instructions of an iteration */
};

enum cause {
	CAUSE_NONE,   /* neither time nor work changed */
	CAUSE_HIDDEN, /* the work changed, the time did not */
	CAUSE_WORK,   /* likely: more or less work */
	CAUSE_PLACE,  /* as much work: place in memory, caches or predictions */
	CAUSE_UNKNOWN,
};

struct explanation {
	const struct row *row;
	struct explained *items; /* after explanation_judge() the largest difference first */
	size_t count, capacity;
	struct table *index;
	struct err no_code, no_work; /* why it is not known; "": it is */
	size_t reached, differ, ran; /* functions of both; of these; of these */
	size_t objects;              /* data that differs */
	double work[2], error[2];    /* in all, and how sure */
	enum cause cause;
};

void explanation_init(struct explanation *x, const struct row *row);
void explanation_release(struct explanation *x);

/* Fills in what the benchmark can reach in both builds. */
void explanation_read_code(struct explanation *x, const struct suite *suites[2]);
/* Fills in the work of both builds. Returns 0, or the signal that ended it. */
int explanation_count_work(struct explanation *x, const struct suite *suites[2]);
/* Counts, sorts, and finds the cause. */
void explanation_judge(struct explanation *x);

/* Does the item differ between the builds? */
bool explained_differs(const struct explained *item);
/* What the item adds to the change of the work: a fraction of the old work. */
double explained_part(const struct explanation *x, const struct explained *item);

#endif
