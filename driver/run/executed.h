/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_EXECUTED_H
#define DRIVER_RUN_EXECUTED_H

#include <stdbool.h>

struct err;
struct run;

/*
 * For --changed with two builds: marks the subjects that do not execute what differs between
 * the builds, in their role; same[i]: subject i needs no proof. Launches each with these
 * functions overwritten by traps. Whatever stands against it leaves the
 * subject as it is. A resumed run takes them from its log. Returns -1 with *e set if the
 * scheduler fails.
 */
int executed_find(struct run *run, const bool *same, struct err *e);

#endif
