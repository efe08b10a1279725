/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_CONTROL_TIME_H
#define DRIVER_RUN_CONTROL_TIME_H

#include <stdbool.h>
#include <stddef.h>

struct run;

/*
 * A control is one of many, so it may take no longer than a few times what its rounds usually
 * take: set-ups of other frameworks last up to minutes. Then it has no more rounds, and a
 * launch that takes all of that is ended.
 */

/* Once the controls are known: ends their launches. */
void control_time_begin(struct run *run);
void control_time_release(struct run *run);
/* A launch, or a trial, took so long; INFINITY: it was ended. What the control would take from
 * now on is no longer expected if it has no more rounds. */
void control_time_add(struct run *run, size_t subject, double ns);
/* Has it no more rounds? Never of what is no control. */
bool control_time_is_over(const struct run *run, size_t subject);
/* What its launches may still take, in all; INFINITY: no control, or not begun. */
double control_time_left_ns(const struct run *run, size_t subject);

#endif
