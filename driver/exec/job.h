/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_EXEC_JOB_H
#define DRIVER_EXEC_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A job is one launch as the scheduler sees it: a program to start, and how it ended.
 * driver/measure/channel.h reads what it measured.
 */

/* Soft and hard limits of the launched process; 0: as the driver's own. */
struct job_limits {
	uint64_t memory_kib;  /* address space (RLIMIT_AS) */
	uint64_t files;       /* open descriptors (RLIMIT_NOFILE) */
	uint64_t cpu_seconds; /* RLIMIT_CPU */
	uint64_t file_kib;    /* size of any file that it writes (RLIMIT_FSIZE) */
	bool no_core;         /* nor does a program get one through a pipe (RLIMIT_CORE) */
};

/* Where a launch leaves its results. What it prints elsewhere is dropped; stderr is kept. */
enum job_output {
	JOB_OUTPUT_ROW,     /* it writes them to the descriptor JOB_ROW_FD */
	JOB_OUTPUT_STDOUT,  /* it prints them */
	JOB_OUTPUT_BY_PATH, /* it opens JOB_OUTPUT_FILE, which it may truncate */
};

struct traps;

/* All pointers are borrowed and must live until the job was started. */
struct job {
	const char *path;
	char *const *args; /* args[0] is the program's name; ends with NULL */
	char *const *env;  /* ends with NULL */
	uint64_t timeout_ms;
	uint64_t grace_ms; /* between SIGTERM and SIGKILL */
	struct job_limits limits;
	enum job_output output;
	int fine_code;     /* an exit code that is as good as 0, and becomes 0 */
	bool fixed_layout; /* address space layout randomisation off */
	/* Soft limit of the stack, bytes, where the hard one allows it; 0: the driver's own. */
	uint64_t stack_limit;
	bool anywhere; /* on all CPUs of the driver instead of its worker's */
	/* It ends with a failure where it executes code of these, or could hide that, and is
	 * not run if the kernel allows no traps; NULL: none. */
	const struct traps *traps;
	/* Passed to the launch as JOB_TURN_FD and closed here, even if the launch cannot be
	 * started; 0: none. */
	int turn_fd;
};

enum job_end {
	JOB_EXITED,    /* code: exit code */
	JOB_SIGNALLED, /* code: signal */
	JOB_TIMEOUT,   /* ended by the driver at its deadline */
	JOB_NOT_RUN,   /* could not be started; code: errno */
	JOB_CANCELLED, /* the user stopped the run: no result of the benchmark */
};

/* The texts are borrowed: valid during the callback. Both end with a NUL that is not counted.
 */
struct job_result {
	enum job_end end;
	int code;
	const char *row; /* its output, at most JOB_ROW_MAX or JOB_OUTPUT_MAX bytes */
	size_t row_size;
	const char *errors; /* the end of its stderr, at most JOB_ERRORS_MAX bytes */
	size_t errors_size;
	bool errors_cut;     /* it (nearly) filled JOB_STDERR_MAX or its own limit of output */
	unsigned leftover;   /* processes that it left behind and that were ended */
	bool unending;       /* SIGKILL did not end it: it was left behind */
	uint64_t timeout_ms; /* its time limit */
	uint64_t wall_ns;    /* from the start to the end as the driver saw it */
	uint64_t cpu_ns;     /* user and system time of it and what it waited for */
	double delay_ns;     /* its main thread was ready to run, and others ran */
	double threads_ns;   /* CPU time of its other threads */
	int64_t peak_kib;    /* of the same: the largest; -1: no more than the driver's own */
	int cpu;             /* where it was pinned; -1: not pinned, or anywhere */
};

#define JOB_WORKERS_MAX 1024
#define JOB_ROW_MAX     ((size_t)1 << 18)
#define JOB_ERRORS_MAX  ((size_t)1 << 16)
#define JOB_STDERR_MAX  ((size_t)1 << 20)
/* Of results that are not a row. */
#define JOB_OUTPUT_MAX ((size_t)1 << 23)
/* The descriptor on which a launch writes its row. */
#define JOB_ROW_FD 3
/* The same as a file. */
#define JOB_OUTPUT_FILE "/proc/self/fd/3"
/* The socket over which interleaved launches pass the turn. */
#define JOB_TURN_FD 4

#endif
