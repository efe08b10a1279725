/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SCREENS_MORNING_H
#define DRIVER_SCREENS_MORNING_H

#include "compare/print/layout.h"
#include "driver/screens/words.h"

/*
 * One page: did the last night work, which events are new, open or due, which closed by
 * themselves, and how many false alarms are to be expected. Events before `since` (seconds
 * since 1970; -1: none) are left out, and so are decided ones unless `all`.
 */
struct morning_options {
	struct layout_size size;
	int64_t since;
	bool all;
};

/* What it shows. */
struct morning {
	size_t calls; /* new and due events */
	/* The last night moved the whole suite, by machine or program, or a benchmark rose
	 * beside the build of the night before. */
	bool undecided;
};

struct morning morning_print(
	const struct screen *screen, const struct morning_options *options, FILE *out);

#endif
