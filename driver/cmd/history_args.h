/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_HISTORY_ARGS_H
#define DRIVER_CMD_HISTORY_ARGS_H

#include "driver/cli/options.h"
#include "driver/history/changes.h"

struct history_args {
	struct shared_options shared;
	const char *history, *revision, *revision_from, *repository, *machine, *alarms;
	const char *date, *date_from;
	const char *since, *until, *message, *link, *state, *changed, *output, *before;
	struct string_list only;
	int64_t new_nights;
	double up_to, min;
	bool partial, all;
};

const char *history_folder(const struct history_args *own);
/* What --alarms says; 0, or an exit code after printing why. */
int history_settings(const struct history_args *own, struct change_settings *settings);

#endif
