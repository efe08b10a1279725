/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_AUDIT_H
#define DOCTOR_AUDIT_H

#include "doctor/base/check.h"
#include "doctor/machine_noise.h"

/* Which checks run, on which benchmarks. Zeroed: all on all, but for those on request. */
struct audit_choice {
	/* NULL-terminated lists of names, or NULL. */
	const char *const *only; /* nothing but these */
	const char *const *skip;
	/* Is the benchmark audited? NULL: each one is. */
	bool (*takes)(void *ctx, const char *suite, const char *benchmark);
	void *ctx;
	/* Some benchmarks were not measured. Waivers may be for those. */
	bool partial;
	/* First of two passes: attribute no finding to the machine, as doubtful benchmarks
	 * are going to be measured again, alone. */
	bool doubts;
};

/* A check that some benchmarks' launches could not answer. */
struct unanswered {
	const struct check *check;
	unsigned missing;  /* enum need, or'ed over the benchmarks */
	size_t benchmarks; /* how many */
};

/* The verdict of the doctor over the benchmarks of one or several logs. */
struct audit {
	struct benches benches;
	bool several_suites;      /* the benchmarks are of more than one */
	struct findings findings; /* by benchmark, worst benchmark first, worst finding first */
	struct unanswered *unanswered; /* in the order of the checks */
	size_t unanswered_count;
	size_t fit;    /* benchmarks without an error that is not waived */
	size_t warned; /* of these, with a warning that is not waived */
	/* Benchmarks without a single time, and without an error or warning; mostly skipped
	 * ones. Neither fit nor unfit. */
	size_t not_audited;
	size_t errors, warnings, infos, waived; /* findings; waived ones counted once, there */
	const struct waiver **unused;           /* waivers that match no finding */
	size_t unused_count;
	struct machine_noise noise;
};

/* Does the check run? `choice` may be NULL. */
bool audit_chosen(const struct audit_choice *choice, const struct check *check);

/*
 * Runs the chosen checks on the benchmarks of the logs, read with LOG_KEEP_SAMPLES, which must
 * outlive the audit. Pure, but for marking waivers of the settings as used.
 */
void audit_logs(struct audit *audit, const struct log *logs, size_t log_count,
	struct settings *settings, const struct audit_choice *choice);
/* The launches, alone, that a benchmark still needs: to confirm its findings, or to answer
 * checks that had no quiet launch. */
struct doubt {
	unsigned needs;    /* enum need, or'ed, of the checks in doubt */
	unsigned launches; /* at each iteration count; 0: nothing is in doubt */
};
struct doubt audit_doubt(const struct bench_data *bench, const struct audit_choice *choice);
/* Is it counted in `not_audited`? */
bool audit_left_out(const struct bench_data *bench);
void audit_release(struct audit *audit);

#endif
