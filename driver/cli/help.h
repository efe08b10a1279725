/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CLI_HELP_H
#define DRIVER_CLI_HELP_H

#include <stdio.h>

#include "driver/cli/command.h"

/* What the tables of commands and options are made into. Lists of commands end with NULL. */

/* The last word of its name. */
const char *command_word(const struct command *command);
void help_options(const struct option_set *set, FILE *out);
/* The manual page of a command in mdoc(7). */
void manual_page(const struct command *command, FILE *out);
/* What bdriver(1) has of the commands: a list of mdoc(7). */
void manual_commands(const struct command *const *commands, FILE *out);
/* A script for bash, zsh or fish that completes commands, options and their words; -1 for other
 * shells. Names of suites and benchmarks come from `bdriver list` when they are asked for. */
int completion_script(const char *name, const struct command *const *commands, FILE *out);

#endif
