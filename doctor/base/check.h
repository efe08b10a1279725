/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_BASE_CHECK_H
#define DOCTOR_BASE_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "doctor/base/bench_data.h"
#include "doctor/base/finding.h"
#include "doctor/base/need.h"
#include "doctor/base/settings.h"

/* How often a doubtful benchmark is launched alone; what differs between launches needs many.
 */
enum { ALONE = 5, ALONE_MANY = 20 };

/* One check: one file doctor/check_*.c that ends with one of these. */
struct check {
	const char *name;
	const char *summary; /* one line for --list-checks */
	const char *explain; /* what it means, why it matters, how to mend it, an example */
	unsigned needs;      /* enum need, or'ed */
	/* Looks at the name or the build alone: for it one launch is enough. */
	bool of_names;
	/* Samples that a quiet launch of the main series must have; 0: any number. */
	size_t min_samples;
	/* Are the launches enough for an answer, all other needs being met? NULL: always. */
	bool (*enough)(const struct bench_data *bench);
	/* Launches that confirm a finding, with nothing beside them, before it is shown, as
	 * running beside others may cause it; 0: it is shown as found. */
	unsigned alone;
	unsigned alone_needs; /* what these launches are to offer beside `needs` */
	/* Is the finding so far beyond its limit that nothing beside it can have caused it?
	 * NULL: none is. */
	bool (*is_clear)(const struct finding *finding);
	const struct limit *limits; /* ends with a NULL name; may be NULL */
	/* Pure: looks at the bench, adds to the findings. All needs are met. */
	void (*run)(const struct bench_data *bench, const struct settings *settings,
		struct findings *findings);
};

#endif
