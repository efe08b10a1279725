/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_BASE_FINDING_H
#define DOCTOR_BASE_FINDING_H

#include <stdbool.h>
#include <stddef.h>

struct check;
struct bench_data;

enum severity { SEVERITY_INFO, SEVERITY_WARNING, SEVERITY_ERROR };

const char *severity_name(enum severity severity);

/* A number by name, with its unit in the name: "setup_ns", "share". Names are static text. */
struct evidence_number {
	const char *name;
	double value;
};

enum { FINDING_NUMBERS_MAX = 8 };

/* One result of a check on one benchmark. */
struct finding {
	const struct check *check;
	const struct bench_data *bench;
	enum severity severity;
	char *message; /* the observation, in numbers: one sentence without a full stop */
	char *advice;  /* how to fix it */
	char *code;    /* the instructions that it is about; NULL: none */
	struct evidence_number numbers[FINDING_NUMBERS_MAX];
	size_t number_count;
	bool waived;
};

struct settings;

struct findings {
	struct finding *items;
	size_t count, capacity;
	/* The running check, its benchmark, the limits. The audit sets them before each check.
	 */
	const struct settings *settings;
	const struct check *check;
	const struct bench_data *bench;
};

/* Appends a finding with the message. advice: as of finding_advise(), but no format; NULL: none
 * yet. */
void finding_add(struct findings *findings, enum severity severity, const char *advice,
	const char *message, ...) __attribute__((format(printf, 4, 5)));
/* Of the last finding. In the terms of our harness; of another framework's suite they become
 * its own. */
void finding_advise(struct findings *findings, const char *advice, ...)
	__attribute__((format(printf, 2, 3)));
void finding_number(struct findings *findings, const char *name, double value);
/* NAN: the finding has no number of that name. */
double finding_number_of(const struct finding *finding, const char *name);
void finding_release(struct finding *finding);
void findings_release(struct findings *findings);

#endif
