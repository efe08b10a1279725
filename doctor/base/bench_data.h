/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_BASE_BENCH_DATA_H
#define DOCTOR_BASE_BENCH_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/log/log.h"

struct finding;

/*
 * One benchmark: its launches, of one log or several, in groups of equal iterations per sample.
 * Times in ns. Text and launches belong to the logs, which must outlive the benches.
 */
struct series {
	int64_t iterations;
	bool by_cpu; /* of another framework, which no probe tells of a busy machine */
	const struct launch *
		*launches; /* those that are ok and count, in the order of the log */
	size_t count, capacity;
	double min_ns;  /* per iteration, over all launches */
	double time_ns; /* T(i) = iterations * min_ns: the best time of a whole sample */
	/*
	 * The same from the median of the minima of launches: of the quiet ones if these are
	 * three, else of all if these are five; else, and in other logs than the doctor's,
	 * time_ns. A finding must hold for both estimators. The minimum misleads if the clock
	 * rate changes: one sample may be too fast by a tenth. The median misleads if launches
	 * have two modes: with few launches it falls into either.
	 */
	double usual_ns;
};

struct bench_data {
	const char *suite, *name, *build, *file; /* build: "" except in logs of paired runs */
	unsigned line;
	bool is_alone;         /* it is the member `alone` of another one */
	bool leads_suite;      /* the first of its suite: has the findings about the suite */
	const struct log *log; /* the first one that has it: for its metadata */
	struct series *series; /* by iterations, ascending; only those with launches */
	size_t series_count, series_capacity;
	const struct launch **failed; /* launches that failed, without disturbed ones */
	size_t failed_count, failed_capacity;
	int64_t tuned_iterations; /* -1: not known */
	/* The most that a launch chose, and of the series of all that chose; 0: none. */
	int64_t own_iterations;
	double clock_step_ns; /* NAN: not known */
	/* The launches of the recheck, which ran alone (stage 2 of a log that
	 * the doctor made); NULL: none. Owned. */
	struct bench_data *alone;
	/* Launches that were not pinned to one CPU (stage 3), to see several threads; NULL:
	 * none. Owned, but that of `alone` is the same one. */
	struct bench_data *anywhere;
	/* Set by the audit: its findings, the worst first, which the audit owns, and its rank
	 * among the others. */
	const struct finding *findings;
	size_t finding_count;
	unsigned badness;
};

/* Metadata of the doctor's own logs. Their launches have stage 1, stage 2 if measured alone,
 * or stage 3 if not pinned to a CPU. */
#define DOCTOR_META "doctor"

struct benches {
	struct bench_data *items; /* in the order of their first row */
	size_t count, capacity;
};

/*
 * In logs without iterations (foreign ones), the first log counts as 1 and the second as 2, as
 * in `doctor --from ITERS1.csv ITERS2.csv`; further ones as 4, 8 ...
 */
void benches_collect(struct benches *benches, const struct log *logs, size_t log_count);
/* Sets leads_suite. Call it after benchmarks that are not audited were removed. */
void benches_find_leaders(struct benches *benches);
void benches_release(struct benches *benches);
void bench_data_release(struct bench_data *bench);

/* The smallest distance of two values of a launch, in ns per iteration; 0: not known. */
double bench_data_resolution_ns(const struct bench_data *bench, const struct series *series);
/* The series with that many iterations, or NULL. */
const struct series *bench_data_series(const struct bench_data *bench, int64_t iterations);
/* The launches of all series, one a call; NULL at the end. The cursor begins zeroed. */
struct launch_cursor {
	size_t series, launch;
};
const struct launch *bench_data_next(
	const struct bench_data *bench, struct launch_cursor *cursor);
/* The series to judge launches and their samples by: the one with the most iterations of
 * those with at least five launches, else the one with most launches; NULL if none. */
const struct series *bench_data_main_series(const struct bench_data *bench);

/* Had the launch its CPU and core alone, as far as known: run delay up to 1 % of wall time,
 * and no busy hyperthread on the same core? */
bool launch_is_quiet(const struct launch *launch);
/* Did the set-up return an error? The harness has one status for that and for verify. */
bool launch_set_up_failed(const struct launch *launch);
/* Are there enough quiet launches for a median, or only quiet ones? */
bool series_is_quiet(const struct series *series);
/* Loops over the quiet launches with at least min_samples samples, in any order: the next one
 * from the *i-th launch on, or NULL. Sets *i to the launch after it. */
const struct launch *series_next_sampled(
	const struct series *series, size_t min_samples, size_t *i);
/* Has the main series such a launch? */
bool bench_data_has_samples(const struct bench_data *bench, size_t min_samples);
/*
 * One value per launch, to compare launches: the medians of the quiet ones if these are at
 * least three, else the minima of all, which hold on a busy machine. Returns their number;
 * *values has room for series->count.
 */
size_t series_values(const struct series *series, double *values);
/* The minima of the same launches: a neighbour that slows most of a launch leaves some samples.
 */
size_t series_minima(const struct series *series, double *values);
/* CPU time of an iteration in each launch, as far as known; none unless the series is by_cpu.
 */
size_t series_cpu_times(const struct series *series, double *values);
/* One of these three. */
typedef size_t launch_values(const struct series *series, double *values);

/* Of a suite of another framework, whose names follow other rules; NULL: it is not one. */
const char *bench_data_adapter(const struct bench_data *bench);

/* Time of one iteration without constant parts: T(2) - T(1), else (T(j) - T(i)) / (j - i) of
 * the first two series, else the minimum of the only one. NAN if there is none. */
double bench_data_iteration_ns(const struct bench_data *bench);
/* The same over all iteration counts: (T(last) - T(first)) / (last - first). It is better for
 * iterations shorter than a read of the clock, or so long that each sample is interrupted. */
double bench_data_slope_ns(const struct bench_data *bench);
/* s = i j (t_i - t_j) / (j - i) of the first two series; NAN if there is only one. */
double bench_data_setup_ns(const struct bench_data *bench);
/* The same as a share of the best (or usual) sample of the first series: s / T(i). NAN as well.
 */
double bench_data_setup_share(const struct bench_data *bench, bool usual);
/* Does the best time of a sample grow with its iterations? True if not known. */
bool bench_data_time_grows(const struct bench_data *bench);

#endif
