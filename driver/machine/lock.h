/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_LOCK_H
#define DRIVER_MACHINE_LOCK_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/base/err.h"

/*
 * Only one bdriver measures on a CPU of this machine at a time. The lock of a CPU is an
 * abstract Unix socket: it needs no folder and no rights, names its holder, and is gone with
 * the process that holds it, however that ends. Machines within a machine (network namespaces)
 * have their own.
 */
struct lock {
	int *fds;
	size_t count;
};

/* The variable that gives the locks another name (tests); empty: no lock at all. */
#define LOCK_VARIABLE "BDRIVER_LOCK"

/*
 * Takes the locks of all these CPUs, in ascending order, or waits for whoever holds one of
 * them: `waiting` (may be NULL) is told once for each wait. Not wait: returns -1 with the
 * holder's name. Also -1 when a signal interrupts the wait (*e then says so).
 */
int lock_take(struct lock *lock, const int *cpus, size_t count, bool wait,
	void (*waiting)(void *ctx, const char *sentence), void *ctx, struct err *e);
void lock_release(struct lock *lock);

#endif
