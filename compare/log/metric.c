/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/metric.h"

#include <math.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/regex.h"
#include "compare/print/format.h"
#include "compare/print/json.h"

static char *format_bytes(char *out, double bytes)
{
	return format_kib(out, bytes / 1024);
}

const struct metric metrics[METRICS] = {
	[METRIC_TIME] = { "time", "time", "ns", COLUMN_SAMPLES, BETTER_LESS, NAN, 0,
		format_time },
	/* Less is the noise of the loader and the allocator. */
	[METRIC_MEMORY] = { "memory", "peak memory", "KiB", COLUMN_PEAK_KIB, BETTER_LESS, 0.05,
		256, format_kib },
	/* Less is how compilers align functions. */
	[METRIC_SIZE] = { "size", "code size", "B", COLUMN_CODE_BYTES, BETTER_LESS, 0.01, 32,
		format_bytes },
};

const struct metric metric_counter = { COUNTER_KEY, "", "", COLUMN_COUNTERS, BETTER_UNKNOWN,
	0.01, 0, format_count };

bool metric_is_counted(const char *key)
{
	for (unsigned m = METRIC_TIME + 1; m < METRICS; m++)
		if (strcmp(metrics[m].key, key) == 0)
			return true;
	return strncmp(key, COUNTER_KEY, strlen(COUNTER_KEY)) == 0 && key[strlen(COUNTER_KEY)];
}

static bool matches(const char *name, const char *pattern)
{
	struct err e;
	struct regex *regex = regex_new(pattern, &e);
	bool yes = regex && regex_match(regex, name) == REGEX_MATCHES;

	regex_free(regex);
	return yes;
}

enum metric_better counter_better(const char *name)
{
	if (matches(name, "(?i)(?<![a-z])(miss(es)?|alloc(ation)?s?)(?![a-z])"))
		return BETTER_LESS;
	return matches(name, "(?i)(?<![a-z])hits(?![a-z])|(/s|per_second)$") ? BETTER_MORE
									     : BETTER_UNKNOWN;
}

char *metric_key(const struct log *log, unsigned metric)
{
	return metric < METRICS
		       ? memory_text(metrics[metric].key)
		       : memory_format(COUNTER_KEY "%s", log->counters.items[metric - METRICS]);
}

double launch_counted(const struct launch *launch, unsigned metric)
{
	for (size_t i = 0; i < launch->counted_count; i++)
		if (launch->counted[i].metric == metric)
			return launch->counted[i].value;
	return NAN;
}

/* While the values of one row are collected. */
struct counting {
	struct log *log;
	struct counted values[METRICS + COUNTERS_MAX];
	size_t count;
};

static void counting_add(struct counting *c, unsigned metric, double value)
{
	if (isfinite(value))
		c->values[c->count++] = (struct counted){ metric, value };
}

static void counting_end(struct counting *c, struct launch *launch)
{
	size_t size = c->count * sizeof(*c->values);

	launch->counted_count = (uint8_t)c->count;
	launch->counted =
		size ? memcpy(arena_alloc(&c->log->arena, size), c->values, size) : NULL;
}

/* COUNTERS_MAX: there are too many. */
static size_t counter_place(struct log *log, const char *name)
{
	struct string_list *names = &log->counters;
	size_t i = 0;

	while (i < names->count && strcmp(names->items[i], name) != 0)
		i++;
	if (i == names->count && i < COUNTERS_MAX)
		string_list_add(names, name);
	return i;
}

static void add_counter(void *ctx, const char *name, double value)
{
	struct counting *c = ctx;
	size_t place = counter_place(c->log, name);

	if (place < COUNTERS_MAX)
		counting_add(c, METRICS + (unsigned)place, value);
}

/* Whole numbers below 0 mean "not known". */
static double value_of(const struct log_row *row, enum log_column column)
{
	int64_t value = log_row_integer(row, column);

	return value < 0 ? NAN : (double)value;
}

void log_count_row(struct log *log, struct launch *launch, const struct log_row *row)
{
	struct counting c; /* the values are not set to 0, as most rows have none or one */

	c.log = log;
	c.count = 0;
	for (unsigned m = METRIC_TIME + 1; m < METRICS; m++)
		counting_add(&c, m, value_of(row, metrics[m].column));
	if (*row->evidence.counters)
		json_numbers(row->evidence.counters, add_counter, &c);
	counting_end(&c, launch);
}

void log_count_copy(struct log *to, struct launch *launch, const struct log *from)
{
	struct counting c = { .log = to };

	for (size_t i = 0; i < launch->counted_count; i++) {
		const struct counted *one = &launch->counted[i];

		if (one->metric < METRICS)
			counting_add(&c, one->metric, one->value);
		else
			add_counter(
				&c, from->counters.items[one->metric - METRICS], one->value);
	}
	counting_end(&c, launch);
}
