/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_ADAPTER_H
#define DRIVER_SUITE_ADAPTER_H

#include <stdbool.h>
#include <stddef.h>

#include "driver/exec/job.h"
#include "driver/suite/launch.h"

/*
 * An adapter knows the command line and the output of one kind of suite. Each is one file in
 * driver/suite/adapters, and one line in the table of driver/suite/adapter.c.
 */

struct string_list;
struct config_suite;
struct suite;

/* What a suite answered when it was asked for its benchmarks. All texts end with a NUL. */
struct suite_answer {
	unsigned dialect; /* in which it was asked, from 0 */
	int code;         /* with which it exited; 128 and the signal that ended it */
	const char *text, *errors;
	const char *nothing; /* what it prints where nothing is to be listed; or NULL */
	size_t size;
};

/* The iterations that launches can be told. */
enum adapter_counts {
	COUNTS_OWN, /* none: a launch chooses */
	COUNTS_ONE, /* one, or what the launch chooses */
	COUNTS_ANY,
};

#define SUITE_MORE 1

struct adapter {
	const char *name;
	/* Is the file of this kind? Reads it and executes nothing. NULL: nobody can know, so
	 * the adapter has to be named. */
	bool (*recognises)(const char *path);
	/* What is launched in place of the suite, and COMMAND_SHELL is asked; NULL: the suite.
	 */
	const char *(*program)(void);
	/* The shell's script that a launch runs: $0 is the suite and $@ its arguments. NULL:
	 * the suite itself is started. */
	const char *script;
	/* Asking for the list runs what is measured: such a file is a suite only if it is
	 * named.
	 */
	bool listing_runs;
	/* Adds the arguments that ask for the list. False: there is no such dialect. NULL:
	 * list() needs no answer. */
	bool (*ask)(struct string_list *args, const struct suite *suite, unsigned dialect);
	/* It writes its list to JOB_OUTPUT_FILE. */
	bool lists_to_file;
	/* The argument with which the list is empty: what is printed then, too, is no name.
	 * NULL: other lines are no names anyway. */
	const char *matches_nothing;
	/* Exit codes of the answer that are no failure: 0 to this one. No other one is, nor a
	 * signal, if list() wants more. */
	int list_exit_max;
	/* Fills suite->benchmarks and what else the answer says. -1: the next dialect is tried;
	 * SUITE_MORE: it is asked for more. */
	int (*list)(struct suite *suite, const struct suite_answer *answer, struct err *e);
	/* Adds the arguments of a launch, behind path and configured arguments. */
	void (*launch)(struct string_list *args, const struct launch_request *request);
	enum job_output output; /* where a launch leaves what it measured */
	/*
	 * Fills the row from the output: status ok, verify or skipped. For ok: iterations and
	 * samples in ns per iteration, in order. Returns -1 with a reason where the output is
	 * incomplete or of another benchmark. The row is valid until the next call.
	 */
	int (*read)(struct launch_reading *reading, const struct job_result *result,
		const char *benchmark, struct log_row *row, struct err *e);
	/*
	 * One launch can measure several benchmarks: see struct launch_request. read() then
	 * finds each, also in what a launch wrote before it died.
	 */
	bool groups;
	/* It heeds struct launch_request.batch: of one iteration, that is one call of the
	 * benchmark. */
	bool batches;
	/* Of a suite that can be told one iteration only: what a user can do. NULL: nothing. */
	const char *advice_on_one;
	/* Can samples of this benchmark be CPU time, which others on the CPU do not lengthen?
	 * NULL: never. */
	bool (*times_cpu)(const char *benchmark, const struct config_suite *settings);
	/* What each launch takes beside its samples, apart from the start of the program. */
	double extra_ns;
	/* Its benchmarks do not run in the first thread. */
	bool in_any_thread;
	/* A launch must know how long an iteration takes, so each benchmark has a trial launch.
	 */
	bool needs_trial;
	/* A benchmark that reports an error may not be meant for this machine. */
	bool errors_skip;
	/* A launch of given iterations runs them once more before its samples. */
	bool warms_up;
};

/* NULL with a sentence if there is none of this name. */
const struct adapter *adapter_find(const char *name, struct err *e);
/* The one that recognises the file, or NULL. Executes nothing. */
const struct adapter *adapter_recognise(const char *path);
/* Of suites that nothing is known of: the protocol of docs/HARNESS.md. */
extern const struct adapter adapter_bdriver;
/* Of [command NAME] and --command. */
extern const struct adapter adapter_command;

#endif
