/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include <string.h>

static const struct report reports[] = {
	{ "text", report_text },
	{ "markdown", report_markdown },
	{ "csv", report_csv },
	{ "json", report_json },
	{ "junit", report_junit },
	{ "github", report_github },
};

const struct report *report_find(const char *name)
{
	for (size_t i = 0; i < sizeof(reports) / sizeof(*reports); i++)
		if (strcmp(reports[i].name, name) == 0)
			return &reports[i];
	return NULL;
}
