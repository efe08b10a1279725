/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_SLOT_H
#define DRIVER_MEASURE_SLOT_H

#include "driver/exec/scheduler.h"
#include "driver/measure/channel.h"
#include "driver/measure/launch_args.h"
#include "driver/measure/measure.h"
#include "driver/plan/settle.h"

/* What measure.c and measure_slot.c share: what each worker does, and how it gets a slot. */

/* Launches of a slot that live at once. */
#define PROCESSES_MAX 2

/* Launches before the first slot of a benchmark, of which no row is written. The position is
 * then that of the build. */
enum trial {
	TRIAL_NONE,
	TRIAL_ITERATIONS, /* tunes on the first build, tries the others */
	TRIAL_TURNS,      /* how long after a switch has the benchmark settled? */
};

/* Is the CPU time of a launch its time? The worst comes last. */
enum trial_share { SHARE_ALL, SHARE_UNSURE, SHARE_PART };

/* A process of a worker: where the launches of a slot live at once, each has its own. */
struct worker_process {
	unsigned position; /* of its launch in the slot */
	bool tunes;        /* its launch tunes the benchmark */
	bool cpu_time;     /* its samples are CPU time */
	bool cut;          /* before the benchmark's time limit it is ended */
	struct launch_args args;
};

/* What a worker does. */
struct worker {
	bool active;       /* in a slot */
	unsigned running;  /* launches of it that run */
	size_t slot;       /* in the plan */
	unsigned position; /* in the slot, of the launch that comes next */
	uint16_t attempt;  /* at the slot, from 1 */
	/* Slots that its launches measure together, by benchmark; count 0: one in its own way.
	 */
	size_t group[GROUP_MAX], group_count;
	bool failed;    /* a launch of this attempt failed */
	bool disturbed; /* a launch of this attempt was disturbed */
	enum repeat_kind kind;
	enum trial trial;
	bool interleaves;       /* the launches of this attempt live at once and take turns */
	enum trial_share share; /* of the trial launches */
	int turns[PROCESSES_MAX];
	double slowest_ns;                   /* of the trial launch */
	struct settle settle[PROCESSES_MAX]; /* of each build */
	unsigned trials;                     /* of this kind so far */
	struct worker_process processes[PROCESSES_MAX];
};

struct measure_state {
	bool *taken;     /* slots that are done or begun */
	uint8_t *undone; /* of each slot: attempts in groups that came to nothing */
	size_t first;    /* all slots before it are taken */
	struct worker *workers;
	/* Processes a worker may have: the scheduler's workers are processes. */
	unsigned processes;
	struct channel channel;
	unsigned active; /* workers in a slot */
	bool serial;     /* the slot that runs is a serial one */
	bool sweeps;     /* leftovers can be found */
	struct err *e;
};

const struct plan_slot *measure_slot_of(const struct measure *m, const struct worker *worker);
struct subject *measure_subject_of(const struct measure *m, const struct worker *worker);
/* Whose launch is at this position. */
unsigned measure_build_of(
	const struct measure *m, const struct worker *worker, unsigned position);
/* What a launch gets where nobody said how long it may take: at most `max_ns`, and ten times
 * as long as the longest so far and ten seconds more. */
int64_t measure_guess_timeout_ns(int64_t max_ns, double longest_ns);
int64_t measure_timeout_ns(const struct measure *m, const struct worker *worker);

/* Skips the builds that do not have the benchmark; false at the end of the slot. */
bool measure_seek(const struct measure *m, struct worker *worker);
/* Can the samples of this benchmark be CPU time in all builds? */
bool measure_times_cpu(const struct measure *m, const struct worker *worker);
/* The trial that the slot of this worker needs now, after `last`. */
enum trial measure_next_trial(
	const struct measure *m, const struct worker *worker, enum trial last);
/* From its first launch on. False where no build has the benchmark. */
bool measure_begin_attempt(struct measure *m, struct worker *worker);
unsigned measure_attempts_before(const struct measure *m, const struct worker *worker);
/* Turns to one of its group. */
struct subject *measure_member(struct measure *m, struct worker *worker, size_t i);
/* The launch of a group died: nobody's row is written, and who broke it leaves the others. */
void measure_blame(struct measure *m, struct worker *worker, const struct job_result *result);
/* A slot of the group is measured again, alone or in another group. */
void measure_put_back(struct measure *m, size_t slot);
/* The next slot of an idle worker, or what is to be repeated once the plan is through. */
enum job_answer measure_begin_slot(struct measure *m, unsigned index, struct worker *worker);

#endif
