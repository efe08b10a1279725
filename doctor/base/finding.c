/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/finding.h"

#include "compare/base/memory.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *severity_name(enum severity severity)
{
	static const char *const names[] = { "info", "warning", "error" };

	return names[severity];
}

struct finding *finding_add(
	struct findings *findings, enum severity severity, const char *message, ...)
{
	struct finding *finding;
	va_list args;

	finding = ARRAY_ADD(findings->items, findings->count, findings->capacity);
	memset(finding, 0, sizeof(*finding));
	finding->check = findings->check;
	finding->bench = findings->bench;
	finding->severity = severity;
	va_start(args, message);
	finding->message = memory_format_list(message, args);
	va_end(args);
	finding->advice = memory_text("");
	return finding;
}

void finding_advise(struct finding *finding, const char *advice, ...)
{
	va_list args;

	free(finding->advice);
	va_start(args, advice);
	finding->advice = memory_format_list(advice, args);
	va_end(args);
}

void finding_number(struct finding *finding, const char *name, double value)
{
	assert(finding->number_count < FINDING_NUMBERS_MAX);
	finding->numbers[finding->number_count].name = name;
	finding->numbers[finding->number_count++].value = value;
}

double finding_number_of(const struct finding *finding, const char *name)
{
	for (size_t i = 0; i < finding->number_count; i++)
		if (!strcmp(finding->numbers[i].name, name))
			return finding->numbers[i].value;
	return NAN;
}

void finding_release(struct finding *finding)
{
	free(finding->message);
	free(finding->advice);
}

void findings_release(struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++)
		finding_release(&findings->items[i]);
	free(findings->items);
	memset(findings, 0, sizeof(*findings));
}
