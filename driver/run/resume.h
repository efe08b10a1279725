/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_RESUME_H
#define DRIVER_RUN_RESUME_H

#include "driver/request/settings.h"

struct builds;

/*
 * --resume: what an interrupted run was started with; with --rounds also a finished one. Zeroed
 * it can be released.
 */
struct resume {
	char *log;                    /* absolute path without ".part" */
	char *source;                 /* the file that holds it now */
	size_t found;                 /* such logs, where a folder was given */
	bool complete;                /* the run has ended, and is to get more rounds */
	uint32_t rounds;              /* of its benchmarks so far, the most */
	const struct option_set *set; /* of run or calibrate */
	char **argv;
	int argc;
	struct run_settings options;
	char **words;
	int word_count;
	char *folder, *config_hash; /* where it was started, and with which configuration */
	char *shown;                /* command, folder and configuration, in words */
};

/* Reads it from the log at now->log.resume. */
int resume_read(struct resume *resume, const struct run_settings *now, struct err *e);
/*
 * A log says which programs are executed. So its owner, its folder and its configuration must
 * be those of the caller. now->log.trust_log: they need not be, and the working directory
 * becomes that of the run.
 */
int resume_trust(struct resume *resume, const struct run_settings *now, struct err *e);
/* Of a run that has ended: makes interrupted logs of those of its builds. */
int resume_reopen(const struct resume *resume, const struct builds *builds, struct err *e);
void resume_release(struct resume *resume);

#endif
