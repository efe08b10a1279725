/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_RUN_SUMMARY_H
#define DRIVER_RUN_RUN_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "compare/log/row.h"
#include "driver/exec/job.h"

/*
 * What a run has seen of each benchmark, kept while it goes on, for the summary at its end: no
 * samples, so that it stays small.
 */
struct run_item {
	const char *suite; /* borrowed */
	char *name;        /* owned */
	uint32_t launches; /* that are ok */
	uint32_t failures, skips;
	uint32_t short_searches; /* of the failures: what others on the CPU did to it */
	double min_ns;           /* of these medians */
	uint8_t status;          /* of the first failure or skip */
	char *detail;            /* of it; owned, may be NULL */
	char *tail;        /* last lines of stderr of the first failure; owned, may be NULL */
	bool retried_well; /* an ok launch followed the last failure */
};

struct run_summary {
	struct run_item *items;
	size_t count;
	unsigned leftovers;
	size_t tails; /* kept so far */
};

void run_summary_init(struct run_summary *summary, size_t count);
void run_summary_release(struct run_summary *summary);
/* `result` NULL: a launch of the run that is resumed. */
void run_summary_add(struct run_summary *summary, size_t index, const struct launch *launch,
	const char *detail, const struct job_result *result);

/* Benchmarks that have a failure of their own which no later attempt made good, or no good
 * launch. */
bool run_item_failed(const struct run_item *item);
size_t run_summary_failed(const struct run_summary *summary);
/* Launches that failed or were skipped. */
size_t run_summary_bad(const struct run_summary *summary);
/* Is it without a launch? */
bool run_item_is_empty(const struct run_item *item);
/* What takes less than NO_WORK_NS. */
void run_summary_print_no_work(const struct run_summary *summary, FILE *out);
/* What was skipped, what failed, and what it left behind. */
void run_summary_print_failures(const struct run_summary *summary, FILE *out, bool color);

#endif
