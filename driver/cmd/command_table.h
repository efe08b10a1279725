/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_COMMAND_TABLE_H
#define DRIVER_CMD_COMMAND_TABLE_H

struct run;

/* The end of a run whose builds are command lines: their times, each beside the first one.
 * Returns an exit code after printing why. */
int command_table_print(const struct run *run);

#endif
