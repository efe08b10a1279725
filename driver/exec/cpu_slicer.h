/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_CPU_SLICER_H
#define DRIVER_EXEC_CPU_SLICER_H

#include <stdint.h>

/*
 * Two launches on one CPU shall have it in turn for about CPU_SLICER_NS. The kernel looks
 * whether a slice is over only at its tick, every 1 to 10 ms, or when something wakes up there:
 * so a thread wakes up there, and sleeps again. Where the kernel knows no slices of a task
 * (before 6.12), they remain as they are.
 */
#define CPU_SLICER_NS INT64_C(1000000)

struct cpu_slicer;

/* NULL if there is no thread left; cpu_slicer_stop() accepts it. */
struct cpu_slicer *cpu_slicer_start(int cpu);
void cpu_slicer_stop(struct cpu_slicer *slicer);
/* The calling thread asks for slices of this length. A system call and nothing else. */
void cpu_slicer_shorten(uint64_t ns);

#endif
