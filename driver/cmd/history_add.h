/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_HISTORY_ADD_H
#define DRIVER_CMD_HISTORY_ADD_H

#include "driver/cmd/history_args.h"

/* Words after `bdriver history`: each returns an exit code. */
int history_add(const struct history_args *own, char **args, int count);
int history_rebuild(const struct history_args *own, char **args, int count);

#endif
