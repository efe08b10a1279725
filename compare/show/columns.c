/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/show/columns.h"

#include "compare/base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define AT(member) offsetof(struct show_line, member)

/* The counted metrics stand between the two parts. */
static const struct show_column summary_begin[] = {
	{ "launches", "launches", SHOW_COUNT, AT(launches), true },
	{ "samples", "samples", SHOW_COUNT, AT(samples), true },
	{ "iterations", "iterations", SHOW_INTEGER, AT(iterations), false },
	{ "min", "min_ns", SHOW_TIME, AT(min_ns), true },
	{ "Q1", "q1_ns", SHOW_TIME, AT(q1_ns), false },
	{ "median", "median_ns", SHOW_TIME, AT(median_ns), true },
	{ "Q3", "q3_ns", SHOW_TIME, AT(q3_ns), false },
	{ "max", "max_ns", SHOW_TIME, AT(max_ns), true },
	{ "mean", "mean_ns", SHOW_TIME, AT(mean_ns), false },
	{ "SD", "sd_ns", SHOW_TIME, AT(sd_ns), true },
	{ "MAD", "mad_ns", SHOW_TIME, AT(mad_ns), false },
	{ "between", "between_sd_ns", SHOW_TIME, AT(between_sd_ns), true },
	{ "outliers", "outliers", SHOW_COUNT, AT(outliers), false },
};

static const struct show_column summary_end[] = {
	{ "failed", "failed", SHOW_COUNT, AT(failed), false },
	{ "skipped", "skipped", SHOW_COUNT, AT(skipped), false },
	{ "disturbed", "disturbed", SHOW_COUNT, AT(disturbed), false },
};

static const struct show_column quantile_columns[] = {
	{ "min", "q000_ns", SHOW_TIME, AT(quantiles[0]), true },
	{ "5 %", "q005_ns", SHOW_TIME, AT(quantiles[1]), false },
	{ "10 %", "q010_ns", SHOW_TIME, AT(quantiles[2]), true },
	{ "15 %", "q015_ns", SHOW_TIME, AT(quantiles[3]), false },
	{ "20 %", "q020_ns", SHOW_TIME, AT(quantiles[4]), false },
	{ "25 %", "q025_ns", SHOW_TIME, AT(quantiles[5]), true },
	{ "30 %", "q030_ns", SHOW_TIME, AT(quantiles[6]), false },
	{ "35 %", "q035_ns", SHOW_TIME, AT(quantiles[7]), false },
	{ "40 %", "q040_ns", SHOW_TIME, AT(quantiles[8]), false },
	{ "45 %", "q045_ns", SHOW_TIME, AT(quantiles[9]), false },
	{ "50 %", "q050_ns", SHOW_TIME, AT(quantiles[10]), true },
	{ "55 %", "q055_ns", SHOW_TIME, AT(quantiles[11]), false },
	{ "60 %", "q060_ns", SHOW_TIME, AT(quantiles[12]), false },
	{ "65 %", "q065_ns", SHOW_TIME, AT(quantiles[13]), false },
	{ "70 %", "q070_ns", SHOW_TIME, AT(quantiles[14]), false },
	{ "75 %", "q075_ns", SHOW_TIME, AT(quantiles[15]), true },
	{ "80 %", "q080_ns", SHOW_TIME, AT(quantiles[16]), false },
	{ "85 %", "q085_ns", SHOW_TIME, AT(quantiles[17]), false },
	{ "90 %", "q090_ns", SHOW_TIME, AT(quantiles[18]), true },
	{ "95 %", "q095_ns", SHOW_TIME, AT(quantiles[19]), false },
	{ "max", "q100_ns", SHOW_TIME, AT(quantiles[20]), true },
};

#define RANGE(member) AT(regression.member.low_ns)
#define COST(title, key, member)                                                        \
	{ title, key "_ns", SHOW_TIME, AT(regression.member.ns), true },                \
		{ "95 % interval", NULL, SHOW_TIME_RANGE, RANGE(member), true },        \
		{ "low", key "_low_ns", SHOW_TIME, RANGE(member), false },              \
	{                                                                               \
		"high", key "_high_ns", SHOW_TIME, AT(regression.member.high_ns), false \
	}

static const struct show_column regress_columns[] = {
	{ "samples", "rows", SHOW_COUNT, AT(regression.rows), true },
	COST("per iteration", "slope", costs[PREDICTOR_ITERATIONS]),
	COST("constant", "intercept", constant),
	COST("per minor fault", "minor_fault", costs[PREDICTOR_MINOR_FAULTS]),
	COST("per major fault", "major_fault", costs[PREDICTOR_MAJOR_FAULTS]),
	COST("per voluntary switch", "voluntary_switch", costs[PREDICTOR_VOLUNTARY_SWITCHES]),
	COST("per involuntary switch", "involuntary_switch",
		costs[PREDICTOR_INVOLUNTARY_SWITCHES]),
	COST("per allocation", "allocation", costs[PREDICTOR_ALLOCATIONS]),
	{ "R^2", "r_squared", SHOW_PLAIN, AT(regression.r2), true },
	{ "95 % interval", NULL, SHOW_PLAIN_RANGE, AT(regression.r2_low), true },
	{ "low", "r_squared_low", SHOW_PLAIN, AT(regression.r2_low), false },
	{ "high", "r_squared_high", SHOW_PLAIN, AT(regression.r2_high), false },
};

static const struct show_column *summary_columns(size_t *count)
{
	static struct show_column
		all[ARRAY_SIZE(summary_begin) + METRICS - 1 + ARRAY_SIZE(summary_end)];
	struct show_column *column = &all[ARRAY_SIZE(summary_begin)];

	memcpy(all, summary_begin, sizeof(summary_begin));
	for (unsigned m = METRIC_TIME + 1; m < METRICS; m++)
		*column++ = (struct show_column){ metrics[m].key,
			log_columns[metrics[m].column].name, SHOW_METRIC,
			AT(counted) + m * sizeof(double), true };
	memcpy(column, summary_end, sizeof(summary_end));
	*count = ARRAY_SIZE(all);
	return all;
}

const struct show_column *show_columns(enum show_part part, size_t *count)
{
	if (part == SHOW_QUANTILES) {
		*count = ARRAY_SIZE(quantile_columns);
		return quantile_columns;
	}
	if (part == SHOW_REGRESS) {
		*count = ARRAY_SIZE(regress_columns);
		return regress_columns;
	}
	return summary_columns(count);
}

double show_value(const struct show_line *line, const struct show_column *column)
{
	const void *member = (const char *)line + column->offset;

	if (column->form == SHOW_COUNT)
		return (double)*(const size_t *)member;
	if (column->form == SHOW_INTEGER) {
		int64_t value = *(const int64_t *)member;

		return value < 0 ? NAN : (double)value;
	}
	return *(const double *)member;
}

/* A fitted time may be negative. */
static char *put_time(char out[FORMAT_SIZE], double ns)
{
	char text[FORMAT_SIZE];

	snprintf(out, FORMAT_SIZE, "%s%.*s", ns < 0 ? "-" : "", FORMAT_SIZE - 2,
		format_time(text, fabs(ns)));
	return out;
}

/* "1.50 us..1.60 us": the member and the one behind it. */
static char *format_range(
	char out[FORMAT_SIZE], const struct show_line *line, const struct show_column *column)
{
	const double *range = (const double *)((const char *)line + column->offset);
	char low[FORMAT_SIZE], high[FORMAT_SIZE];

	if (column->form == SHOW_TIME_RANGE) {
		put_time(low, range[0]);
		put_time(high, range[1]);
	} else {
		snprintf(low, sizeof(low), "%.4f", range[0]);
		snprintf(high, sizeof(high), "%.4f", range[1]);
	}
	snprintf(out, FORMAT_SIZE, "%.*s..%.*s", FORMAT_SIZE / 2 - 2, low, FORMAT_SIZE / 2 - 2,
		high);
	return out;
}

char *show_format(
	char out[FORMAT_SIZE], const struct show_line *line, const struct show_column *column)
{
	double value = show_value(line, column);

	out[0] = '\0';
	if (!isfinite(value))
		return out;
	if (column->form == SHOW_TIME_RANGE || column->form == SHOW_PLAIN_RANGE)
		return format_range(out, line, column);
	if (column->form == SHOW_TIME)
		return put_time(out, value);
	if (column->form == SHOW_METRIC)
		return metrics[(column->offset - AT(counted)) / sizeof(double)].format(
			out, value);
	snprintf(out, FORMAT_SIZE, column->form == SHOW_PLAIN ? "%.4f" : "%.0f", value);
	return out;
}

char *show_name(const struct show_line *line)
{
	const struct log_benchmark *b = line->benchmark;

	return memory_format("%s%s%s%s%s%s", b->suite, b->suite[0] ? "/" : "", b->name,
		b->build[0] ? " (" : "", b->build, b->build[0] ? ")" : "");
}

char *show_notes(const struct show_line *line, enum show_part part)
{
	const struct {
		size_t count;
		const char *word;
	} parts[] = { { line->failed, "failed" }, { line->skipped, "skipped" },
		{ line->disturbed, "disturbed" } };
	char text[128] = "";
	size_t n = 0;

	if (part == SHOW_REGRESS)
		return memory_text(line->regression.notes ? line->regression.notes : "");
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		if (parts[i].count > 0)
			n += (size_t)snprintf(text + n, sizeof(text) - n, "%s%zu %s",
				n ? ", " : "", parts[i].count, parts[i].word);
	if (line->all_cpus)
		snprintf(text + n, sizeof(text) - n, "%son all CPUs", n ? ", " : "");
	return memory_text(text);
}

bool show_has(const struct show_line *line, enum show_part part)
{
	return part != SHOW_REGRESS || line->regression.rows > 0;
}
