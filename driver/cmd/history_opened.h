/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_HISTORY_OPENED_H
#define DRIVER_CMD_HISTORY_OPENED_H

#include "compare/print/columns.h"
#include "driver/cli/command.h"
#include "driver/screens/change_list.h"
#include "driver/screens/words.h"
#include "driver/store/derived.h"

struct history_args {
	struct shared_options shared;
	struct store_facts facts;
	const char *history, *alarms;
	const char *since, *until, *message, *link, *state, *changed, *output, *before;
	struct string_list only, map_suites;
	int64_t new_nights;
	double up_to, min;
	bool all;
};

/* The options of all words; a word is a `const struct command verb_NAME`, which the table in
 * history.c makes known. */
extern const struct option_def history_options[];
/* Those of a word: names, separated by blanks. */
#define HISTORY_SET(word, formatted, names)          \
	(&(const struct option_set){ .name = (word), \
		.formats = (formatted),              \
		.own = history_options,              \
		.only = (names),                     \
		.size = sizeof(struct history_args) })

/* All classes of machines, read in one transaction and analysed. */
struct opened {
	struct change_settings settings;
	struct decisions decisions;
	struct analysis *classes; /* owned, as the next */
	struct screen *screens;   /* one a class */
	size_t count;
};

const char *history_folder(const struct history_args *own);
/* What --alarms says; memory will come in huge pages. 0, or an exit code after printing why. */
int history_settings(const struct history_args *own, struct change_settings *settings);
/* Of what the screens print. */
struct layout_size history_size(const struct history_args *own);
/* Returns 0 or an exit code after printing why; close *opened in either case. */
int history_open(struct opened *opened, const struct history_args *own);
void history_close(struct opened *opened);
/* A line needs several nights. */
void history_warn_hosts(struct store *store);
/* What an option says; -1 without one. 0, or an exit code after printing why. */
int history_date(const char *name, const char *text, int64_t *value);
/* Sets what the last night called beside the build of the night before, from the kept logs of
 * its run. A log that cannot be read is a warning. */
void history_find_pending(const struct history_args *own, struct screen *screen);

#endif
