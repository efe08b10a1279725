/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_BASE_CHECK_H
#define DOCTOR_BASE_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "doctor/base/bench_data.h"
#include "doctor/base/finding.h"
#include "doctor/base/need.h"
#include "doctor/base/settings.h"

/* Launches of a doubtful benchmark alone. Differences between launches need many. */
enum { ALONE = 5, ALONE_MANY = 20 };

enum { CHECK_LIMITS = 8 }; /* at most, and one without a name */

/* One check: one file in doctor/checks that ends with one of these. */
struct check {
	const char *name;
	const char *summary; /* one line for --list-checks */
	unsigned needs;      /* enum need, or'ed */
	/* Uses the name or the build alone, so one launch is enough. */
	bool of_names;
	/* It costs so much that it must be named. */
	bool on_request;
	/* A finding is about the suite; it stands at the first benchmark. */
	bool of_suite;
	/* Samples that a quiet launch of the main series must have; 0: any number. */
	size_t min_samples;
	/* Are there enough launches, if all other needs are met? NULL: always. */
	bool (*enough)(const struct bench_data *bench);
	/* Launches, alone, that must confirm a finding before it is shown, as other launches
	 * at the same time may have caused it; 0: no confirmation. */
	unsigned alone;
	unsigned alone_needs; /* needs of these launches beside `needs` */
	/* Is the finding too far beyond its limit to be caused by other launches? NULL:
	 * never. */
	bool (*is_clear)(const struct finding *finding);
	struct limit limits[CHECK_LIMITS]; /* the rest is zeroed */
	/* Pure: reads the bench, adds to the findings. All needs are met. */
	void (*run)(const struct bench_data *bench, struct findings *findings);
};

/* NULL: the check has no limit of this name. */
const struct limit *check_limit(const struct check *check, const char *name);
/* Its value: from the settings, else its default. */
double check_limit_value(
	const struct check *check, const struct settings *settings, const char *name);
/* The same of the running check. */
double findings_limit(const struct findings *findings, const char *name);

#endif
