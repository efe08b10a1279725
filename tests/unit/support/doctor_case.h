/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_UNIT_SUPPORT_DOCTOR_CASE_H
#define TESTS_UNIT_SUPPORT_DOCTOR_CASE_H

#include "doctor/audit.h"

/* Logs of sick and healthy benchmarks made in memory, for the tests of the doctor. */

/* An empty log whose suite "s" was built well. */
struct log case_log(void);

/* A launch of suite "s" with samples in ns per iteration: calm, all CPU time, 10 MB, a clock
 * step of 1 ns. Its evidence may be changed. */
struct launch *case_launch(struct log *log, const char *name, int64_t iterations,
	const double *samples, size_t count);

/* Five launches each with 1, 2, 4 and 8 iterations; a sample of n takes time_ns(n), give or
 * take `noise` (a fraction, normal, seeded by the name). */
void case_bench(struct log *log, const char *name, double (*time_ns)(double n), double noise);

/* Without noise, launches of the first stage and again of the second. */
void case_bench_twice(struct log *log, const char *name, double (*time_ns)(double n));

/* A launch with `count` samples (at most 40) of `ns` each. */
struct launch *case_add(
	struct log *log, const char *name, int64_t iterations, double ns, size_t count);

/* A benchmark of 100 us per iteration, in which no check finds anything. */
double case_healthy(double n);
/* In these one does: setup-overhead; also runtime-long; only runtime-long; runtime-short. */
double case_with_setup(double n);
double case_long_and_setup(double n);
double case_two_ms(double n);
double case_short_work(double n);
/* A finished log of Fine, Warned (two_ms), Short, TwoErrors (long_and_setup) and OneError
 * (with_setup). */
struct log case_mixed(void);

/* The launches of so many benchmarks, the last ones, shared their core. */
void case_share(struct log *log, size_t benchmarks);
/* Others ran on its CPU half of the time. */
void case_occupy(struct launch *launch);
/* The same with so many of each six launches of each benchmark. */
void case_occupy_some(struct log *log, size_t of_six);

void case_limit(struct settings *settings, const char *key, double value);

/* Audits one log with all checks and default settings; the caller releases. */
struct audit case_audit(struct log *log);
/* The same with these settings: limits and waivers. */
struct audit case_audit_with(struct log *log, struct settings *settings);
/* The finding of a check in a benchmark, or NULL. */
const struct finding *case_finding(
	const struct audit *audit, const char *check, const char *name);
/* The number of the evidence; fails the test where there is none. */
double case_number(const struct finding *finding, const char *number);

void case_near(double value, double expected, double tolerance);

/* The log is audited and released: was the finding of the check there? Names no benchmark. */
const char *case_verdict(struct log *log, const char *check);
/* What the check says of one benchmark that takes time_ns(n): "none" or a severity. */
void case_expect(const char *check, double (*time_ns)(double n), const char *verdict);

/* Normal with mean 0 and SD 1. */
double case_normal(uint64_t *state);

#endif
