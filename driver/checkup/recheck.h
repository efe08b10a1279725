/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CHECKUP_RECHECK_H
#define DRIVER_CHECKUP_RECHECK_H

#include "driver/checkup/checkup.h"
#include "driver/checkup/plan.h"

/*
 * What the doctor doubts is launched again with nothing beside it. Launches that others of the
 * machine disturbed all the same (launch_is_quiet()) are made up for by further ones, as long
 * as that helps.
 */
struct recheck {
	struct doubt doubt;
	uint16_t rounds;                /* planned so far */
	unsigned quiet[CHECKUP_COUNTS]; /* launches of each count that were quiet */
};

/* 0, or an exit code after printing why. */
int recheck(struct checkup *checkup);
/* A launch has ended well. */
void checkup_note_quiet(struct checkup *checkup, size_t subject, const struct log_row *row);

#endif
