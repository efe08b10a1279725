/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CLI_MANUAL_H
#define DRIVER_CLI_MANUAL_H

#include <stdio.h>

#include "driver/cli/command.h"

/* The manual page of a command in mdoc(7), made of what --help is made of. */
void manual_page(const struct command *command, FILE *out);
/* What bdriver(1) has of the commands: a list of mdoc(7). The commands end with NULL. */
void manual_commands(const struct command *const *commands, FILE *out);

#endif
