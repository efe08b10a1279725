/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_VERDICT_MACHINE_STATE_H
#define COMPARE_VERDICT_MACHINE_STATE_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/log/log.h"
#include "compare/verdict/compared.h"

struct machine_share {
	size_t part, of; /* launches */
};

/* The machine during both logs. */
struct machine_state {
	bool busy;   /* when one of them was begun */
	bool shared; /* many launches of one of them met a neighbour */
	bool known;  /* the logs tell which launches were disturbed */
	struct machine_share disturbed;
};

struct machine_state machine_state(const struct comparison *comparison);

/* "load 6.25 on 4 cores when the old log was begun", of the logs where it was busy, and "21 of
 * 100 launches of the run"; NULL: of none. The caller frees them. */
char *machine_load_text(const struct comparison *comparison);
char *machine_shared_text(const struct comparison *comparison);

#endif
