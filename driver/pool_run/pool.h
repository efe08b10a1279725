/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_POOL_RUN_POOL_H
#define DRIVER_POOL_RUN_POOL_H

struct run;

enum run_pool_end {
	RUN_POOL_WHOLE,   /* the logs have their ends: next is run_finish() */
	RUN_POOL_MISSING, /* some benchmarks are missing: the logs say which and can be
			   * compared, but stay those of an interrupted run */
	RUN_POOL_STOPPED, /* there are no logs to be read */
};

/*
 * The measuring of a run on a pool of machines, in place of run_measure(): the plan is written
 * into the folder beside the logs, an engine has its shards measured, and their parts become
 * the logs. Returns an exit code after printing why, if it is not 0.
 */
int run_pool_measure(struct run *run, enum run_pool_end *end);

#endif
