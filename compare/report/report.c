/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include <string.h>

#include "compare/base/memory.h"

/* Each format, the default first. */
#define FORMATS(X)    X(text) X(markdown) X(csv) X(json) X(junit) X(github)
#define ENTRY(format) &report_##format,
#define WORD(format)  "|" #format

static const struct report_format *const formats[] = { FORMATS(ENTRY) };
const char report_formats[] = FORMATS(WORD);

const struct report_format *report_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	return NULL;
}
