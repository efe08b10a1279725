/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CMD_COMMANDS_H
#define DRIVER_CMD_COMMANDS_H

/* What main() does with its arguments; returns the exit code. */
int commands_main(int argc, char **argv);

#endif
