/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_ALL_CPUS_H
#define DRIVER_RUN_ALL_CPUS_H

#include <stdio.h>

struct run;
struct subject;

/*
 * Which benchmarks have all CPUs, and have them alone: those with threads, and commands, unless
 * the run was asked to measure several at a time. Sets `all_cpus` and `alone` of the subjects.
 */
void all_cpus_choose(struct run *run);
/* Says on the screen which have, and which have threads on one CPU. */
void all_cpus_say(const struct subject *subjects, size_t count);
/* At the end: which started threads that nobody knew of. */
void all_cpus_report(const struct subject *subjects, size_t count, FILE *out);

#endif
