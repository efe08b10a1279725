/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_COMMAND_OUTPUT_H
#define DRIVER_EXEC_COMMAND_OUTPUT_H

#include "driver/exec/argument_list.h"
#include "harness/base/err.h"

/* A program of the system that is run to its end: what it printed. Zeroed it is empty. */
struct command_output {
	int code; /* its exit code; -1: it did not end well */
	char *text, *errors;
};

/*
 * args->items[0] is looked for in $PATH. The environment is that of this process without
 * variables that begin with `but` (NULL: with all). Returns 0 if the program ran, with any exit
 * code; the signal that came meanwhile; or -1 with *e set.
 */
int command_output_run(struct command_output *output, const struct argument_list *args,
	const char *but, unsigned timeout_ms, struct err *e);
void command_output_release(struct command_output *output);

/* The word quoted for sh; the caller frees it. */
char *command_quote(const char *word);

#endif
