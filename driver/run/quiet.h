/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_QUIET_H
#define DRIVER_RUN_QUIET_H

struct err;
struct run_cpus;
struct run_settings;

/*
 * --require-quiet: watches the machine until it has the grade; with --no-wait fails where it
 * does not have it now. Without the option: 0 at once.
 */
int run_wait_quiet(struct run_cpus *cpus, const struct run_settings *settings, struct err *e);

#endif
