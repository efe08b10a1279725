/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXPLAIN_EXPLANATION_H
#define DRIVER_EXPLAIN_EXPLANATION_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/stats/summary.h"
#include "compare/verdict/compared.h"
#include "driver/explain/counters.h"
#include "driver/explain/place_effect.h"
#include "driver/explain/profile.h"
#include "driver/explain/work.h"
#include "driver/suite/suite.h"

struct table;

/* A q up to it: the time of a function changed. */
#define Q_CHANGED 0.05

/* Why a benchmark changed: the code that differs, what of it runs, the work it does, and the
 * time that it takes. */

/* A function or object of either build; [0] is of the old one. */
struct explained {
	char *name; /* as in struct code_part; "": code without a symbol */
	uint64_t hash[2];
	bool there[2];   /* the benchmark can reach it */
	bool code, file; /* as in struct code_part */
	bool ran;        /* in a launch of either build, be it before its iterations */
	double work[2];  /* instructions of an iteration */
	/* Of one that differs: those of what it calls whose code does not. */
	double called[2];
	unsigned samples[2][PROFILE_ROUNDS_MAX];
	double time[2];         /* ns of an iteration */
	struct interval change; /* of the time, ns, 95 % */
	double q; /* that its time changed, adjusted for all functions; NAN: has none */
};

enum cause {
	CAUSE_NONE,     /* neither time nor work changed */
	CAUSE_HIDDEN,   /* the work changed, the time did not */
	CAUSE_WORK,     /* likely: more or less work */
	CAUSE_PLACE,    /* as much work, or tested: place in memory, caches or predictions */
	CAUSE_CONTRARY, /* less work and slower, or more and faster */
	CAUSE_UNKNOWN,
};

struct explanation {
	const struct row *row;
	struct explained *items; /* after explanation_judge() the largest change of the time
				    first, or of the work */
	size_t count, capacity;
	struct table *index;
	unsigned rounds; /* launches of each build that are profiled */
	struct {
		uint64_t time, work, place;
	} deadline_ns; /* of bd_clock_ns(), for each part; 0: none */
	struct {
		struct err code, work, time, place, counts;
	} no; /* why it is not known; "": it is */
	struct {
		size_t reached, differ, ran; /* functions of both; of these; of these */
		size_t objects;              /* data that differs */
	} code;
	double work[2]; /* in all */
	struct work counted[2];
	double counts[2][COUNTERS]; /* of an iteration, by the processor */
	unsigned samples[2][PROFILE_ROUNDS_MAX];
	double time[2]; /* ns of an iteration */
	/* Of the code of the first function, as side_by_side() says. */
	struct string_list sides[2];
	double others; /* as profile_take() says */
	bool outside;  /* as profile_is_outside() says */
	struct place_effect place;
	enum cause cause;
	/* The place is excluded, the first function differs and runs, and does more or less
	 * work. */
	bool proven;
};

void explanation_init(struct explanation *x, const struct row *row, unsigned rounds);
void explanation_release(struct explanation *x);

/* Fills in what the benchmark can reach in both builds. */
void explanation_read_code(struct explanation *x, const struct suite *suites[2]);
/* Fills in the work of both builds, and what the processor counts of them; after the code.
 * Returns 0, or the signal that ended it. */
int explanation_count_work(struct explanation *x, const struct suite *suites[2]);
/* Fills in the time of both builds. Returns 0, or the signal that ended it. */
int explanation_measure_time(struct explanation *x, const struct suite *suites[2]);
/* Counts, sorts, and finds the cause. */
void explanation_judge(struct explanation *x);

/* The item of the name, which is added if there is none; valid until the next one is added. */
struct explained *explanation_item(struct explanation *x, const char *name);
/* Fills in the sides, after the judgement. */
void explanation_read_sides(struct explanation *x, const struct suite *suites[2]);

/* Does the item differ between the builds? */
bool explained_differs(const struct explained *item);
/* The function with most of the change of the time, or of the work, which one that differs
 * answers for where it calls others; NULL where none has. */
const struct explained *explanation_first_by_time(const struct explanation *x);
const struct explained *explanation_first_by_work(const struct explanation *x);
/* That of the work, if its code differs, the other's does not, and the work is most of the
 * change; else that of the time. */
const struct explained *explanation_first(const struct explanation *x);
/* Of the work in all: a ratio minus 1. */
double explanation_work_change(const struct explanation *x);
/* Is it known to execute more instructions, by as much as matters of counted values? */
bool explanation_is_more_work(const struct explanation *x);
/* What the item adds to the change of the work: a fraction of the old work. */
double explained_part(const struct explanation *x, const struct explained *item);
/* The same of the time. */
double explained_time_part(const struct explanation *x, const struct explained *item);

static inline bool explanation_has_children(const struct explanation *x)
{
	return x->counted[0].children || x->counted[1].children;
}

#endif
