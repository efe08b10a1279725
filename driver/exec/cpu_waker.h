/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_CPU_WAKER_H
#define DRIVER_EXEC_CPU_WAKER_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Where the workers take all CPUs, the driver has none of its own. The kernel wakes it on the
 * CPU where it ran last, beside the launch of another worker, while the CPU of the launch that
 * has ended stands idle (docs/decisions/0012). So each worker's CPU has a waker: a thread
 * that sleeps there until the worker's launch ends, and then calls the driver over.
 *
 * The driver is the thread that opened them. It is moved only between cpu_wakers_rest() and
 * cpu_wakers_rise(), that is while it waits for something to happen, or for a CPU after it has
 * started a launch; a call that comes at another time is heard at the next cpu_wakers_rest().
 */
struct cpu_wakers;

/* NULL where it cannot be done: a worker without a CPU, a kernel without pidfds, no threads.
 * All functions take NULL and do nothing then. */
struct cpu_wakers *cpu_wakers_open(const int *cpus, unsigned count);
/* The driver stays on the CPU where it is. */
void cpu_wakers_close(struct cpu_wakers *all);

/* `pid`, a child of the driver, is what this worker runs now. */
void cpu_wakers_watch(struct cpu_wakers *all, unsigned worker, pid_t pid);
/* The driver goes to the CPU of this worker, if it is not there. */
void cpu_wakers_follow(struct cpu_wakers *all, unsigned worker);
void cpu_wakers_rest(struct cpu_wakers *all);
void cpu_wakers_rise(struct cpu_wakers *all);

#endif
