/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_EVAL_SIMULATE_JUDGED_H
#define TESTS_EVAL_SIMULATE_JUDGED_H

#include <stdbool.h>
#include <stddef.h>

/* What the program said of one benchmark. */
struct judged {
	bool seen;
	int change;       /* verdict: -1 improved, 0 none, 1 regressed */
	bool unchanged;   /* verdict */
	double ratio;     /* new / old of the part that decided */
	double low, high; /* 95 % interval; 0: none */
	double p;         /* of this benchmark alone; NAN */
	bool conflict;
};

/* Runs `bdriver compare --format csv OPTIONS OLD NEW`; benchmark "B7" goes to judged[7].
 * Returns -1 with a message on standard error where the program failed or left out a benchmark.
 */
int judged_by_program(const char *bdriver, const char *options, const char *old_path,
	const char *new_path, struct judged *judged, size_t count);

#endif
