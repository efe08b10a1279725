/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_REPORT_GROUPS_H
#define COMPARE_REPORT_GROUPS_H

#include "compare/report/report.h"

/* By comparison->options.by: gives the mean of the benchmarks of each suite, "suite classic",
 * or of each tag, "tag sort", in the order of the new log. */
void groups_each(const struct comparison *comparison,
	void (*take)(void *ctx, const char *name, const struct mean_ratio *mean), void *ctx);

#endif
