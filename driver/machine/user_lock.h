/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_USER_LOCK_H
#define DRIVER_MACHINE_USER_LOCK_H

#include <stdint.h>
#include <sys/types.h>

/*
 * Locks between the runs of one user, in a file that no other user can open: bdriver.lock in
 * /run/user/UID, else /run/lock/bdriver-UID.lock. They end with the process that holds them.
 * The file stays.
 */

/* Opens the file. -1 where neither folder lets this user keep such a file. */
int user_lock_open(void);
/* Locks a CPU under a name. Returns 0, or the process that holds the lock. */
pid_t user_lock_take(int fd, const char *name, int cpu);
/* Leaves in the file when this process expects to end (bd_clock_ns()); 0: not known. */
void user_lock_expect(int fd, uint64_t end_ns);
/* When that process expects to end, or 0. */
uint64_t user_lock_expected(int fd, pid_t pid);

#endif
