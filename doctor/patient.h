/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_PATIENT_H
#define DOCTOR_PATIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/log.h"

/*
 * One benchmark as the doctor sees it: its launches, of one log or several, in groups of equal
 * iterations per sample. Times in ns. Text and launches belong to the logs, which must live as
 * long as the patients.
 */
struct series {
	int64_t iterations;
	const struct launch *
		*launches; /* those that are ok and count, in the order of the log */
	size_t count, capacity;
	double min_ns;  /* per iteration, over all launches */
	double time_ns; /* T(i) = iterations * min_ns: the best time of a whole sample */
};

struct patient {
	const char *suite, *name, *file;
	unsigned line;
	const struct log *log; /* the first one that has it: for its metadata */
	struct series *series; /* by iterations, ascending; only those with launches */
	size_t series_count, series_capacity;
	const struct launch **failed; /* launches that ended otherwise, disturbed ones not */
	size_t failed_count, failed_capacity;
	int64_t tuned_iterations; /* -1: not known */
	double clock_step_ns;     /* NAN: not known */
};

struct patients {
	struct patient *items; /* in the order of their first row */
	size_t count, capacity;
};

/*
 * Where a log does not tell the iterations (a foreign one), the first log is taken as 1 and the
 * second as 2, as in `doctor --from ITERS1.csv ITERS2.csv`; further ones as 4, 8 ...
 */
void patients_collect(struct patients *patients, const struct log *logs, size_t log_count);
void patients_release(struct patients *patients);

/* The series with that many iterations, or NULL. */
const struct series *patient_series(const struct patient *patient, int64_t iterations);
/* The series with most launches (of these the largest iterations): for noise; NULL if none. */
const struct series *patient_main_series(const struct patient *patient);

/* Time of one iteration with everything constant taken out: T(2) - T(1), else (T(j) - T(i)) /
 * (j - i) of the first two series, else the minimum of the only one. NAN if there is none. */
double patient_iteration_ns(const struct patient *patient);
/* s = i j (t_i - t_j) / (j - i) of the first two series; NAN where there is only one. */
double patient_setup_ns(const struct patient *patient);
/* Does the best time of a sample grow with its iterations? True where that cannot be told. */
bool patient_time_grows(const struct patient *patient);

#endif
