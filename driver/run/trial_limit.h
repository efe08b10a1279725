/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_TRIAL_LIMIT_H
#define DRIVER_RUN_TRIAL_LIMIT_H

#include <stdbool.h>
#include <stddef.h>

struct run;

/*
 * Before a budget is divided, trial rounds show what a launch costs. A launch may take half of
 * its benchmark's even share there, so that those which prepare for long do not use up the
 * budget. Then it is ended, and its benchmark is deferred: it has rounds if the others leave
 * time.
 */

/* For the trial rounds of a run that divides its budget; else nothing. */
void trial_limit_begin(struct run *run);
/* The trial rounds are over: no benchmark is deferred any more. */
void trial_limit_end(struct run *run);
/* A launch was ended. Returns whether that was this limit's. */
bool trial_limit_cut(struct run *run, size_t subject);
/* Is it deferred now? */
bool trial_limit_defers(const struct run *run, size_t subject);
void trial_limit_release(struct run *run);

#endif
