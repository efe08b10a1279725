/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_ACCOUNTS_H
#define DRIVER_RUN_ACCOUNTS_H

#include <stdbool.h>
#include <stddef.h>

struct log_row;
struct measure_event;
struct run;
struct run_settings;

/*
 * What the ledger of a run is told of its subjects and their launches, and what it allows. The
 * limits of what the launches of a subject may take, beside the budget of the run, are a table
 * in accounts.c: set-ups of other frameworks last up to minutes.
 */

/* Once the controls are known. */
void accounts_begin(struct run *run);
/* The trial rounds of a budget are over: what was deferred may begin. */
void accounts_end_trial(struct run *run);
/* Are these going on? phase: its number. */
bool accounts_are_of_trial(const struct run_settings *settings, unsigned phase);
/* Expects what is left of the plan; returns how many launches that are. */
size_t accounts_expect(struct run *run);
/* Has a build of it launches that reached their time limit, and none that ended well? It has no
 * more rounds then: each would take a minute. */
bool accounts_hang(const struct run *run, size_t subject);
/* May a slot of the subject begin now? */
bool accounts_let_begin(struct run *run, size_t subject);
/* A trial, or a launch, has ended: what has no more rounds then, or comes last as its launches
 * are long, is no longer expected. */
void accounts_tried(struct run *run, size_t subject, double took_ns);
void accounts_ended(struct run *run, const struct measure_event *event);
/* A launch was ended before its time limit. Was that one of these limits? */
bool accounts_cut(struct run *run, size_t subject);
/* What a launch that took so long would have taken without tuning: as long as its samples took,
 * and a little. was_tried: trial launches tuned it, so each launch is as long. */
double accounts_next_ns(const struct log_row *row, double took_ns, bool was_tried);

#endif
