/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_REPEATS_H
#define DRIVER_RUN_REPEATS_H

#include <stdio.h>

struct log_writer;
struct repeat_policy;
struct run;

/* Makes run->policy, after run_prepare(): its launches are judged, disturbed ones repeated. */
void run_repeats_init(struct run *run);
void run_repeats_free(struct repeat_policy *policy);

/* Metadata before the rows, and after them. */
void run_repeats_options(const struct repeat_policy *policy, struct log_writer *writer);
void run_repeats_findings(struct repeat_policy *policy, struct log_writer *writer);
/* For the summary: disturbed launches, and what running in parallel cost. */
void run_repeats_print(struct repeat_policy *policy, FILE *out);

#endif
