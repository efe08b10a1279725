/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_BASE_SETTINGS_H
#define DOCTOR_BASE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

/* How a limit is written in the configuration; kept as ns, fraction, number. A share is a
 * percentage of at most 100 %. */
enum limit_kind { LIMIT_NUMBER, LIMIT_COUNT, LIMIT_DURATION, LIMIT_PERCENT, LIMIT_SHARE };

/* A number that a check compares with, changed by `CHECK.NAME = VALUE` in [doctor], or by
 * `CHECK = VALUE` where the name is empty. */
struct limit {
	const char *name;
	enum limit_kind kind;
	double value; /* the default: ns for a duration, a fraction for a percentage */
	const char *meaning;
};

/* An accepted finding: it is shown, but not counted as an error. */
struct waiver {
	char *check;   /* name of a check, or "*" */
	char *pattern; /* glob on "SUITE/BENCHMARK" or on "BENCHMARK" */
	char *origin;  /* its place: "bdriver.ini:12" */
	bool used;     /* did it match a finding? */
};

struct setting {
	const struct limit *limit;
	double value;
};

struct settings {
	struct setting *changed;
	size_t changed_count, changed_capacity;
	struct waiver *waivers;
	size_t waiver_count, waiver_capacity;
	char *name_form; /* regular expression for name-form; NULL: the default */
};

bool settings_has_waiver(const struct settings *settings, const char *origin);
void settings_release(struct settings *settings);

/* Is the waiver for this benchmark, with any check? */
bool waiver_covers(const struct waiver *waiver, const char *suite, const char *benchmark);
/* Does a waiver match a finding of the check? Marks all that do as used. */
bool settings_waive_finding(
	struct settings *settings, const char *check, const char *suite, const char *benchmark);

#endif
