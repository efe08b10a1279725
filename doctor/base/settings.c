/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/settings.h"

#include "compare/base/glob.h"
#include "doctor/base/check.h"

#include <stdlib.h>
#include <string.h>

const struct limit *check_limit(const struct check *check, const char *name)
{
	for (const struct limit *limit = check->limits; limit->name; limit++)
		if (!strcmp(limit->name, name))
			return limit;
	return NULL;
}

bool settings_has_waiver(const struct settings *settings, const char *origin)
{
	for (size_t i = 0; i < settings->waiver_count; i++)
		if (!strcmp(settings->waivers[i].origin, origin))
			return true;
	return false;
}

void settings_release(struct settings *settings)
{
	for (size_t i = 0; i < settings->waiver_count; i++) {
		free(settings->waivers[i].check);
		free(settings->waivers[i].pattern);
		free(settings->waivers[i].origin);
	}
	free(settings->waivers);
	free(settings->changed);
	free(settings->name_form);
	memset(settings, 0, sizeof(*settings));
}

double settings_limit(
	const struct settings *settings, const struct check *check, const char *name)
{
	const struct limit *limit = check_limit(check, name);

	for (size_t i = settings->changed_count; i > 0; i--)
		if (settings->changed[i - 1].limit == limit)
			return settings->changed[i - 1].value;
	return limit->value;
}

bool waiver_covers(const struct waiver *waiver, const char *suite, const char *benchmark)
{
	return glob_names(waiver->pattern, suite, benchmark);
}

static bool matches(const struct waiver *waiver, const struct check *check, const char *suite,
	const char *benchmark)
{
	if (strcmp(waiver->check, "*") != 0 && strcmp(waiver->check, check->name) != 0)
		return false;
	return waiver_covers(waiver, suite, benchmark);
}

struct waiver *settings_waiver(struct settings *settings, const struct check *check,
	const char *suite, const char *benchmark)
{
	struct waiver *first = NULL;

	for (size_t i = 0; i < settings->waiver_count; i++) {
		struct waiver *waiver = &settings->waivers[i];

		if (!matches(waiver, check, suite, benchmark))
			continue;
		waiver->used = true;
		if (!first)
			first = waiver;
	}
	return first;
}
