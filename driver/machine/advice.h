/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_ADVICE_H
#define DRIVER_MACHINE_ADVICE_H

#include <stddef.h>

#include "driver/machine/machine.h"

/* A property of the machine, with advice. */
struct machine_advice {
	const char *what; /* static: "governor" */
	char *value;
	const char *advice; /* static: what to do; NULL: fine */
};

struct machine_advices {
	struct machine_advice *items;
	size_t count, capacity;
};

/* Judges each property; pure. Appends to *findings, which begins zeroed. */
void machine_judge(struct machine_advices *findings, const struct machine *machine);
void machine_advices_release(struct machine_advices *findings);

#endif
