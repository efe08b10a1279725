/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BUNDLE_EFFECTS_H
#define DRIVER_BUNDLE_EFFECTS_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/verdict/verdict.h"

/* The change of one benchmark on one machine. Ratios are new / old; NAN: none. */
struct effect {
	char *name; /* SUITE/NAME */
	enum verdict verdict;
	double ratio, low, high; /* 95 % */
};

/* By name. */
struct effects {
	struct effect *items;
	size_t count;
	char *machine; /* CPU model and host */
};

/* The verdicts on the logs in a folder, see tables_compare(). Returns an exit code; prints its
 * own errors. May be released after any result. */
int effects_read(struct effects *effects, const char *folder, const char *config);
void effects_release(struct effects *effects);
/* NULL: there is none. */
const struct effect *effects_find(const struct effects *effects, const char *name);

/* Does a change that one machine found hold on another one? */
enum holds { HOLDS_YES, HOLDS_NO, HOLDS_UNKNOWN };
/* There regressed or improved: yes if it is called the same here, no if it is called the
 * opposite, unchanged or the same code. There unchanged: no if it is called changed here. here:
 * NULL if it was not measured. */
enum holds effect_holds(const struct effect *there, const struct effect *here);
bool effect_is_change(const struct effect *effect);
bool effect_is_unchanged(const struct effect *effect); /* or its code is the same */

#endif
