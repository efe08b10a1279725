/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CLI_COMMAND_H
#define DRIVER_CLI_COMMAND_H

#include <stddef.h>
#include <stdio.h>

#include "driver/cli/options.h"

struct log;

/* Exit codes of the contract. */
enum exit_code {
	EXIT_FINE = 0,
	EXIT_FOUND = 1,      /* a regression (compare) or an error (doctor) */
	EXIT_USAGE = 2,      /* usage, configuration or log that cannot be read */
	EXIT_UNMEASURED = 3, /* some benchmarks could not be measured */
	EXIT_WRITE = 4,      /* the log or the output could not be written; internal error */
};

/*
 * One command of the program: driver/cmd_NAME.c defines `const struct command command_NAME`,
 * and one line in the table of command.c makes it known. All static text.
 */
struct command {
	const char *name;
	const char *summary;   /* half a line, in `bdriver --help` */
	const char *arguments; /* what may follow the options: "[BENCH...]", "OLD NEW", "" */
	/* More sentences for `bdriver COMMAND --help`, one paragraph; NULL: none. */
	const char *details;
	int min_arguments, max_arguments; /* most: -1 for any number */
	unsigned shared;                  /* which shared options it takes: enum shared */
	const char *formats; /* "text|json", the default first; NULL: no --format */
	const struct option_def *options; /* its own; ends with a zeroed entry; may be NULL */
	/* Size of its own options struct, whose first member is `struct shared_options
	 * shared`. */
	size_t size;
	/*
	 * Does the work; `options` is the filled struct, args the `count` words left over. Both
	 * are the caller's. Returns an exit code; prints its own errors with command_error().
	 */
	int (*run)(void *options, char **args, int count);
};

extern const struct command command_run, command_calibrate;

/* What main() does with its arguments. */
int command_main(int argc, char **argv);

/* "bdriver: SENTENCE" on standard error, control characters escaped. Returns `code`. */
int command_error(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with "warning: " before the sentence. */
void command_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Warns of all that the reader found wrong with the log. */
void command_log_warnings(const struct log *log);

#endif
