/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_PRINTED_H
#define DRIVER_SUITE_PRINTED_H

#include <stddef.h>
#include <stdint.h>

#include "harness/base/err.h"

/* Times that a program prints, as [command NAME] says. */
struct printed_form {
	const char *value, *unit;       /* of driver/base/where.h; a unit may be UNIT/{n} */
	const char *value_at, *unit_at; /* FILE:LINE, for errors */
};

struct printed {
	char *text;
	size_t size, capacity;
};

/* Fills ns per iteration of a run of n iterations. Returns how many, or -1 with a sentence. */
int printed_times(const struct printed_form *form, const struct printed *output, int64_t n,
	double *ns, int most, struct err *e);

#endif
