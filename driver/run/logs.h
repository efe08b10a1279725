/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_LOGS_H
#define DRIVER_RUN_LOGS_H

#include "compare/log/log.h"

struct build;
struct builds;
struct run;
struct subject;

/*
 * The logs of a run: the file `-o LOG` of a run of one build, else the files OUT/BUILD.log.
 * Each function returns 0, or -1 with *e set, unless it says otherwise.
 */

/* Where the logs will be; refuses what is there already. resumed: a log of the run that goes
 * on; NULL: a new run. */
int run_logs_name(struct run *run, const char *resumed, struct err *e);
/* Refuses what is there already, unless --force was given. */
int run_logs_refuse(struct run *run, struct err *e);
/* The file of what failed launches wrote, beside the logs. */
void run_logs_name_errors(struct run *run);
int run_logs_create(struct run *run, struct err *e);
/* Closes the logs of a run that was interrupted. */
void run_logs_leave(struct builds *builds);
/* Prints that a log cannot be written, and where its rows are; returns EXIT_WRITE. */
int run_logs_unwritable(const struct run *run, const struct err *why);
/* The last lines of the logs; then, when nothing more is to be made of the run, their names. */
int run_logs_end(struct run *run, struct err *e);
int run_logs_rename(const struct builds *builds, bool resumed, bool replaces, struct err *e);

/*
 * Reads what the logs hold so far into logs[0 .. builds.count - 1], zeroed; always release them
 * with run_logs_release().
 */
int run_logs_read(
	const struct builds *builds, struct log *logs, enum log_keep keep, struct err *e);
void run_logs_release(const struct builds *builds, struct log *logs);
/* Where it is: that of a run which is not whole keeps its other name. */
const char *run_log_now(const struct build *build);
/* The launches of a subject in the log of a build, or NULL. */
struct log_benchmark *run_logs_find(const struct builds *builds, struct log *logs,
	const struct subject *subject, size_t build);

#endif
