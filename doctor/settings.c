/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/settings.h"

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "doctor/check.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct limit *find_limit(const struct check *check, const char *name)
{
	for (const struct limit *limit = check->limits; limit && limit->name; limit++)
		if (!strcmp(limit->name, name))
			return limit;
	return NULL;
}

static int no_such_check(const char *name, size_t length, struct err *e)
{
	char *copy = memory_format("%.*s", (int)length, name), *text = check_unknown(copy);

	bd_err(e, "%s", text);
	free(text);
	free(copy);
	return -1;
}

static const struct check *check_of_prefix(const char *text, size_t length)
{
	for (size_t i = 0; all_checks[i]; i++)
		if (strlen(all_checks[i]->name) == length &&
			!memcmp(all_checks[i]->name, text, length))
			return all_checks[i];
	return NULL;
}

static const struct limit *no_such_limit(
	const struct check *check, const char *key, struct err *e)
{
	struct string_list limits = { 0 };
	char *known;

	for (const struct limit *limit = check->limits; limit && limit->name; limit++)
		string_list_addf(
			&limits, "%s%s%s", check->name, limit->name[0] ? "." : "", limit->name);
	known = string_list_join(&limits, ", ");
	string_list_release(&limits);
	bd_err(e, "there is no limit '%s' (check '%s' has: %s)", key, check->name,
		known[0] ? known : "none");
	free(known);
	return NULL;
}

const struct limit *settings_find_limit(const char *key, struct err *e)
{
	size_t length = strcspn(key, ".");
	const struct check *check = check_of_prefix(key, length);
	const struct limit *limit;

	if (!check) {
		no_such_check(key, length, e);
		return NULL;
	}
	limit = find_limit(check, key[length] ? key + length + 1 : "");
	return limit ? limit : no_such_limit(check, key, e);
}

int settings_set(struct settings *settings, const char *key, double value, struct err *e)
{
	const struct limit *limit = settings_find_limit(key, e);
	struct setting *setting;

	if (!limit)
		return -1;
	if (!isfinite(value) || value < 0)
		return bd_err(e, "the limit '%s' must be a number of zero or more", key);
	settings->changed = memory_grow(settings->changed, &settings->changed_capacity,
		settings->changed_count + 1, sizeof(*settings->changed));
	setting = &settings->changed[settings->changed_count++];
	setting->limit = limit;
	setting->value = value;
	return 0;
}

int settings_waive(
	struct settings *settings, const char *text, const char *origin, struct err *e)
{
	const char *colon = strchr(text, ':');
	struct waiver *waiver;

	if (!colon || colon == text || !colon[1])
		return bd_err(e, "waiver '%s' is not CHECK:BENCH, as in 'noise:Sort/*'", text);
	if (!(colon == text + 1 && *text == '*') &&
		!check_of_prefix(text, (size_t)(colon - text)))
		return no_such_check(text, (size_t)(colon - text), e);
	settings->waivers = memory_grow(settings->waivers, &settings->waiver_capacity,
		settings->waiver_count + 1, sizeof(*settings->waivers));
	waiver = &settings->waivers[settings->waiver_count++];
	waiver->check = memory_format("%.*s", (int)(colon - text), text);
	waiver->pattern = memory_text(colon + 1);
	waiver->origin = memory_text(origin);
	waiver->used = false;
	return 0;
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
	const struct limit *limit = find_limit(check, name);

	for (size_t i = settings->changed_count; i > 0; i--)
		if (settings->changed[i - 1].limit == limit)
			return settings->changed[i - 1].value;
	return limit->value;
}

bool waiver_covers(const struct waiver *waiver, const char *suite, const char *benchmark)
{
	char *full = memory_format("%s/%s", suite, benchmark);
	bool hit = !strcmp(waiver->pattern, full) || !strcmp(waiver->pattern, benchmark) ||
		   !fnmatch(waiver->pattern, benchmark, 0) ||
		   !fnmatch(waiver->pattern, full, 0);

	free(full);
	return hit;
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
