/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_SLOT_H
#define DRIVER_MEASURE_SLOT_H

#include "driver/exec/scheduler.h"
#include "driver/measure/channel.h"
#include "driver/measure/launch_args.h"
#include "driver/measure/measure.h"
#include "driver/measure/way.h"
#include "driver/plan/settle.h"

/* What each worker does, and which slot of the plan it gets. */

/* Launches of a slot that live at once. */
#define PROCESSES_MAX 2
/* How many slots of benchmarks that are being tuned the search for a slot passes over. */
#define LOOK_AHEAD 4096

/* Is the CPU time of a launch its time? The worst comes last. */
enum trial_cpu { CPU_ALL, CPU_UNSURE, CPU_PART };

/* What the trials of a slot have found so far. */
struct trial {
	unsigned count;      /* of this kind */
	bool probes, probed; /* this launch is the probe; it is, or was before */
	/* Of that launch beside its iteration and its start: CPU time, with the start, and what
	 * passed; 0: not known. */
	double probe_ns, probe_wall_ns;
	int64_t probe_iterations; /* that its one call had: 1, unless the code says how many */
	enum trial_cpu cpu;
	double slowest_ns;
	struct settle settle[PROCESSES_MAX]; /* of each build */
};

/* A process of a worker: where the launches of a slot live at once, each has its own. */
struct worker_process {
	unsigned position; /* of its launch in the slot */
	bool tunes;        /* its launch tunes the benchmark */
	bool cpu_time;     /* its samples are CPU time */
	int64_t samples;   /* that it was asked for, at most; 0: no limit */
	bool cut;          /* before the benchmark's time limit it is ended */
	struct launch_args args;
};

/* What a worker does. */
struct worker {
	struct measure *m;
	const struct way *way;   /* of this attempt; NULL: it is in no slot */
	unsigned running;        /* launches of it that run */
	size_t slot;             /* in the plan */
	unsigned position;       /* in the slot, of the launch that comes next */
	uint16_t attempt;        /* at the slot, from 1 */
	bool failed;             /* a launch of this attempt failed */
	bool timed_out;          /* at a limit of which nobody said that it is one */
	bool disturbed;          /* a launch of this attempt was disturbed */
	unsigned short_searches; /* launches that were made again: row_search_is_short() */
	enum repeat_kind kind;
	/* Slots that its launches measure together, by benchmark; 0: one in its own way. */
	size_t group[GROUP_MAX], group_count;
	const char *names[GROUP_MAX];
	int turns[PROCESSES_MAX]; /* the ends that launches in turns get; -1: gone */
	struct trial trial;
	struct worker_process processes[PROCESSES_MAX];
};

/* A launch that has ended. */
struct measure_end {
	struct worker *worker;
	const struct worker_process *process;
	unsigned build;
	const struct job_result *result;
};

struct slot_state {
	bool taken;            /* done or begun */
	uint8_t failed_groups; /* attempts in groups that came to nothing */
	uint8_t hung;          /* bits of builds: a trial or a group was its launch */
};

struct measure_state {
	struct slot_state *slots; /* of the plan */
	size_t first;             /* all slots before it are taken */
	struct worker *workers;
	/* Processes a worker may have: the scheduler's workers are processes. */
	unsigned processes;
	struct channel channel;
	unsigned active; /* workers in a slot */
	bool serial;     /* the slot that runs is a serial one */
	bool sweeps;     /* leftovers can be found */
	struct err *e;
};

const struct plan_slot *slot_of(const struct worker *worker);
struct subject *subject_of(const struct worker *worker);
unsigned worker_index(const struct worker *worker);
/* Whose launch is at this position. */
unsigned slot_build_at(const struct worker *worker, unsigned position);
bool slot_same_suite(const struct measure *m, size_t one, size_t other);
/* May it be measured in a launch of several? Launches that differ from the others of the run
 * are for one benchmark. */
bool slot_may_share(const struct measure *m, size_t slot);
/* Two builds, and a process for each? */
bool slot_has_pair(const struct measure *m);
/* Can the samples of this benchmark be CPU time in all builds? */
bool slot_times_cpu(const struct worker *worker);
/* Is there time enough for the slot? */
bool slot_fits(const struct measure *m, size_t slot);
unsigned slot_attempts_before(const struct worker *worker);
/* Of the time that both launches lived, half is what one costs; of a group each has a part. */
uint64_t slot_cost_ns(const struct measure_end *end);
/* Tells of a launch that leaves no row. */
void slot_tried(const struct measure_end *end);
/* What a launch gets where nobody said how long it may take: at most `max_ns`, and ten times
 * as long as the longest so far and ten seconds more. */
int64_t slot_guess_timeout_ns(int64_t max_ns, double longest_ns);
int64_t slot_timeout_ns(const struct worker *worker);

/* Skips the builds that do not have the benchmark, or their launch already; false at the end of
 * the slot. */
bool slot_seek(struct worker *worker);
/* The worker is idle again. */
void slot_leave(struct worker *worker);

#endif
