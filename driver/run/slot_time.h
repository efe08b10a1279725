/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_SLOT_TIME_H
#define DRIVER_RUN_SLOT_TIME_H

#include <stdbool.h>
#include <stddef.h>

struct log_row;
struct run;

/* What a launch costs beside its samples, for estimates. */
#define SLOT_TIME_EXTRA_NS 5e6

/* How many builds have the subject's benchmark. */
unsigned slot_builds(const struct run *run, size_t subject);
/* How long a slot of short samples takes. */
double slot_time_usual_ns(const struct run *run, size_t subject);
/* How long a slot of the subject takes, as far as it is known. */
double slot_time_ns(const struct run *run, size_t subject);
/* What a slot of the subject takes more where it shares its launches with nobody. */
double slot_time_alone_ns(const struct run *run, size_t subject);
/* What a launch that took so long would have taken without tuning: as long as its samples took,
 * and a little. was_tried: trial launches tuned it, so each launch is as long. */
double slot_time_next_ns(const struct log_row *row, double took_ns, bool was_tried);
/* May a slot of the subject begin now? */
bool slot_has_time(const struct run *run, size_t subject);
/* May more phases follow the one that is planned? */
bool slot_time_goes_on(const struct run *run);
/*
 * How long the run will take from now on. elapsed_ns: as estimate_left_ns() takes it.
 * *least_ns: each benchmark is decided after its first rounds. *most_ns: none is before all
 * time is used, and more than half are measured again in a second stage. Where the cost of a
 * launch is not known yet: false, and *most_ns is INFINITY.
 */
bool slot_time_left(
	const struct run *run, double elapsed_ns, double *least_ns, double *most_ns);
/* Expects what is left of the plan; returns how many launches that are. */
size_t slot_time_expect(struct run *run);

#endif
