/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_RUN_FORECAST_H
#define DRIVER_RUN_FORECAST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/stats/summary.h"

struct launch;
struct run;
struct run_settings;

/* The change of a benchmark, ln(last build / first build), round by round as they end. */
struct forecast_change {
	double ln_ns[2];
	uint32_t round[2]; /* that these are of; 0: none */
	struct running ln;
};

/* Wall time from now on, with all phases that may follow. */
struct forecast {
	double least_ns; /* of what is known */
	double most_ns;  /* INFINITY: the launches that were seen do not show it */
};

/* May more phases follow the one that is planned? */
bool forecast_goes_on(const struct run_settings *settings, bool in_second_stage);
/* A launch of the subject, by one of so many builds, is in the log. */
void forecast_note(struct forecast_change *change, size_t builds, size_t build,
	const struct launch *launch);
/* elapsed_ns: as ledger_left_ns() takes it. */
struct forecast forecast_of(const struct run *run, double elapsed_ns);

#endif
