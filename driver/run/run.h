/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_RUN_H
#define DRIVER_RUN_RUN_H

#include "compare/log/write.h"
#include "driver/base/message.h"
#include "driver/config/config.h"
#include "driver/machine/isolate.h"
#include "driver/machine/lock.h"
#include "driver/machine/machine.h"
#include "driver/machine/topology.h"
#include "driver/measure/measure.h"
#include "driver/plan/estimate.h"
#include "driver/plan/plan.h"
#include "driver/run/error_file.h"
#include "driver/run/options.h"
#include "driver/run/progress.h"
#include "driver/run/run_summary.h"
#include "driver/run/tuned.h"
#include "driver/suite/suite.h"

/* For estimates: what a launch costs beside its samples. */
#define RUN_LAUNCH_EXTRA_NS 5e6

/* What holds once command line, profile and configuration are taken together. */
struct run_settings {
	const char *profile; /* "" where none */
	uint32_t rounds;
	uint32_t stage2_rounds; /* 0: one stage */
	int64_t samples, iterations /* 0: tuned */, launch_time_ns, timeout_ns;
	bool timeout_guessed;  /* nobody gave one */
	int64_t budget_ns;     /* 0: none */
	bool adaptive;         /* paired: rounds as each benchmark needs them */
	bool interleave;       /* two builds: the launches of a slot live at once, in turn */
	bool interleave_asked; /* somebody said so; else it is the default */
	uint64_t seed;
	unsigned workers;
};

/* One run from its options to its log. Zeroed it can be released. */
struct run {
	const struct run_options *options;
	struct config config;
	struct suites suites;
	struct topology topology;
	struct machine machine;
	struct run_settings settings;
	int *cpus; /* one for each worker */
	struct subject *subjects;
	size_t subject_count;
	unsigned build_count;     /* 0 or 1: a plain run; more: a paired one */
	uint64_t began_ns;        /* of bd_clock_ns(), without the wait for the CPUs */
	uint64_t deadline_ns;     /* of bd_clock_ns(): no slot begins later; 0: none */
	double spent_ns;          /* before began_ns, by the run that was interrupted */
	double total_ns;          /* that there is, all in all; 0: as long as it takes */
	double noted_ns;          /* time spent as the log tells it */
	struct log_writer *notes; /* where the time spent is noted */
	struct plan plan;
	bool *done; /* slots that the resumed log has; NULL: none */
	size_t done_count;
	bool complete;    /* the resumed log has all its rows and its end */
	char *log, *part; /* where the log will be, and where it is until it is complete */
	struct log_writer writer;
	struct error_file errors;
	struct tuned tuned;
	struct run_summary summary;
	struct estimate estimate;
	struct progress progress;
	struct lock lock;
	struct isolate isolate;      /* by run_isolate() */
	struct repeat_policy policy; /* by run_repeats() */
	bool replaces;       /* by --force, also when the run that is resumed was begun */
	char quiet_grade[2]; /* as run_wait_quiet() found it; "" where nobody asked */
};

/* Each returns 0, or -1 with *e set. */
/* Reads the configuration, asks the suites, selects. forgiving: suites that do not answer are
 * left out (run->suites.broken), as long as one does. */
int run_find(struct run *run, char **words, int word_count, bool forgiving, struct err *e);
/* Settings, CPUs of the workers, what is known of the machine; after the configuration is read.
 */
int run_settle(struct run *run, struct err *e);
/* The subjects, of the selected benchmarks; after run_settle(). */
void run_collect(struct run *run);
/* Settings, subjects and the whole plan. */
int run_plan(struct run *run, struct err *e);
/* --dry-run. A slot of a paired run has several launches. */
void run_print_plan(const struct run *run, size_t launches);
void run_release(struct run *run);

/* run_events.c */
/* Of a measure_run() whose events go to progress, summary, estimate and files of errors. */
struct measure_options run_measure_options(struct run *run);
/* Says with which command an interrupted run goes on. */
void run_say_resume(const struct run *run);
int run_take_lock(struct run *run, struct err *e);
/* Where -o gives none: named by time, in the configured folder. */
char *run_default_name(const struct config *config, const char *ending);
/* An id for the logs of one paired run. The caller frees it. */
char *run_session(const struct run *run);
/* In the summary of a paired run each build of a benchmark has an item of its own. */
size_t run_summary_item(const struct run *run, size_t subject, unsigned build);

/* run_log.c: makes LOG.part with its metadata and header; *e says why not. */
int run_create_log(struct run *run, struct err *e);
/* "# ended", "# end", and LOG.part becomes LOG. */
int run_finish_log(struct run *run, struct err *e);
/* Prints that a log could not be written, and where its rows are if they are; EXIT_WRITE. */
int run_unwritable(const struct err *e, bool lost, const char *where);
/* The same for one log of several. */
struct run_log {
	struct log_writer *writer;
	const char *log, *part;
	bool replaces; /* what came to be where the log is to go, as --force says */
	const struct suites *suites;
	const char *session, *build;   /* "" in a plain run */
	struct repeat_policy *policy;  /* what it found is added at the end; may be NULL */
	const struct isolate *isolate; /* at the end: whether it was lost; may be NULL */
	/* May be NULL: adds metadata of its own. */
	int (*more)(void *ctx, struct log_writer *writer, struct err *e);
	void *ctx;
};
/* Of a run that is resumed: rows of two builds of a suite in one log would be taken for one. */
int run_log_check_builds(
	const struct suites *suites, const struct log *log, const char *part, struct err *e);
/* A log, or one that was interrupted, must not be there. resumed: what --resume would name. */
int run_log_refuse(const char *log, const char *part, const char *resumed, struct err *e);
int run_log_create(const struct run *run, const struct run_log *log, struct err *e);
/* Where the writer is open: "# ended", "# end". */
int run_log_end(const struct run_log *log, struct err *e);
int run_log_rename(const struct run_log *log, struct err *e);

/*
 * run_clock.c: how long the run takes, counted on when it is resumed. A budget's log tells as
 * `spent_ns`, again and again between its rows, how much of it is gone.
 */
void run_clock_begin(struct run *run);
double run_clock_ns(const struct run *run);
/* From the settings; after run_clock_resume(). */
void run_clock_budget(struct run *run);
void run_clock_resume(struct run *run, const struct log *log);
/* Not more often than makes sense, but at_end always. */
void run_clock_note(struct run *run, struct log_writer *writer, bool at_end);
/* How long a slot of the subject takes, as far as it is known. */
double run_slot_ns(const struct run *run, size_t subject);
/* May a slot of the subject begin now? */
bool run_clock_has_time(const struct run *run, size_t subject);

/*
 * run_quiet.c: --require-quiet. Watches the machine until it has the grade; --no-wait: fails
 * where it does not have it now. Without the option: 0 at once.
 */
int run_wait_quiet(struct run *run, struct err *e);

/*
 * run_isolate.c: --isolate. Makes the cpuset for the launches, and says who else may
 * use its CPUs. Without the option: 0 at once.
 */
int run_isolate(struct run *run, struct err *e);
/* Before the topology is read: CPUs that a killed driver took are nobody's. */
void run_isolate_clear(void);
/* After a launch: says, once, that the cpuset keeps others out no more. */
void run_isolate_check(struct run *run);
/* The launches must have ended. */
void run_isolate_end(struct run *run);

/* run_repeats.c: the run's policy, made at the first call (after run_plan()). */
struct repeat_policy *run_repeats(struct run *run);
/* Metadata before the rows, and after them. */
int run_repeats_options(
	const struct repeat_policy *policy, struct log_writer *writer, struct err *e);
int run_repeats_findings(
	struct repeat_policy *policy, struct log_writer *writer, struct err *e);
/* For the summary: disturbed launches, and what running in parallel cost. */
void run_repeats_print(struct repeat_policy *policy, FILE *out);

/*
 * resume.c: what the interrupted log at run->options->resume was started with. Gives back the
 * options and words of that command line in fresh memory (resume_release() frees them); changes
 * the working directory to that run's.
 */
struct resume {
	char *log;                    /* absolute path without ".part" */
	const struct option_set *set; /* of run or calibrate */
	void *given;                  /* its options, which own what `options` holds */
	char **argv;
	int argc;
	struct run_options options;
	char **words;
	int word_count;
};
int resume_read(struct resume *resume, const struct run_options *now, struct err *e);
void resume_release(struct resume *resume);
/*
 * After run_plan(): marks in run->done what run->part has, and opens it to go on. Not so where
 * it has its "# end" and only the renaming is missing: then run->complete is set.
 */
enum resume_code { RESUME_FINE = 0, RESUME_UNFIT = -1, RESUME_UNWRITABLE = -2 };
int resume_apply(struct run *run, struct err *e);

#endif
