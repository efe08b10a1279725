/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_CPU_WAKER_H
#define DRIVER_EXEC_CPU_WAKER_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * If the workers use all CPUs, the driver has none of its own. The kernel wakes it on the CPU
 * where it last ran, beside another worker's launch, although the CPU of the launch that ended
 * is idle (docs/decisions/0012). So each worker's CPU has a waker: a thread that sleeps there
 * until the launch ends, and then moves the driver to that CPU.
 *
 * The driver is the thread that opened them. It is moved only between cpu_wakers_rest() and
 * cpu_wakers_rise(), that is, while it waits. A call at another time takes effect at the next
 * cpu_wakers_rest().
 */
struct cpu_wakers;

/* NULL if a worker has no CPU, or if the kernel has no pidfds or no threads left. All functions
 * accept NULL and then do nothing. */
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
