/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_PROCESS_H
#define DRIVER_EXEC_PROCESS_H

#include <uv.h>

#include "driver/exec/job.h"
#include "driver/exec/process_sweep.h"
#include "harness/base/err.h"

/*
 * One launched process at a time, with its deadline, row channel, bounded stderr and leftovers.
 * The row channel is an unnamed file: the row of a killed child survives, and writing wakes
 * nobody. stdin and stdout are /dev/null. One struct process serves one worker for the whole
 * run.
 */
struct process {
	uv_timer_t timer;
	struct sweep *sweep; /* shared by all workers */
	unsigned worker;
	int cpu;               /* to pin to, -1: not, or not possible */
	const cpu_set_t *cpus; /* of a job that runs anywhere; borrowed */
	void (*done)(void *ctx, unsigned worker, const struct job_result *result);
	void *ctx;
	struct job job; /* that runs; its texts may be gone */
	enum {
		PROCESS_IDLE,
		PROCESS_RUNNING,
		PROCESS_TERMINATED, /* SIGTERM sent, waits for the grace to end */
		PROCESS_KILLED,     /* SIGKILL sent */
		PROCESS_SWEEPING    /* reaped; its leftovers are being ended */
	} state;
	uint64_t started_ns;
	int row_fd, errors_fd;
	pid_t pid;
	unsigned sweeps;
	struct job_result result;
};

/* Of the members before `job` all but the timer are set, the rest is zeroed. */
void process_init(struct process *p, uv_loop_t *loop);
/* Closes the timer; the loop must run once more. Nothing may be running. */
void process_close(struct process *p);

/*
 * Starts the job. `done` is called exactly once, from the loop and never from within this call,
 * when the process has ended and its leftovers are gone; also when it could not be started.
 */
void process_start(struct process *p, const struct job *job);
/* To be called when any child may have ended (SIGCHLD). `done` comes later, from the loop. */
void process_reap(struct process *p);
/* Ends what runs at once (SIGKILL); its result says JOB_CANCELLED. A process that not even
 * SIGKILL ends is left behind after some seconds. */
void process_cancel(struct process *p);

#endif
