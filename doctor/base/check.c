/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/check.h"

#include <string.h>

const struct limit *check_limit(const struct check *check, const char *name)
{
	for (const struct limit *limit = check->limits; limit->name; limit++)
		if (!strcmp(limit->name, name))
			return limit;
	return NULL;
}

double check_limit_value(
	const struct check *check, const struct settings *settings, const char *name)
{
	const struct limit *limit = check_limit(check, name);

	for (size_t i = settings->changed_count; i > 0; i--)
		if (settings->changed[i - 1].limit == limit)
			return settings->changed[i - 1].value;
	return limit->value;
}

double findings_limit(const struct findings *findings, const char *name)
{
	return check_limit_value(findings->check, findings->settings, name);
}
