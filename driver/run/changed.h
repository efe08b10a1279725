/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_CHANGED_H
#define DRIVER_RUN_CHANGED_H

#include <stdbool.h>
#include <stddef.h>

struct builds;
struct changed_counts;
struct config;
struct err;
struct run;

/* Fills in the fingerprints of all benchmarks that the builds have. -1 with a sentence if the
 * inputs of a suite cannot be had. */
int changed_read_code(struct builds *builds, const struct config *config, struct err *e);
/*
 * For --changed: of the selected benchmarks with the same code only `controls` stay selected
 * (without a number, and if nothing changed: at least 10, and those that take 10 s), drawn by
 * the seed; the time of the others goes to the changed ones. Those that do not execute what
 * differs count as the same. Returns 0, or -1 with *e set.
 */
int changed_choose(struct run *run, struct err *e);
/* Where nothing is to be measured: "all with the same code", or what was proven else. */
const char *changed_none(const struct changed_counts *changed);
/* "388 benchmarks: 12 with changed code, ...", as the first line of a run. */
void changed_print(const struct run *run);

#endif
