/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_PAIRED_H
#define DRIVER_RUN_PAIRED_H

#include "compare/log/log.h"
#include "driver/run/builds.h"
#include "driver/run/run.h"

/* Metadata of the first log of an adaptive run without a budget: paired_run.planned_ns. */
#define PAIRED_PLANNED_META "planned_ns"

/* What the logs so far say of one benchmark; with more than two builds, of the worst pair. */
struct interim {
	uint32_t rounds;   /* of the stage that was looked at, complete in all builds */
	double half_width; /* of the interval of the change, in ln; NAN: nothing to compare */
	double threshold;  /* in ln */
	double p, effect;  /* of the pair with the smallest p; effect in ln */
	bool inconclusive;
};

/* The slots that are measured before the logs are looked at again. */
struct phase {
	uint8_t stage;
	uint32_t first_round, rounds;
	uint32_t *last_rounds; /* of each subject; owned */
};

/*
 * A run of several builds. It goes in phases; what a phase holds is decided from the logs
 * alone, so that a resumed run decides as the interrupted one would have.
 */
struct paired_run {
	struct run run; /* run.log is the folder; run.writer is not used */
	struct builds builds;
	char *session;
	struct measure measure;
	uint16_t *attempts;       /* of each slot of the plan */
	struct interim *interims; /* of each subject */
	char **labels;            /* of each item of the summary */
	unsigned phases;          /* so far */
	bool resumed;
	double planned_ns; /* adaptive without a budget: what all rounds would have taken */
	bool complete;     /* the resumed logs have all rows and their ends */
};

/* `bdriver run` with --old and --new, or --build. resumed: a log of the run; NULL: a new one.
 */
int run_paired(const struct run_options *options, char **words, int count, const char *resumed);

/* paired_log.c. Each returns 0, or -1 with *e set. */
/* Where the logs will be; refuses what is there already. */
int paired_log_name(struct paired_run *p, const char *resumed, struct err *e);
int paired_log_create(struct paired_run *p, struct err *e);
/* The last lines of the logs; then, when nothing more is to be made of the run, their names. */
int paired_log_end(struct paired_run *p, struct err *e);
int paired_log_rename(struct paired_run *p, struct err *e);
/* Reads what is there so far into logs[0 .. builds.count - 1], zeroed; release them always.
 * keep: see log_read(). */
int paired_log_read(
	const struct paired_run *p, struct log *logs, enum log_keep keep, struct err *e);
/* Marks the slots of the plan that are in the logs for all builds, and counts the attempts. */
void paired_log_mark(struct paired_run *p, const struct log *logs);
/* After it, of a run that is resumed, from logs with evidence: what the policy is to know. */
void paired_log_repeats(struct paired_run *p, const struct log *logs);

/*
 * The next suite, from subject *i on, whose launches cannot take turns although two builds have
 * it; moves *i past it. NULL: no further one.
 */
const char *paired_not_interleaved(const struct paired_run *p, size_t *i);

/* paired_resume.c */
/* Checks that the logs are of one run and of these builds, and opens them to go on. */
int paired_resume(struct paired_run *p, struct err *e);
/* What these logs, with their evidence, tell the run that goes on: tallies, iterations, times.
 */
void paired_resume_take(struct paired_run *p, const struct log *logs);

/* interim_analyse.c: fills p->interims from the logs; launches of other stages do not count. */
void interim_analyse(struct paired_run *p, struct log *logs, unsigned stage);

/* paired_phase.c: what comes next; false: all is done. */
bool paired_phase_next(struct paired_run *p, struct log *logs, struct phase *phase);

/* calibrate.c: what the logs say of two builds that are one; prints and remembers it. */
int calibrate_finish(const struct paired_run *p, struct err *e);

#endif
