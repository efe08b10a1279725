/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CHECKUP_RECHECK_H
#define DRIVER_CHECKUP_RECHECK_H

#include "driver/checkup/checkup.h"

struct log_row;

/* Audits the log so far: which benchmarks are in doubt? 0, or -1 with *e set. */
int recheck_find_doubts(struct checkup *checkup, struct err *e);
/* Plans one more pass over these; false: there is none, or it would not help. */
bool recheck_plan(struct checkup *checkup);
/* A launch has ended well. */
void recheck_note(struct checkup *checkup, size_t subject, const struct log_row *row);

#endif
