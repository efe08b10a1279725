/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_ISOLATE_GROUP_H
#define DRIVER_MACHINE_ISOLATE_GROUP_H

#include <stdbool.h>
#include <sys/types.h>

#include "driver/machine/cgroup.h"

/*
 * The folder of a driver's group: `bdriver.PID`, or `bdriver.PID.on` if the last such driver
 * has to switch the controller off in the group above. A driver holds its folder with a file
 * lock. A folder without a lock was left by a killed driver.
 */

/* Its path; the caller frees it. */
char *isolate_group_path(const char *above, pid_t pid, bool switched);
/* Is there a group of a driver that switched the controller on? */
bool isolate_group_any_switched(const char *above);
/* Returns a descriptor that holds the folder while it is open, or -1 with errno set. */
int isolate_group_hold(const char *group);
/* Switches the controller off unless groups of other drivers, or with CPUs set, are there. */
void isolate_group_switch_off(const char *above, const char *except);
/* Removes the folders without a lock: returns how many. */
unsigned isolate_group_clear(const char *above);

#endif
