/* SPDX-License-Identifier: MIT */
#ifndef BD_LAUNCH_H
#define BD_LAUNCH_H

#include "harness/base/record.h"
#include "harness/options.h"
#include "harness/probes.h"
#include "harness/registry.h"
#include "harness/turn.h"

/*
 * One launch of one benchmark (docs/HARNESS.md, "What a launch measures"). The record points
 * into `bd`, the registry and `samples`; all live until the launch is freed. record.status is
 * NULL until the launch is over.
 */
struct bd_launch {
	const struct bd_case *subject;
	const struct bd_options *options;
	/* Measures in place of samples, after set-up and one warm-up iteration. NULL: samples.
	 */
	void (*take)(struct bd_launch *launch, void *context);
	void *context;
	struct bd_turn turn;
	struct bd_probes probes;
	struct bd bd;
	struct bd_record record;
	double samples[]; /* room for options->samples numbers, and as many turns */
};

/*
 * A launch in memory that a forked child shares, so that its parent sees what it measured.
 * NULL without memory. Freed with bd_launch_free(), which takes NULL.
 */
struct bd_launch *bd_launch_new(const struct bd_options *options);
void bd_launch_free(struct bd_launch *launch);

/* Runs the benchmark once, with n iterations: ns, without the hook before a sample. */
uint64_t bd_time_run(struct bd *b, const struct bd_benchmark *benchmark, uint64_t n);
/* Set-up to tear-down. Every outcome, failures included, is in launch->record. */
void bd_launch_run(struct bd_launch *launch);
/*
 * Ends the running launch as skipped with this reason. Called within a function of the
 * benchmark: jumps back into bd_launch_run(). Ends the process if no launch runs in this
 * thread.
 */
void bd_launch_abandon(const char *reason) __attribute__((noreturn));

#endif
