/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DOCTOR_REPORT_REPORT_H
#define DOCTOR_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "doctor/audit.h"

/* How an audit is written. All but text have every finding. */
struct audit_report_options {
	size_t width; /* text: columns of the terminal; 0: as wide as it needs */
	bool color;   /* text */
	bool infos;   /* text, markdown: findings that are information only, too */
	bool verbose; /* text: all numbers */
	bool quiet;   /* text: no summary */
};

/* One form of output: audit_NAME.c and a line in the table of audit_report.c. */
struct audit_report {
	const char *name; /* --format */
	void (*write)(const struct audit *audit, const struct audit_report_options *options,
		FILE *out);
};

/* NULL for a word that is none. */
const struct audit_report *audit_report_find(const char *name);
/* The first is the default. */
#define AUDIT_FORMATS "text|markdown|json|junit|github"

void audit_text(const struct audit *, const struct audit_report_options *, FILE *out);
void audit_markdown(const struct audit *, const struct audit_report_options *, FILE *out);
void audit_json(const struct audit *, const struct audit_report_options *, FILE *out);
void audit_junit(const struct audit *, const struct audit_report_options *, FILE *out);
void audit_github(const struct audit *, const struct audit_report_options *, FILE *out);

#endif
