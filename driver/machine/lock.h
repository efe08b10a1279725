/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_LOCK_H
#define DRIVER_MACHINE_LOCK_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/base/err.h"

/*
 * Only one bdriver measures on a CPU at a time. The lock of a CPU is an abstract Unix socket.
 * It needs no folder and no permissions, identifies its holder, and ends with the process that
 * holds it. Each network namespace has its own locks.
 */
struct lock {
	int *fds;
	size_t count;
};

/* The variable that gives the locks another name (tests); empty: no lock at all. */
#define LOCK_VARIABLE "BDRIVER_LOCK"

/*
 * Takes the locks of all these CPUs in ascending order, and waits for their holders. `waiting`
 * (may be NULL) is called once for each wait. Without `wait`: returns -1 with the holder's
 * name. Also -1 if a signal interrupts the wait.
 */
int lock_take(struct lock *lock, const int *cpus, size_t count, bool wait,
	void (*waiting)(void *ctx, const char *sentence), void *ctx, struct err *e);
void lock_release(struct lock *lock);

#endif
