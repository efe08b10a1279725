/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_AUDIT_H
#define DOCTOR_AUDIT_H

#include "doctor/check.h"

/* Which checks run: NULL-terminated lists of names, or NULL. */
struct audit_choice {
	const char *const *only; /* nothing but these */
	const char *const *skip;
};

/* A check that some benchmarks' launches could not answer. */
struct unanswered {
	const struct check *check;
	unsigned missing;  /* enum need, or'ed over the benchmarks */
	size_t benchmarks; /* how many */
};

/* The verdict of the doctor over the benchmarks of one or several logs. */
struct audit {
	struct patients patients;
	struct findings findings; /* by benchmark, worst benchmark first, worst finding first */
	struct unanswered *unanswered; /* in the order of the checks */
	size_t unanswered_count;
	size_t fit; /* benchmarks without an error or warning that is not waived */
	size_t errors, warnings, infos, waived; /* findings; waived ones counted once, there */
};

/*
 * Runs the chosen checks on the benchmarks of the logs, read with LOG_KEEP_SAMPLES, which must
 * outlive the audit. Pure, but for marking waivers of the settings as used.
 */
void audit_logs(struct audit *audit, const struct log *logs, size_t log_count,
	struct settings *settings, const struct audit_choice *choice);
void audit_release(struct audit *audit);

#endif
