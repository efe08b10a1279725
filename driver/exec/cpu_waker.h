/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_CPU_WAKER_H
#define DRIVER_EXEC_CPU_WAKER_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Where the workers take all CPUs, the driver has none of its own. The kernel wakes it on the
 * CPU where it ran last, beside the launch of another worker, while the CPU of the launch that
 * has ended stands idle (docs/decisions/0012). So each worker's CPU has a doorman: a thread
 * that sleeps there until the worker's launch ends, and then calls the driver over.
 *
 * The driver is the thread that opened them. It is moved only between doormen_rest() and
 * doormen_rise(), that is while it waits for something to happen, or for a CPU after it has
 * started a launch; a call that comes at another time is heard at the next doormen_rest().
 */
struct doormen;

/* NULL where it cannot be done: a worker without a CPU, a kernel without pidfds, no threads.
 * All functions take NULL and do nothing then. */
struct doormen *doormen_open(const int *cpus, unsigned count);
/* The driver stays on the CPU where it is. */
void doormen_close(struct doormen *all);

/* `pid`, a child of the driver, is what this worker runs now. */
void doormen_watch(struct doormen *all, unsigned worker, pid_t pid);
/* The driver goes to the CPU of this worker, if it is not there. */
void doormen_follow(struct doormen *all, unsigned worker);
void doormen_rest(struct doormen *all);
void doormen_rise(struct doormen *all);

#endif
