/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_RUN_H
#define DRIVER_RUN_RUN_H

#include "driver/machine/machine.h"
#include "driver/measure/measure.h"
#include "driver/plan/ledger.h"
#include "driver/request/builds.h"
#include "driver/request/settings.h"
#include "driver/request/shard.h"
#include "driver/request/tuned.h"
#include "driver/run/clock.h"
#include "driver/run/cpus.h"
#include "driver/run/error_file.h"
#include "driver/run/progress.h"
#include "driver/run/run_summary.h"

struct forecast_change;
struct interim;
struct run;

/* What one kind of run does in its own way. All functions may be NULL. */
struct run_kind {
	/* Ending of a log that is named by time: ".log". */
	const char *ending;
	/* Of such a log, where the configuration names none; it is made. NULL: the working one.
	 */
	const char *folder;
	/* The command whose --resume goes on with it: "run"; NULL: none does. */
	const char *resume_with;
	/* What reads the log where it was interrupted and cannot be resumed: "doctor --from".
	 */
	const char *read_with;
	/* The iterations that it tunes are remembered for later runs. */
	bool tunes;
	/* Plans what comes next and announces it. 1; 0: all is measured; -1 with *e set. */
	int (*plan)(struct run *run, struct err *e);
	/* Is the row written to the log? NULL: every row is. */
	bool (*writes)(struct run *run, const struct log_row *row);
	/* A launch has ended. */
	void (*ended)(struct run *run, const struct measure_event *event);
	/* How narrow the interval of an adaptive run shall become, in thresholds. NULL: 1. */
	double (*narrow)(const struct run *run, size_t subject);
	/* Adds metadata of its own to the log of a build. */
	void (*metadata)(struct run *run, struct build *build);
};

/* The logs: the file of the only one, or the folder of several. */
struct run_logs {
	char *path;
	char *session; /* the same in all logs of a run; "" with one build */
	bool resumed;
	bool complete; /* the resumed logs have all rows and their ends */
};

/* Benchmarks whose code is not proven to be the same in all builds, and the others. */
struct changed_counts {
	size_t changed, same;
	/* Of the same, that do not execute what differs: their keys in the log. */
	struct string_list not_executed;
	size_t controls;    /* of the same, that are measured */
	size_t reads_files; /* of the same, files that are not compared */
	uint32_t rounds, control_rounds;
	size_t controls_ended; /* before their last round, for that */
};

struct run_phase {
	unsigned number;  /* so far */
	unsigned workers; /* at most those of the run */
	bool in_second_stage;
	struct plan plan;
	struct interim *interims;        /* of each subject; see driver/run/interim.h */
	struct forecast_change *changes; /* the same; driver/run/forecast.h */
	/* Of a run that ends early: benchmarks with fewer rounds than --rounds, and the share
	 * of the time of these that is saved. */
	size_t ended_early;
	double saved;
	bool outlook_said, time_said;
	uint64_t estimated_ns; /* when the time until the end was estimated */
	uint32_t *last_rounds; /* of each subject, as far as it is planned */
};

/*
 * A run: each of its builds is measured into a log of its own. A plain run has one build
 * without a name. It goes in phases; what a phase holds is decided from the logs alone, so that
 * a resumed run decides as the interrupted one would have. Zeroed it can be released.
 */
struct run {
	const struct run_kind *kind;
	void *ctx; /* the kind's own */
	struct run_settings settings;
	struct config config;

	/* What is measured, and where. */
	struct builds builds;
	struct subjects subjects; /* the selected benchmarks of all builds */
	struct changed_counts changed;
	struct machine machine;
	double process_start_ns; /* where commands are measured; 0: not known */
	struct run_cpus cpus;
	struct shard shard;
	const char *node; /* of a part, where it runs; borrowed */

	struct run_logs logs;
	struct run_clock clock;
	struct run_phase phase;

	/* What is learned. */
	struct measure measure;
	struct repeat_policy *policy; /* NULL: no launch is judged or repeated; owned */
	struct ledger ledger;
	struct tuned tuned;
	struct run_summary summary; /* by subject and build: run_item_of() */
	struct error_file errors;
	struct progress progress;
};

/* The place of a subject's build in run->summary. */
static inline size_t run_item_of(const struct run *run, size_t subject, size_t build)
{
	return subject * run->builds.count + build;
}

static inline unsigned run_builds_of(const struct subject *subject)
{
	unsigned count = 0;

	for (size_t b = 0; b < MEASURE_BUILDS_MAX; b++)
		count += subject->builds[b].path != NULL;
	return count;
}

/* What a launch costs beside its samples, for estimates. */
#define RUN_EXTRA_NS 5e6

/* How long a slot of short samples takes. */
static inline double run_usual_ns(const struct run *run, size_t subject)
{
	return ((double)run->settings.launch_time_ns + RUN_EXTRA_NS) *
	       run_builds_of(&run->subjects.items[subject]);
}

/* Has the build the benchmark, and the log no launch of it? As for an item of the summary. */
static inline bool run_is_unmeasured(const struct run *run, size_t item)
{
	size_t count = run->builds.count;

	return run_item_is_empty(&run->summary.items[item]) &&
	       run->subjects.items[item / count].builds[item % count].path;
}

#endif
