/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/report.h"

#include <string.h>

#include "compare/base/memory.h"

/* Each format, the default first. */
#define FORMATS(X)    X(text) X(markdown) X(json) X(junit) X(github) X(html)
#define ENTRY(format) &audit_##format,
#define WORD(format)  "|" #format

static const struct audit_format *const formats[] = { FORMATS(ENTRY) };
const char audit_formats[] = FORMATS(WORD);

const struct audit_format *audit_format_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_SIZE(formats); i++)
		if (strcmp(formats[i]->name, name) == 0)
			return formats[i];
	return NULL;
}
