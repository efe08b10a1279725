/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_GROUPS_H
#define DRIVER_RUN_GROUPS_H

#include <stddef.h>

struct run_settings;
struct subjects;
struct suites;

/* Which suites measure several benchmarks in one launch, as their start is expensive: sets
 * `group` of the subjects. */
void groups_choose(const struct run_settings *settings, struct subjects *subjects);
/* What the log says of it; NULL: each benchmark of the suite has its own launches. Caller
 * frees. */
char *groups_text(const struct subjects *subjects, const char *suite);
/* The same on the screen, for each suite, and what is to be said of its library. */
void groups_say(const struct suites *suites, const struct subjects *subjects);

/* "suite NAME", or "N suites, as NAME" of several; the caller frees it. */
char *suites_text(size_t count, const char *first);

#endif
