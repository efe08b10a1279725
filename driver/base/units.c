/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/base/units.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "compare/base/memory.h"

struct unit {
	const char *name;
	double factor;
};

static const struct unit durations[] = { { "ns", 1 }, { "us", 1e3 }, { "\xC2\xB5s", 1e3 },
	{ "\xCE\xBCs", 1e3 }, { "ms", 1e6 }, { "s", 1e9 }, { "m", 60e9 }, { "min", 60e9 },
	{ "h", 3600e9 }, { NULL, 0 } };

/* A plain decimal number: no sign, no hexadecimal, no "inf". *end is left after it. */
static int decimal_parse(const char *text, double *value, const char **end)
{
	size_t n = strspn(text, "0123456789.");
	char digits[64];
	char *rest;

	if (n == 0 || n >= sizeof(digits))
		return -1;
	memcpy(digits, text, n);
	digits[n] = '\0';
	*value = strtod(digits, &rest);
	if (*rest || rest == digits)
		return -1;
	*end = text + n;
	return 0;
}

static const struct unit *unit_find(const struct unit *units, const char *name)
{
	while (*name == ' ')
		name++;
	for (; units->name; units++)
		if (strcmp(units->name, name) == 0)
			return units;
	return NULL;
}

int duration_parse(const char *text, int64_t *ns, struct err *e)
{
	const struct unit *unit;
	const char *end;
	double value;

	if (decimal_parse(text, &value, &end))
		return bd_err(e, "'%s' is not a duration: write 500ms, 2s or 20m", text);
	if (!*end && value > 0)
		return bd_err(
			e, "'%s' needs a unit: write %sms, %ss or %sm", text, text, text, text);
	unit = *end ? unit_find(durations, end) : &durations[0];
	if (!unit)
		return bd_err(e, "'%s' has no known unit: use ns, us, ms, s, m or h", text);
	value *= unit->factor;
	if (value > 1e18)
		return bd_err(e, "'%s' is too long: at most 30 years", text);
	*ns = (int64_t)llround(value);
	return 0;
}

int percent_parse(const char *text, double *fraction, struct err *e)
{
	const char *end;
	double value;

	if (decimal_parse(text, &value, &end) || (*end && strcmp(end, "%") != 0))
		return bd_err(e, "'%s' is not a percentage: write 5 or 5%%", text);
	if (value > 1000)
		return bd_err(e, "'%s' is out of range: at most 1000%%", text);
	*fraction = value / 100;
	return 0;
}

int share_parse(const char *text, double *fraction, struct err *e)
{
	double share = 0;

	if (percent_parse(text, &share, e))
		return -1;
	if (share > 1)
		return bd_err(e, "'%s' is out of range: at most 100%%", text);
	*fraction = share;
	return 0;
}

int count_parse(const char *text, int64_t least, int64_t most, int64_t *value, struct err *e)
{
	char *end;
	long long n;

	errno = 0;
	n = strtoll(text, &end, 10);
	if (end == text || *end || isspace((unsigned char)*text))
		return bd_err(e, "'%s' is not a whole number", text);
	if (errno == ERANGE || n < least || n > most) {
		if (most == INT64_MAX && n < least)
			return bd_err(e, "'%s' is out of range: at least %lld", text,
				(long long)least);
		return bd_err(e, "'%s' is out of range: %lld to %lld", text, (long long)least,
			(long long)most);
	}
	*value = n;
	return 0;
}

int size_parse(const char *text, int64_t *kib, struct err *e)
{
	static const char letters[] = "KMGT";
	const char *end, *letter;
	double value;

	if (decimal_parse(text, &value, &end) || !*end)
		return bd_err(e, "'%s' is not a size: write 512MiB or 2GiB", text);
	while (*end == ' ')
		end++;
	letter = strchr(letters, toupper((unsigned char)*end));
	if (letter && *letter) {
		value *= pow(1024, (double)(letter - letters));
		end++;
		if (*end && strcasecmp(end, "iB") != 0 && strcasecmp(end, "B") != 0)
			return bd_err(e, "'%s' has no known unit: use KiB, MiB or GiB", text);
	} else if (strcasecmp(end, "B") == 0) {
		value /= 1024;
	} else {
		return bd_err(e, "'%s' has no known unit: use KiB, MiB or GiB", text);
	}
	if (value > 1e15)
		return bd_err(e, "'%s' is too large", text);
	*kib = (int64_t)ceil(value);
	return 0;
}

int truth_parse(const char *text, int *truth, struct err *e)
{
	static const char *const words[] = { "no", "yes", "false", "true", "off", "on", "0",
		"1" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (strcasecmp(text, words[i]) == 0) {
			*truth = i % 2;
			return 0;
		}
	}
	return bd_err(e, "'%s' is neither yes nor no", text);
}

void duration_text(double ns, char *text, int size)
{
	long long seconds = llround(ns / 1e9);

	if (ns < 1e3)
		snprintf(text, (size_t)size, "%.3g ns", ns);
	else if (ns < 1e6)
		snprintf(text, (size_t)size, "%.3g us", ns / 1e3);
	else if (ns < 999.5e6)
		snprintf(text, (size_t)size, "%.3g ms", ns / 1e6);
	else if (ns < 99.95e9)
		snprintf(text, (size_t)size, "%.3g s", ns / 1e9);
	else if (seconds < 3600)
		snprintf(text, (size_t)size, "%lld m %02lld s", seconds / 60, seconds % 60);
	else
		snprintf(text, (size_t)size, "%lld h %02lld m", seconds / 3600,
			seconds / 60 % 60);
}
