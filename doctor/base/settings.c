/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/base/settings.h"

#include "compare/base/regex.h"

#include <stdlib.h>
#include <string.h>

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

bool waiver_covers(const struct waiver *waiver, const char *suite, const char *benchmark)
{
	return glob_names(waiver->pattern, suite, benchmark);
}

bool settings_waive_finding(
	struct settings *settings, const char *check, const char *suite, const char *benchmark)
{
	bool waived = false;

	for (size_t i = 0; i < settings->waiver_count; i++) {
		struct waiver *waiver = &settings->waivers[i];

		if ((strcmp(waiver->check, "*") == 0 || strcmp(waiver->check, check) == 0) &&
			waiver_covers(waiver, suite, benchmark))
			waived = waiver->used = true;
	}
	return waived;
}
