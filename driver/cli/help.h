/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CLI_HELP_H
#define DRIVER_CLI_HELP_H

#include <stdio.h>

#include "driver/cli/options.h"

void help_options(const struct option_set *set, FILE *out);

#endif
