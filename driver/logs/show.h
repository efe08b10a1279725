/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_LOGS_SHOW_H
#define DRIVER_LOGS_SHOW_H

#include "compare/print/columns.h"
#include "compare/show/show.h"
#include "driver/cli/options.h"

struct show_job {
	struct shared_options shared;  /* first: `bdriver show` fills the job */
	bool fit;                      /* the regression */
	struct string_list predictors; /* of the regression */
	bool spreadsheet;
	bool selects; /* -s and -f of `shared` name suites and benchmarks of the log */
};

/* Are these words predictors? 0, or -1 with *e set. */
int show_check_predictors(const struct string_list *predictors, struct err *e);
/* Prints a log as a table; returns an exit code, after printing why. */
int show_log(const struct show_job *job, const char *path);

#endif
