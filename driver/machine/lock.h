/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_LOCK_H
#define DRIVER_MACHINE_LOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

/*
 * Only one bdriver measures on a CPU at a time. The lock of a CPU is a byte of two files:
 * /run/lock/bdriver.lock, which all users share, and one that only this user can open:
 * bdriver.lock in /run/user/UID, else /run/lock/bdriver-UID.lock. Locks end with the process
 * that holds them; the files stay. The own one tells when each holder expects to let go. As any
 * user can hold the shared lock only to block others, that of a stranger is ignored in the end.
 * Runs of one user then still exclude each other.
 */
enum lock_file { LOCK_SHARED, LOCK_OWN, LOCK_FILES };

struct lock {
	bool taken;
	int files[LOCK_FILES]; /* -1: none, as neither folder is writable */
	unsigned ignored;      /* CPUs whose lock somebody else holds */
};

/* The variable that gives the locks another name (tests); empty: no lock at all. */
#define LOCK_VARIABLE "BDRIVER_LOCK"

struct lock_wait {
	int64_t most_ns;      /* then it fails with the holder's name; -1: never */
	unsigned stranger_ms; /* in all, for holders that are neither this user nor root */
	void (*say)(void *ctx, const char *sentence); /* may be NULL */
	void *ctx;
	unsigned again_ms; /* between sentences about one wait; 0: there is only one */
};

#define LOCK_STRANGER_MS 3600000
#define LOCK_AGAIN_MS    60000

/*
 * Takes the locks of all these CPUs in ascending order, and waits for their holders. A lock is
 * ignored, and `say` told so, if the time for strangers is over. Returns -1 with the holder's
 * name if the wait is over, or if a signal interrupts it.
 */
int lock_take(struct lock *lock, const int *cpus, size_t count, const struct lock_wait *wait,
	struct err *e);
/* Tells the runs of this user that wait when the holder expects to let go, at the earliest and
 * at the latest (bd_clock_ns()); 0: it does not know. */
void lock_expect(const struct lock *lock, uint64_t least_ns, uint64_t most_ns);
void lock_release(struct lock *lock);

#endif
