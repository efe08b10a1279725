/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_LOG_H
#define DRIVER_RUN_LOG_H

#include <stdbool.h>
#include <stddef.h>

struct build;
struct err;
struct log;
struct run;
struct subjects;
struct suite;

/* Metadata `config_hash` of a run without a configuration. */
#define CONFIG_NONE "none"

/*
 * The log of one build: BUILD.part with its metadata, and its end. Each function returns 0, or
 * -1 with *e set.
 */

/* Fails if the log or its .part exists. resume: what --resume would name; NULL: no
 * command resumes it. */
int run_log_refuse(const struct build *build, const char *resume, struct err *e);
/* Makes BUILD.part with metadata and header. */
int run_log_create(struct run *run, struct build *build, struct err *e);
/* Of a run that is resumed: rows of two versions of a suite do not belong into one log. */
int run_log_check_suites(const struct build *build, const struct log *log, struct err *e);
/* What the run found, "# ended" and "# end"; nothing where the writer is not open. */
int run_log_end(const struct run *run, struct build *build, struct err *e);
/* BUILD.part becomes BUILD.log. */
int run_log_rename(bool replaces, const struct build *build, struct err *e);

/* What a log names may be executed if it is the caller's: -1 if another user owns it, or others
 * may write to it. `advice` says what to do then. */
int run_log_check_owner(const char *path, const char *advice, struct err *e);

/* Is its file another one than the log says? */
bool run_log_was_rebuilt(const struct log *log, const struct suite *suite);

/*
 * The next suite, from subject *i on, whose launches cannot take turns although two builds have
 * it; moves *i past it. *interleave: what the log says of it, "no" or LOG_CPU_TIME.
 * NULL: no further one.
 */
const char *pair_without_turns(
	const struct subjects *subjects, size_t *i, const char **interleave);

#endif
