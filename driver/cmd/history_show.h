/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_HISTORY_SHOW_H
#define DRIVER_CMD_HISTORY_SHOW_H

#include "driver/cmd/history_args.h"

/* Words after `bdriver history`: each returns an exit code. */
int history_morning(const struct history_args *own, char **args, int count);
int history_show(const struct history_args *own, char **args, int count);
int history_report(const struct history_args *own, char **args, int count);
int history_health(const struct history_args *own, char **args, int count);
int history_changes(const struct history_args *own, char **args, int count);

#endif
