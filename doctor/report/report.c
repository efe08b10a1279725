/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/report.h"

#include <string.h>

static const struct audit_report reports[] = {
	{ "text", audit_text },
	{ "markdown", audit_markdown },
	{ "json", audit_json },
	{ "junit", audit_junit },
	{ "github", audit_github },
};

const struct audit_report *audit_report_find(const char *name)
{
	for (size_t i = 0; i < sizeof(reports) / sizeof(*reports); i++)
		if (!strcmp(reports[i].name, name))
			return &reports[i];
	return NULL;
}
