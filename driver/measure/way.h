/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_WAY_H
#define DRIVER_MEASURE_WAY_H

#include <stdbool.h>

struct job;
struct launch_request;
struct measure;
struct measure_end;
struct worker;

/*
 * How the launches of a slot measure it: each way is a file with one `const struct way`, and a
 * line in the table of ways.c. For each attempt at a slot the first one is taken that may and
 * can.
 */
struct way {
	/* Its launches choose how the benchmark is measured: they leave no row. The position is
	 * then that of the build. */
	bool tries;
	bool together; /* its two launches live at once and take turns */
	/* Is this attempt made so? NULL: any can be. */
	bool (*may)(const struct worker *worker);
	/* Before its first launch; false: it cannot be. As the next one it may be NULL. */
	bool (*begin)(struct worker *worker);
	/* Changes what the next launch is asked for, and how it is started. */
	void (*request)(struct worker *worker, struct launch_request *request, struct job *job);
	/* A launch has ended by itself. 0; -1 with the error in m->state->e. */
	int (*took)(const struct measure_end *end);
	/* All launches of the attempt have ended. Does another one follow? NULL: none. */
	bool (*over)(struct worker *worker);
};

extern const struct way way_group, way_trial_iterations, way_trial_turns, way_turns, way_batch,
	way_alone;

/* Begins an attempt at the slot of the worker. False where no build has the benchmark. */
bool way_begin(struct worker *worker);

#endif
