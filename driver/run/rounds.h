/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_ROUNDS_H
#define DRIVER_RUN_ROUNDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/plan/adaptive.h"

struct run;
struct run_settings;

/*
 * The rounds of an adaptive run: the benchmarks as adaptive_decide() takes them, and what their
 * rounds take. Stage: as in a log, 0 in a run of one.
 */

/* Rounds that show what a slot costs, before a budget is divided. */
#define ROUNDS_TRIAL 2

/* Of each subject, by the last interim analysis. */
void rounds_of(const struct run *run, uint8_t stage, struct adaptive_benchmark *b);
/* Of the first stage of two, before the first look. A benchmark with a narrow interval then
 * gives its time to others; fewer rounds would show too little of its noise. */
uint32_t rounds_first(uint32_t rounds);
/* Not for what is not reached: such a benchmark has as many rounds as without an early end. */
uint32_t rounds_last(const struct run_settings *s, const struct adaptive_benchmark *b,
	bool brief, uint8_t stage);
/* A build of it has failed in each round so far: there is nothing to be compared, and what it
 * costs (a timeout) may be much. */
bool rounds_are_useless(const struct run *run, size_t subject);
/* How narrow its interval shall become, in thresholds. */
double rounds_narrow(const struct run *run, size_t subject, uint8_t stage);
/* What brief launches save of a slot. */
double rounds_brief_saves_ns(const struct run *run, size_t subject);
/* Of so many rounds of whole launches, what the benchmark has not taken yet. Exact in rounds:
 * the last one has to fit. */
double rounds_left_ns(const struct run *run, const struct adaptive_benchmark *b, size_t subject,
	double rounds);
/* Of each benchmark, if nobody needed more or fewer. */
double rounds_even(const struct run *run, const struct adaptive_benchmark *b, size_t subject);
/* Without a budget: what these rounds of all would take, less what was measured. So benchmarks
 * that need few rounds give theirs to others. */
double rounds_pool_ns(const struct run *run, const struct adaptive_benchmark *b);
/* With one: time for slots, all workers together, less what passes between launches. */
double rounds_budget_ns(const struct run *run);

#endif
