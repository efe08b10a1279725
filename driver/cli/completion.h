/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CLI_COMPLETION_H
#define DRIVER_CLI_COMPLETION_H

#include <stdio.h>

#include "driver/cli/command.h"

/* A script for bash, zsh or fish that completes commands, options and their words; -1 for other
 * shells. Names of suites and benchmarks come from `bdriver list` when they are asked for. The
 * commands end with NULL. */
int completion_script(const char *shell, const struct command *const *commands, FILE *out);

#endif
