/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_REPORT_WORDS_H
#define COMPARE_REPORT_WORDS_H

#include <stdbool.h>

#include "compare/report/report.h"
#include "compare/verdict/compared.h"

/* The texts of the reports, unescaped. Every char * is fresh memory that the caller frees. */

/* Path, start, number of benchmarks and launches of one side; unless brief, session, machine
 * and workers as well. */
char *words_log(const struct comparison *comparison, bool is_old, bool brief);
/* "paired, threshold 1 %, ..."; unless brief, what the rule means as well. */
char *words_rule(const struct comparison *comparison, bool brief);
/* "busy at the start, 12 % of launches disturbed"; NULL where the logs do not say it. */
char *words_machine(const struct comparison *comparison);
/* "3 regressed, 5 improved, ..."; verdicts without a row are left out. */
char *words_counts(const struct comparison *comparison);
/* Then neither the mean nor the caveats can weaken anything. */
bool words_nothing_changed(const struct comparison *comparison);
/* "geometric mean of new / old +0.1 % (-0.1..+0.3 %) over 471 benchmarks", the session shift
 * where it is known. NULL: nothing changed. */
char *words_means(const struct comparison *comparison);
/* "size: 3 grew, Parse/json +12 %, 4.1 -> 4.6 KiB; executables: 1 grew, ..."; NULL: no code is
 * larger or smaller. */
char *words_size(const struct comparison *comparison);
char *words_executables(const struct comparison *comparison); /* its second part */
/* "+0.1 % (-0.1..+0.3 %) over 471 benchmarks". */
char *words_mean(const struct mean_ratio *mean);
/* "With 95 % confidence no benchmark is slower by more than 2.3 % (Sort/1000 could be) ...";
 * NULL where the rule knows no limit. */
char *words_worst(const struct comparison *comparison);
/* "443 unchanged: ...", or NULL where there is none. */
char *words_unchanged(const struct comparison *comparison);
/* "376 with the same code: ...", or NULL where there is none. */
char *words_same_code(const struct comparison *comparison);

/* "suite/name", or the name alone where all rows are of one suite. */
char *words_name(const struct comparison *comparison, const struct row *row);
/* The same in a table, without what words_prefix() says: "All names begin with lib::", NULL
 * where nothing is cut. */
char *words_cut_name(const struct comparison *comparison, const struct row *row);
char *words_prefix(const struct comparison *comparison);
/* "regressed" or "regressed (?)". */
char *words_verdict(const struct row *row);
/* All notes, and the smallest detectable change of an inconclusive row. */
char *words_note(const struct row *row);
/* "regressed: 1.00 us -> 1.12 us (+12.3 %, 95 % interval ...)": a sentence on one row, with its
 * other metrics that changed. */
char *words_row(const struct comparison *comparison, const struct row *row);

bool change_is_called(const struct metric_change *change);
/* "regressed", or "increased" where nobody knows what is better; static. */
const char *words_change_verdict(
	const struct metric *metric, const struct metric_change *change);
/* "peak memory 4.00 MiB -> 6.00 MiB (+50.0 %)". */
char *words_change(const struct metric *metric, const struct metric_change *change);
/* The same, "; " between them, of all but time that changed; "": none. */
char *words_counted(const struct comparison *comparison, const struct row *row);

#endif
