/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CLI_ENVIRONMENT_H
#define DRIVER_CLI_ENVIRONMENT_H

#include "compare/base/string_list.h"
#include "driver/cli/options.h"

/*
 * Five options that jobs of CI set have a variable: BDRIVER_LAUNCH_TIME is that of
 * --launch-time. It holds where the option is not given.
 */

/* "BDRIVER_LAUNCH_TIME"; NULL: the option has none. The caller frees it. */
char *environment_variable(const char *option);

/*
 * Takes the variable of each option of the set that `options` lacks, unless it is empty, and
 * adds
 * "--NAME=VALUE" to the words. With --resume, nothing: all was said when the run was started.
 * -1 with a sentence if a value is no value of its option.
 */
int environment_take(
	const struct option_set *set, void *options, struct string_list *words, struct err *e);

/* Warns of each BDRIVER_ variable that nothing reads, once a process. */
void environment_warn(void);

#endif
