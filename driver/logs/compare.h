/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_LOGS_COMPARE_H
#define DRIVER_LOGS_COMPARE_H

#include <stdbool.h>

#include "compare/log/log.h"
#include "compare/report/report.h"
#include "compare/verdict/compared.h"
#include "driver/base/message.h"
#include "driver/cli/selection.h"
#include "driver/config/config.h"

/* What `bdriver compare` does; a paired run does the same at its end. */
struct compare_job {
	const char *old_path, *new_path;
	struct string_list more_old, more_new; /* of each side: their launches join */
	/* A change (a ratio minus 1) of that size must be detectable in that share of the
	 * benchmarks; share 0: no such demand. */
	double required_change, required_share;
	double required_bound; /* a ratio minus 1; 0, NAN: none */
	struct compare_options options;
	struct report_options report;
	const char *format; /* NULL: text */
	const char *output; /* FILE; NULL: standard output */
	bool force;         /* replaces an existing FILE */
	enum log_keep keep; /* more than summaries for `write` */
	/* Instead of a format: returns an exit code. NULL: none. */
	int (*write)(const struct comparison *comparison, const struct compare_job *job);
	/* What selects nothing of the joined logs is an error. NULL: all are compared. */
	struct selection *selection;
	void *ctx; /* for `write` */
};

/* Of a comparison with all defaults, printed as text for a terminal of that width. */
struct compare_job compare_job_default(const char *old_path, const char *new_path);

/* What the options do not say is as in [compare] of the configuration, which they point into.
 */
void compare_configure(struct compare_options *options, const struct config *config);

/*
 * Reads both logs at the same time, compares and reports. Returns EXIT_FINE, EXIT_FOUND,
 * EXIT_UNMEASURED (the same code is none), EXIT_BLIND, EXIT_USAGE or EXIT_WRITE; prints the
 * reason in the last three cases.
 */
int compare_logs(const struct compare_job *job);
/* The same of logs that were read already. */
int compare_read(const struct log *old, const struct log *new, const struct compare_job *job);

/* Is it the folder of a paired run? */
bool compare_has_logs(const char *folder);
/* The path, or that of the interrupted run whose log it is to become, after a warning. The
 * caller frees it. */
char *compare_log_now(const char *path);
/* The logs that one or two words of the command line name: OLD NEW, or the FOLDER of a paired
 * run, whose logs may be compressed or unfinished. Returns 0, or an exit code after printing
 * why. The caller frees both, which are NULL before. */
int compare_paths(char **words, int count, char *paths[2]);
void compare_paths_free(char *(*paths)[2]);

#endif
