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
/* Expects what is left of the plan; returns how many launches that are. */
size_t slot_time_expect(struct run *run);

#endif
