/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_LIMITS_H
#define DRIVER_RUN_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

struct run;

/*
 * What the launches of one subject may take, beside the budget of the run. Set-ups of other
 * frameworks last up to minutes. Each limit is a row of the table in limits.c.
 */

/* Once the controls are known. */
void limits_begin(struct run *run);
/* The trial rounds of a budget are over: what was deferred may begin. */
void limits_end_trial(struct run *run);
/* Are these going on? */
bool limits_are_of_trial(const struct run *run);
/* May a slot of the subject begin now? */
bool limits_let_begin(const struct run *run, size_t subject);
/* Has it spent all that it may? It has no more rounds then. */
bool limits_are_spent(const struct run *run, size_t subject);
/* What it may still spend; INFINITY: no limit. */
double limits_left_ns(const struct run *run, size_t subject);
/* A launch, or a trial, is in the ledger: what has no more rounds, or comes last as its
 * launches are long, is no longer expected. */
void limits_spend(struct run *run, size_t subject);
/* A launch was ended before its time limit. Was that one of these limits? */
bool limits_cut(struct run *run, size_t subject);

#endif
