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

/* One format of output: one of these at the end of a file, and a line in the table of report.c.
 */
struct audit_format {
	const char *name; /* --format */
	void (*write)(const struct audit *audit, const struct audit_report_options *options,
		FILE *out);
};

extern const struct audit_format audit_text, audit_markdown, audit_json, audit_junit,
	audit_github, audit_html;

/* NULL for an unknown word. */
const struct audit_format *audit_format_find(const char *name);
/* "text|markdown|...", the default first; made from the table. */
extern const char audit_formats[];
#define AUDIT_FORMATS (&audit_formats[1])

#endif
