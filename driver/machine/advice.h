/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MACHINE_ADVICE_H
#define DRIVER_MACHINE_ADVICE_H

#include <stddef.h>

#include "driver/machine/machine.h"

/* A property of the machine, judged. */
struct env_finding {
	const char *what; /* static: "governor" */
	char *value;
	const char *advice; /* static: what to do; NULL: fine */
};

struct env_findings {
	struct env_finding *items;
	size_t count, capacity;
};

/* Judges each property; pure. Appends to *findings, which begins zeroed. */
void env_judge(struct env_findings *findings, const struct machine *machine);
void env_findings_release(struct env_findings *findings);

#endif
