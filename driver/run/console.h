/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_CONSOLE_H
#define DRIVER_RUN_CONSOLE_H

#include <stddef.h>

struct run;

/* What a run says before its launches and when it is interrupted. */

/* --dry-run: the first phase, whose slots have that many launches. */
void console_plan(const struct run *run, size_t launches);
/* Before the first phase, of that many launches: begins the progress display. */
void console_begin(struct run *run, size_t launches);
/* Before a phase of a kind of its own: the same, with a name for the phase. */
void console_begin_phase(struct run *run, const char *what, size_t launches);
/* Updates the time that is left, for the display and for runs that wait for this one. */
void console_set_left(struct run *run);
/* How an interrupted run can go on. */
void console_interrupted(const struct run *run);

#endif
