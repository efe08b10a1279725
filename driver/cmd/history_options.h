/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_HISTORY_OPTIONS_H
#define DRIVER_CMD_HISTORY_OPTIONS_H

#include "compare/print/columns.h"
#include "driver/cli/command.h"

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

#endif
