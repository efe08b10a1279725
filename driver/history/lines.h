/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_HISTORY_LINES_H
#define DRIVER_HISTORY_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What the analysis works on: the nights of one machine class in their order, and for each
 * benchmark a line of points. Plain data, without a database. Zeroed it may be released.
 */
struct line_night {
	int64_t started, height;  /* height -1: not known */
	uint64_t machine;         /* equal: nothing of the machine changed */
	char *revision, *subject; /* owned; NULL: not known */
	char *machine_text;       /* owned: what may change of it, for people */
	int64_t launches, disturbed,
		failed; /* failed: benchmarks without any measured launch */
};

struct line_point {
	uint32_t night; /* its place in the list of nights */
	uint32_t launches;
	double level, se;         /* of ln ns; se NAN with one launch */
	double raw;               /* the level that was measured, before anchor_apply() */
	double before;            /* level of last night's build, measured beside it; NAN */
	double anchor, anchor_se; /* of the pinned build measured beside it; NAN */
	uint64_t before_code, anchor_code; /* 0: not known */
	uint64_t code;                     /* 0: not known */
	uint64_t definition;               /* 0: not known */
	int64_t toolchain;                 /* 0: not known */
};

struct line {
	char *suite, *benchmark; /* owned */
	struct line_point *points;
	size_t count, capacity;
};

struct lines_of {
	char *class; /* owned: the name of the machines */
	struct line_night *nights;
	size_t night_count, night_capacity;
	struct line *lines;
	size_t line_count, line_capacity;
};

void lines_of_release(struct lines_of *lines);
/* A copy of the text; both appended, in the order of nights. For readers and for tests. */
struct line *lines_of_add(struct lines_of *lines, const char *suite, const char *benchmark);
struct line_night *lines_of_add_night(struct lines_of *lines);
struct line_point *line_add(struct line *line);

#endif
