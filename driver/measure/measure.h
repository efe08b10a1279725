/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_MEASURE_H
#define DRIVER_MEASURE_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/log/write.h"
#include "driver/config/config.h"
#include "driver/exec/job.h"
#include "driver/plan/plan.h"
#include "driver/plan/repeat_policy.h"
#include "driver/plan/settle.h"
#include "driver/suite/adapter.h"
#include "harness/base/err.h"

/*
 * Measures a plan: gives the scheduler its launches, judges what comes back and writes the
 * rows. `run` (plain and paired) and `doctor` stand on it.
 */
#define MEASURE_BUILDS_MAX PLAN_BUILDS_MAX

/* One benchmark in one build. */
struct subject_build {
	const char *path;              /* NULL: the build does not have it */
	const struct adapter *adapter; /* NULL without a path, as all that follows */
	const char *named;             /* {build} of a command; or NULL */
	unsigned dialect;              /* see struct suite */
	const char *code;              /* fingerprint; "": not known */
	int64_t code_bytes;            /* as in struct suite_benchmark */
	double start_ns;               /* see struct suite */
	bool turns;                    /* its suite knows how to take turns */
	bool returns_count;            /* see struct suite */
};

/* One benchmark, in all builds. All text is borrowed. */
struct subject {
	const char *suite, *name;
	const char *file; /* where it is registered, as the suite lists it; NULL: not known */
	unsigned line;
	const struct config_suite *settings; /* never NULL */
	struct subject_build builds[MEASURE_BUILDS_MAX];
	enum adapter_counts counts; /* the least that a build can do */
	bool reads_files;           /* in a build, that the fingerprint does not cover */
	bool threads;               /* in a build */
	bool seen_threads;          /* a launch that kept to one CPU had some */
	bool all_cpus;              /* its launches are not pinned to the CPU of their worker */
	bool alone;                 /* nothing is measured beside them */
	/* Of a changed run. Not executed is what differs between its two builds: executed.h */
	enum { ROLE_CHANGED, ROLE_NOT_EXECUTED, ROLE_CONTROL } role;
	int64_t iterations;  /* as tuned; 0: the first launch tunes */
	int64_t chosen;      /* by that launch itself; 0: not known */
	double iteration_ns; /* as the last launch measured it; 0: not known */
	double longest_ns;   /* of its launches that ended well; 0: none yet */
	bool tuning;         /* a launch that tunes is running */
	/* So many benchmarks of its suite share a launch, at most: its start is expensive. 0:
	 * it has its own. Also after it broke a launch, or had no result. */
	unsigned group;
	struct {
		double ns;     /* of each call, beside its iterations; 0: little */
		bool at_once;  /* a search ends with its first call */
		bool costly;   /* it outweighs its samples: see batch.h */
		int64_t batch; /* of a costly one, for all its launches; 0: not chosen yet */
	} set_up;
	/* Several builds, or an adapter that wants it: need not be tried. A trial launch tunes
	 * on the first build that has the benchmark and tries these iterations on the others;
	 * it leaves no row. */
	bool tried;
	/* Of its interleaved launches. Not known: a trial in turns finds it. */
	struct turn_length length;
	/* What its samples are. The trial launches tell whether the CPU time is the time. */
	enum { TIME_UNTRIED, TIME_WALL, TIME_CPU } time;
	/* A launch that takes longer is ended, without a row; 0: only its time limit. */
	int64_t most_ns;
	/* A launch failed in the trial launch or in turns: from then on one after the other. */
	bool no_turns;
};

struct subjects {
	struct subject *items;
	size_t count;
};

struct measure_build {
	const char *name; /* column `build`; "" in a plain run */
	struct log_writer *writer;
};

/* A launch that has ended. Valid during the call. */
struct measure_event {
	unsigned worker;
	size_t slot; /* in the plan */
	unsigned build;
	size_t subject;
	const struct log_row *row;
	const struct job_result *result;
};

struct run;

struct measure_options {
	unsigned workers;
	const int *cpus; /* one for each worker */
	int own_cpu;     /* the driver's; -1: anywhere */
	/* Launches that still run then are ended, without a row; of bd_clock_ns(), 0: never. */
	uint64_t end_ns;
	unsigned tick_ms;
	const char *host; /* of a part of a run: the machine; NULL: none */
	struct run *run;  /* whose events these are; opaque here */
	/* May a slot of this subject begin now? Where not, it never will. */
	bool (*goes_on)(struct run *run, size_t subject);
	/* Is the row written to the log? NULL: every one is. */
	bool (*writes)(struct run *run, const struct log_row *row);
	/* end_ns, or its most_ns, came before the end of a launch of the subject. */
	void (*cut)(struct run *run, size_t subject);
	void (*started)(struct run *run, unsigned worker, size_t subject);
	/* A trial launch has ended: it has no row. Its part of the time that passed. */
	void (*tried)(struct run *run, size_t subject, double took_ns);
	void (*ended)(struct run *run, const struct measure_event *event);
	void (*tick)(struct run *run);
	void (*stopping)(struct run *run, bool again);
};

struct measure {
	const struct measure_options *options;
	const struct run_settings *settings; /* of each launch; not owned */
	const struct plan *plan;
	const struct subjects *subjects;
	struct measure_build builds[MEASURE_BUILDS_MAX];
	unsigned build_count;       /* at least 1 */
	struct measure_file *files; /* of the suites' files; opaque */
	/* Judges the launches and has the disturbed ones repeated. NULL: no launch is judged.
	 */
	struct repeat_policy *policy;
	struct measure_state *state; /* opaque; set and freed by measure_run() */
};

/*
 * Returns 0 when the plan is done, the signal that ended it early, or -1 with *e set where a
 * log cannot be written or the loop failed. The writers are left open. May be called again with
 * another plan for the same subjects.
 */
int measure_run(struct measure *measure, struct err *e);
/* Frees what is kept from one measure_run() to the next; call it after the last one. */
void measure_release(struct measure *measure);

#endif
