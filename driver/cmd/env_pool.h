/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_ENV_POOL_H
#define DRIVER_CMD_ENV_POOL_H

#include <stdint.h>
#include <stdio.h>

#include "compare/base/string_list.h"

struct env_pool_options {
	const char *engine, *partition, *ssh_config;
	struct string_list hosts;
	int64_t nodes;
};

/* Asks each machine of a pool for its properties; prints them, and what makes the machines
 * unequal. Returns an exit code: 3 where a machine does not answer. */
int env_pool_print(const struct env_pool_options *options, FILE *out);

#endif
