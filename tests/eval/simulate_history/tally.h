/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_EVAL_SIMULATE_HISTORY_TALLY_H
#define TESTS_EVAL_SIMULATE_HISTORY_TALLY_H

#include <stdbool.h>

#include "tests/eval/simulate_history/nights.h"

/* What a rule says of the nights, and how often it is right. */
struct tally {
	const struct nights *nights;
	long alarms; /* false */
	long same;   /* false ones where nothing of code, compiler and machine changed */
	long found_2, found_7, found_30;   /* steps, within so many nights */
	bool reported[LINES_MOST][NIGHTS]; /* places of alarms so far */
	bool is_found[LINES_MOST];
};

/* In night t the rule says that the track has changed in low..high. It may repeat itself. */
void tally_tell(struct tally *tally, size_t track, int low, int high, int t);

#endif
