/* SPDX-License-Identifier: MIT */
#include "harness/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/text.h"

/* Three digits, and always the whole integer part. */
static int format_scaled(char *buffer, size_t size, double value, const char *unit)
{
	int decimals = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;

	return snprintf(buffer, size, "%.*f %s", decimals, value, unit);
}

const char *bd_format_ns(char *buffer, size_t size, double ns)
{
	if (ns < 999.5)
		format_scaled(buffer, size, ns, "ns");
	else if (ns < 999.5e3)
		format_scaled(buffer, size, ns / 1e3, "us");
	else if (ns < 999.5e6)
		format_scaled(buffer, size, ns / 1e6, "ms");
	else
		format_scaled(buffer, size, ns / 1e9, "s");
	return buffer;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Amount a second with a decimal prefix: "812 M items/s". */
static void write_rate(FILE *out, double per_iteration, double ns, const char *unit)
{
	static const char *const prefixes[] = { "", "k", "M", "G", "T" };
	double rate = ns > 0 ? per_iteration / ns * 1e9 : 0;
	size_t prefix = 0;
	char text[64];

	if (!(per_iteration > 0) || ns <= 0)
		return;
	for (; rate >= 999.5 && prefix < 4; prefix++)
		rate /= 1000;
	format_scaled(text, sizeof(text), rate, prefixes[prefix]);
	fprintf(out, "  %s%s%s", text, *unit == 'B' || !prefix ? "" : " ", unit);
}

void bd_table_head(FILE *out, int width)
{
	fprintf(out, "%-*s  %10s  %7s  %9s  %9s  %8s  %s\n", width, "benchmark", "iterations",
		"samples", "min", "median", "spread", "throughput");
}

/* Spread: distance of the quartiles in per cent of the median. */
static void write_times(FILE *out, const struct bd_record *r, double *sorted)
{
	size_t n = r->sample_count;
	double median, spread;
	char low[32], middle[32];

	memcpy(sorted, r->samples, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), compare_doubles);
	median = n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
	spread = sorted[(3 * n) / 4 < n ? (3 * n) / 4 : n - 1] - sorted[n / 4];
	fprintf(out, "  %10" PRId64 "  %7zu  %9s  %9s  %6.1f %%", r->iterations, n,
		bd_format_ns(low, sizeof(low), sorted[0]),
		bd_format_ns(middle, sizeof(middle), median),
		median > 0 ? 100 * spread / median : 0);
	write_rate(out, r->items, median, "items/s");
	write_rate(out, r->bytes, median, "B/s");
}

static const char *status_words(const char *status)
{
	if (strcmp(status, "verify") == 0)
		return "WRONG RESULT";
	return strcmp(status, "skipped") == 0 ? "skipped" : "CRASHED";
}

void bd_table_row(FILE *out, int width, const struct bd_record *record)
{
	double *sorted = calloc(record->sample_count + 1, sizeof(*sorted));

	fprintf(out, "%-*s", width, record->benchmark);
	if (strcmp(record->status, "ok") != 0) {
		fprintf(out, "  %s: ", status_words(record->status));
		bd_write_escaped(out, record->detail);
	} else if (sorted) {
		write_times(out, record, sorted);
	}
	putc('\n', out);
	free(sorted);
}
