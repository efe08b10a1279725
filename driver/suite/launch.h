/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_LAUNCH_H
#define DRIVER_SUITE_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/log/log.h"
#include "compare/log/row_channel.h"

/* What adapters are told of a launch, and where they put what they read of it. */

struct adapter;
struct config_suite;
struct job_result;

/* Places of the stack in a page, of the heap and of the libraries, in pages. */
#define LAUNCH_STACK_OFFSETS 4096
#define LAUNCH_HEAP_PAGES    64
#define LAUNCH_LIBRARY_PAGES 4096
#define LAUNCH_PAGE_BYTES    4096
/* Below a limit of 128 MiB the libraries do not move (Linux, arch/x86/mm/mmap.c). */
#define LAUNCH_STACK_LIMIT (UINT64_C(136) << 20)

/* What one launch is to measure. All text is borrowed. */
struct launch_request {
	const struct adapter *adapter;
	const char *path, *benchmark;
	/* Of a launch that measures several, in the order of the suite; the first is
	 * `benchmark`. It chooses the iterations of each. count 0: `benchmark` alone, in its
	 * own way. */
	const char *const *group;
	size_t group_count;
	const char *build; /* what --old and --new name, in a command; or NULL */
	const struct config_suite *settings;
	int64_t iterations; /* in each sample; 0: the launch chooses */
	int64_t samples;    /* at most; 0: 200, and no limit where the launch takes turns */
	int64_t launch_time_ns;
	int64_t usual_time_ns; /* of launches that are no trial; 0: not known */
	/* So many samples are taken as one, without a warm-up: each would pay the set-up of the
	 * benchmark again. 0: each alone. */
	int64_t batch;
	double iteration_ns; /* what an iteration took so far; 0: not known */
	struct {
		double ns;    /* of each call, beside its iterations; 0: little */
		bool at_once; /* a search ends with its first call */
	} set_up;
	unsigned worker;
	/* Length of all arguments and of the environment, bytes modulo LAUNCH_STACK_OFFSETS. */
	unsigned stack_offset;
	unsigned heap_pages; /* that the harness leaves free before the heap */
	/* Soft limit of the stack, bytes; 0: the driver's own. The kernel places the libraries
	 * below it, and the harness then sets the driver's own again. */
	uint64_t stack_limit;
	/* Of its turns; 0: as the harness does. */
	int64_t slice_ns, settle_ns;
	bool profile;   /* addresses instead of samples; the suite knows it */
	bool in_turns;  /* with the launch that has the other end of JOB_TURN_FD */
	bool cpu_time;  /* samples are CPU time: see times_cpu of struct adapter */
	bool any_count; /* see struct suite */
	unsigned dialect;
};

/* Where the rows of launches are read to: one launch at a time. Zeroed it is empty. */
struct launch_reading {
	struct row_channel channel;
	double *samples;
	size_t sample_count, sample_capacity;
	char *detail, *counters;
	bool of_group; /* the launch measured others as well */
	/* As it was asked for: */
	bool cpu_time;
	int64_t most_samples; /* 0: no limit */
};

/* How many samples fit into the launch: 5 at least, unless one alone takes longer. */
int64_t launch_request_samples(const struct launch_request *request);

/*
 * What a sample takes where the launch chooses its iterations. Others on the CPU miss many of
 * them if they are short; but no shorter than the set-up before each, while five samples fit
 * into the launch; INFINITY where nobody knows it. Of 100 us and more, the reading of the
 * clocks is no 1 %; 5 ms are enough of any benchmark.
 */
double launch_sample_ns(int64_t usual_time_ns, double setup_ns);

/*
 * Where each call prepares for long, and the library cannot be told its iterations: so many are
 * enough. 1 where that takes 200 us; 10 are found in two calls, 100 in three, more only where
 * 100 are shorter than LAUNCH_SEARCH_NS. Fewer would be the first iteration, which finds empty
 * caches. It depends on what the trial chose, so it is the same in all launches.
 */
#define LAUNCH_SEARCH_NS 1.5e4
double launch_search_iterations(double sample_ns, int64_t iterations);

/* Of a launch without samples yet; initialises the row. */
void launch_reading_begin(struct launch_reading *reading, struct log_row *row);
/* Keeps 9 digits, as the harness writes. */
void launch_reading_add(struct launch_reading *reading, double sample_ns);
/* Sets samples and status of the row to what was added. */
void launch_reading_take(struct launch_reading *reading, struct log_row *row);
/* The row is of a launch that failed; `text` is copied. Returns 0. */
int launch_reading_fail(struct launch_reading *reading, struct log_row *row,
	enum outcome outcome, const char *text);
/* The same as a launch of a log that was read with LOG_KEEP_SAMPLES, without its first samples.
 */
int launch_reading_launch(struct launch_reading *reading, const struct launch *launch,
	size_t first, struct log_row *row, struct err *e);
/* The `read` of adapters whose launches write a row of our own. */
int launch_reading_row(struct launch_reading *reading, const struct job_result *result,
	const char *benchmark, struct log_row *row, struct err *e);
void launch_reading_release(struct launch_reading *reading);

#endif
