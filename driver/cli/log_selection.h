/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CLI_LOG_SELECTION_H
#define DRIVER_CLI_LOG_SELECTION_H

#include <stdbool.h>

#include "compare/base/string_list.h"
#include "driver/cli/options.h"
#include "driver/cli/selection.h"

/* Which benchmarks of a log --suite and --filter select: -s names suites of the log. */
struct log_selection {
	const struct string_list *suites; /* wanted ones; none: all */
	struct string_list seen;          /* those of `suites` that the logs have */
	struct selection *selection;
};

/* Keeps pointers to the options. -1 if a filter is invalid, or if tags are requested. */
int log_selection_init(
	struct log_selection *selection, const struct shared_options *options, struct err *e);
void log_selection_release(struct log_selection *selection);

bool log_selection_wants(const char *suite, const char *benchmark, void *selection);
/* After all were offered: -1 with a sentence if a suite or a filter matched nothing. */
int log_selection_check(const struct log_selection *selection, struct err *e);

#endif
