/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_RESUME_H
#define DRIVER_RUN_RESUME_H

#include "driver/run/options.h"

/*
 * --resume: what an interrupted run was started with. Zeroed it can be released.
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

/* Reads it from the log at now->resume, and changes the working directory to that run's. */
int resume_read(struct resume *resume, const struct run_options *now, struct err *e);
void resume_release(struct resume *resume);

#endif
