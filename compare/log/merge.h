/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_MERGE_H
#define COMPARE_LOG_MERGE_H

#include "compare/log/log.h"

/*
 * Appends the launches of `from` to those of the same benchmarks of `to`, as further rounds:
 * round r becomes round r + k * MERGE_ROUNDS, so that logs which were merged alike keep their
 * pairs. The session becomes "A + B"; other metadata stay those of `to`. `to` copies all, also
 * the warnings, but no evidence: read both with LOG_KEEP_SUMMARIES.
 */
#define MERGE_ROUNDS 1000000
void log_merge(struct log *to, const struct log *from);

#endif
