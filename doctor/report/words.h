/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_REPORT_WORDS_H
#define DOCTOR_REPORT_WORDS_H

#include "compare/print/columns.h"
#include "doctor/audit.h"

/* The texts of the reports, unescaped. Every char * is fresh memory that the caller frees. */

/* "suite/name", of a paired run "suite/name (build)". */
char *audit_words_full_name(const struct bench_data *bench);
/* The same without the suite if all benchmarks are of one. */
char *audit_words_name(const struct audit *audit, const struct bench_data *bench);
/* "file.c:12", or "" if not known. */
char *audit_words_place(const struct bench_data *bench);
/* "MESSAGE: ADVICE." */
char *audit_words_finding(const struct finding *finding);
/* "setup_ns 1234, share 0.3": the evidence. */
char *audit_words_numbers(const struct finding *finding);

/* "118 of 120 benchmarks are fit: 1 error, 2 warnings, 3 infos, 1 waived, 1 not audited"
 */
char *audit_words_counts(const struct audit *audit, bool infos);
/* "runtime-long 2, noise 1", of those that are not waived, without (or with) infos; NULL: none.
 */
char *audit_words_by_check(const struct audit *audit, bool infos);
/* "the ten slowest take 61 % of the time of one pass ..."; NULL: there are at most ten. */
char *audit_words_slowest(const struct audit *audit);
/* "not audited, because no launch gave a time: Sandbox (skipped: no network), ..."; NULL:
 * none. */
char *audit_words_not_audited(const struct audit *audit);
/* The outcome of its first failed launch: "skipped: no network". */
char *audit_words_why_not(const struct bench_data *bench);
/* "the machine was too noisy to judge noise, ..."; NULL: it was not. */
char *audit_words_noise(const struct audit *audit);
/* "noise, modes are unknown for 12 benchmarks: the log lacks ...": the unanswered checks
 * from number *i on with the same unmet needs; moves *i behind them. */
char *audit_words_unanswered(const struct audit *audit, size_t *i);
/* How many checks that concerns, in one line; NULL: none. */
char *audit_words_unanswered_brief(const struct audit *audit);
char *audit_words_unused(const struct waiver *waiver);
/* The columns of findings, in Markdown and JSON; for JSON, audit may be NULL. */
struct columns audit_finding_columns(const struct audit *audit);
#define AUDIT_DIGITS 12

#endif
