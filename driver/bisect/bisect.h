/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BISECT_BISECT_H
#define DRIVER_BISECT_BISECT_H

#include "driver/bisect/search.h"

enum bisect_result {
	BISECT_FOUND,
	BISECT_RANGE, /* commits between could not be built, or the culprit is not confirmed */
	BISECT_NOTHING, /* GOOD and BAD do not differ measurably, or not in their code */
};

/* Does all of it. Returns an enum bisect_result, or -1 with *e set. */
int bisect_run(struct bisect *bisect, const struct bisect_options *options, struct err *e);
void bisect_release(struct bisect *bisect);

/* The share of the whole change at commit i: 0 at GOOD, 1 at BAD. */
double bisect_level(const struct bisect *bisect, size_t i);
/* The share of the whole change that fresh rounds find there. */
double bisect_share(const struct bisect *bisect, const struct bisect_finding *found);
/* Does its interval leave out "no change"? */
bool bisect_confirms(const struct bisect_finding *found);

#endif
