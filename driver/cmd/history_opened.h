/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_HISTORY_OPENED_H
#define DRIVER_CMD_HISTORY_OPENED_H

#include "driver/cli/options.h"
#include "driver/screens/pending.h"
#include "driver/screens/words.h"
#include "driver/store/derived.h"

struct history_args {
	struct shared_options shared;
	const char *history, *revision, *revision_from, *repository, *machine, *alarms;
	const char *date, *date_from, *unit;
	const char *since, *until, *message, *link, *state, *changed, *output, *before;
	struct string_list only;
	int64_t new_nights;
	double up_to, min;
	bool partial, all;
};

/*
 * A word after `bdriver history`; without one: "". A file defines `const struct verb
 * verb_NAME`, and the table in history.c makes it known, as commands.c does with commands.
 */
struct verb {
	const char *name;
	const char *arguments;   /* as in `usage:` */
	int least, most;         /* -1: any number */
	const char *options[11]; /* that it takes besides --history, -q, -v; NULL at the end */
	int (*run)(const struct history_args *own, char **args, int count);
};

/* All classes of machines, read in one transaction and analysed. */
struct opened {
	struct change_settings settings;
	struct decisions decisions;
	struct analysis *classes; /* owned */
	size_t count;
};

const char *history_folder(const struct history_args *own);
/* What --alarms says; 0, or an exit code after printing why. */
int history_settings(const struct history_args *own, struct change_settings *settings);
/* Returns 0 or an exit code after printing why; close *opened in either case. */
int history_open(struct opened *opened, const struct history_args *own);
void history_close(struct opened *opened);
struct screen history_screen(const struct opened *opened, size_t i);
/* A line needs several nights. */
void history_warn_hosts(struct store *store);
/* What an option says; -1 without one. 0, or an exit code after printing why. */
int history_date(const char *name, const char *text, int64_t *value);
/* What the last night of these nights called beside the build of the night before, from the
 * kept logs of its run. A log that cannot be read is a warning. pending_release() frees it. */
struct pending history_pending(const struct history_args *own, const struct tracks *tracks);

#endif
