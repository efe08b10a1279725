/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_PHASE_H
#define DRIVER_RUN_PHASE_H

#include <stddef.h>

struct err;
struct run;

/*
 * The phases of `bdriver run`: all rounds at once; two stages, of which the second measures
 * suspects; or, adaptive, as many rounds as each benchmark needs.
 */

/* Plans the next phase: 1; 0: all is done; -1 with *e set. A `run_kind.plan`. */
int run_phase_plan(struct run *run, struct err *e);
/* Plans the first phase for --dry-run; returns how many launches it has. */
size_t run_phase_preview(struct run *run);

#endif
