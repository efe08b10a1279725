/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CLI_COMMAND_H
#define DRIVER_CLI_COMMAND_H

#include "driver/base/message.h"
#include "driver/cli/options.h"

/*
 * One command of the program: driver/cmd/NAME.c defines `const struct command command_NAME`,
 * and one line in the table of driver/cmd/commands.c makes it known. All static text.
 */
struct command {
	const char *summary;   /* half a line, in `bdriver --help` */
	const char *arguments; /* what may follow the options: "[BENCH...]", "OLD NEW", "" */
	/* More sentences for `bdriver COMMAND --help`, one paragraph; NULL: none. */
	const char *details;
	int min_arguments, max_arguments; /* most: -1 for any number */
	const struct option_set *options;
	/*
	 * Does the work; `options` is the filled struct, args the `count` words left over. Both
	 * are the caller's. Returns an exit code; prints its own errors with message_error().
	 */
	int (*run)(void *options, char **args, int count);
	/* Commands that its first argument may name, NULL at the end; NULL: none. Their options
	 * are called "COMMAND WORD", and `all` has those of all, which find the word. */
	const struct command *const *verbs;
	const struct option_set *all;
};

#endif
