/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/print/format.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "compare/base/memory.h"

static char *nothing(char *out)
{
	out[0] = '-';
	out[1] = '\0';
	return out;
}

/* Decimals that leave three digits. Called with 0 <= value. */
static int decimals(double value)
{
	if (value >= 99.95)
		return 0;
	return value >= 9.995 ? 1 : 2;
}

/* Of four units. */
static char *scaled(char *out, double value, double step, const char *const *unit)
{
	size_t i = 0;

	/* 999.5 would be printed as 1000. */
	while (i < 3 && value >= 999.5) {
		value /= step;
		i++;
	}
	if (value >= 1e7)
		snprintf(out, FORMAT_SIZE, "%.3g %s", value, unit[i]);
	else
		snprintf(out, FORMAT_SIZE, "%.*f %s", decimals(value), value, unit[i]);
	return out;
}

char *format_time(char *out, double ns)
{
	static const char *const unit[] = { "ns", "us", "ms", "s" };

	if (!isfinite(ns) || ns < 0)
		return nothing(out);
	return scaled(out, ns, 1000, unit);
}

char *format_kib(char *out, double kib)
{
	static const char *const unit[] = { "KiB", "MiB", "GiB", "TiB" };

	if (!isfinite(kib) || kib < 0)
		return nothing(out);
	return scaled(out, kib, 1024, unit);
}

char *format_count(char *out, double value)
{
	bool whole = value == floor(value) && fabs(value) < 1e12;

	if (!isfinite(value))
		return nothing(out);
	snprintf(out, FORMAT_SIZE, whole ? "%.0f" : "%.4g", value);
	return out;
}

/* One end of an interval or the change itself, without its unit. */
static void signed_percent(char *out, double ratio)
{
	double percent = (ratio - 1) * 100;
	double size = fabs(percent);

	snprintf(out, FORMAT_SIZE, "%+.*f", decimals(size), percent);
	/* Rounding left nothing: "-0.00" would pretend to a direction. */
	if (size < 0.005)
		snprintf(out, FORMAT_SIZE, "0.00");
}

static void factor(char *out, double ratio)
{
	double size = ratio >= 1 ? ratio : 1 / ratio;

	if (size >= 1e4)
		snprintf(out, FORMAT_SIZE, "%c%.1e", ratio >= 1 ? 'x' : '/', size);
	else
		snprintf(out, FORMAT_SIZE, "%c%.*f", ratio >= 1 ? 'x' : '/', decimals(size),
			size);
}

static int is_factor(double ratio)
{
	return ratio >= FORMAT_FACTOR_FROM || ratio <= 1 / FORMAT_FACTOR_FROM;
}

static char *change(char *out, double ratio, bool as_factor)
{
	char number[FORMAT_SIZE];

	if (!isfinite(ratio) || ratio <= 0)
		return nothing(out);
	if (as_factor) {
		factor(out, ratio);
		return out;
	}
	signed_percent(number, ratio);
	snprintf(out, FORMAT_SIZE, "%.20s %%", number);
	return out;
}

char *format_change(char *out, double ratio)
{
	return change(out, ratio, is_factor(ratio));
}

static char *interval(char *out, double low, double high, bool as_factor)
{
	char a[FORMAT_SIZE], b[FORMAT_SIZE];

	if (!isfinite(low) || !isfinite(high) || low <= 0 || high <= 0)
		return nothing(out);
	if (as_factor) {
		factor(a, low);
		factor(b, high);
		snprintf(out, FORMAT_SIZE, "%.15s..%.15s", a, b);
		return out;
	}
	signed_percent(a, low);
	signed_percent(b, high);
	snprintf(out, FORMAT_SIZE, "%.15s..%.15s %%", a, b);
	return out;
}

char *format_interval(char *out, double low, double high)
{
	return interval(out, low, high, is_factor(low) || is_factor(high));
}

struct format_row format_row(double ratio, double low, double high)
{
	bool as_factor = is_factor(ratio) || is_factor(low) || is_factor(high);
	struct format_row row;

	change(row.change, ratio, as_factor);
	interval(row.interval, low, high, as_factor);
	return row;
}

char *format_percent(char *out, double fraction)
{
	if (!isfinite(fraction))
		return nothing(out);
	/* Never "1e+02". */
	if (fabs(fraction) < 0.995)
		snprintf(out, FORMAT_SIZE, "%.2g %%", fraction * 100);
	else
		snprintf(out, FORMAT_SIZE, "%.0f %%", fraction * 100);
	return out;
}

double time_unit_ns(const char *unit)
{
	static const struct {
		const char *name;
		double ns;
	} units[] = { { "ns", 1 }, { "us", 1e3 }, { "\xC2\xB5s", 1e3 }, { "\xCE\xBCs", 1e3 },
		{ "ms", 1e6 }, { "s", 1e9 } };

	for (size_t i = 0; unit && i < ARRAY_SIZE(units); i++)
		if (strcmp(unit, units[i].name) == 0)
			return units[i].ns;
	return NAN;
}
