/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_HISTORY_LOGS_H
#define DRIVER_CMD_HISTORY_LOGS_H

#include "driver/cmd/history_args.h"

/* Words after `bdriver history` that read the kept logs: each returns an exit code. */
int history_compare(const struct history_args *own, char **args, int count);
int history_verify(const struct history_args *own, char **args, int count);

#endif
