/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/row.h"

#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/base/utf8.h"
#include "compare/stats/quantile.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(struct log_row, member)

const struct log_column_info log_columns[COLUMN_COUNT] = {
	[COLUMN_SUITE] = { "suite", CELL_TEXT, AT(suite), 0 },
	[COLUMN_BENCHMARK] = { "benchmark", CELL_TEXT, AT(benchmark), 0 },
	[COLUMN_BUILD] = { "build", CELL_TEXT, AT(build), 0 },
	[COLUMN_STAGE] = { "stage", CELL_UINT8, AT(launch.stage), 0 },
	[COLUMN_ROUND] = { "round", CELL_UINT32, AT(launch.round), 1 },
	[COLUMN_ATTEMPT] = { "attempt", CELL_UINT16, AT(launch.attempt), 1 },
	[COLUMN_POSITION] = { "position", CELL_UINT8, AT(launch.position), 0 },
	[COLUMN_WORKER] = { "worker", CELL_INT, AT(evidence.worker), -1 },
	[COLUMN_CPU] = { "cpu", CELL_INT, AT(evidence.cpu), -1 },
	[COLUMN_STATUS] = { "status", CELL_STATUS, AT(launch.status), 0 },
	[COLUMN_DETAIL] = { "detail", CELL_TEXT, AT(evidence.detail), 0 },
	[COLUMN_ITERATIONS] = { "iterations", CELL_INT64, AT(launch.iterations), 0 },
	[COLUMN_TUNED_ITERATIONS] = { "tuned_iterations", CELL_INT64,
		AT(evidence.tuned_iterations), -1 },
	[COLUMN_CLOCK_STEP_NS] = { "clock_step_ns", CELL_DOUBLE, AT(launch.clock_step_ns), 0 },
	[COLUMN_CHECKSUM] = { "checksum", CELL_CHECKSUM, AT(evidence.result.checksum), 0 },
	[COLUMN_VERIFIED] = { "verified", CELL_INT, AT(evidence.result.verified), -1 },
	[COLUMN_ITEMS] = { "items", CELL_DOUBLE, AT(items), 0 },
	[COLUMN_BYTES] = { "bytes", CELL_DOUBLE, AT(bytes), 0 },
	[COLUMN_COUNTERS] = { "counters", CELL_TEXT, AT(evidence.counters), 0 },
	[COLUMN_FILE] = { "file", CELL_TEXT, AT(file), 0 },
	[COLUMN_LINE] = { "line", CELL_UINT32, AT(line), 0 },
	[COLUMN_CODE_FINGERPRINT] = { "code_fingerprint", CELL_TEXT, AT(code_fingerprint), 0 },
	[COLUMN_CODE_BYTES] = { "code_bytes", CELL_INT64, AT(evidence.code_bytes), -1 },
	[COLUMN_SETUP_NS] = { "setup_ns", CELL_DOUBLE, AT(evidence.setup_ns), 0 },
	[COLUMN_CPU_NS] = { "cpu_ns", CELL_DOUBLE, AT(evidence.cpu_ns), 0 },
	[COLUMN_WALL_NS] = { "wall_ns", CELL_DOUBLE, AT(evidence.wall_ns), 0 },
	[COLUMN_PEAK_KIB] = { "peak_kib", CELL_INT64, AT(evidence.memory.peak_kib), -1 },
	[COLUMN_BASE_KIB] = { "base_kib", CELL_INT64, AT(evidence.memory.base_kib), -1 },
	[COLUMN_VOLUNTARY_SWITCHES] = { "voluntary_switches", CELL_INT64,
		AT(evidence.switches.voluntary), -1 },
	[COLUMN_INVOLUNTARY_SWITCHES] = { "involuntary_switches", CELL_INT64,
		AT(evidence.switches.involuntary), -1 },
	[COLUMN_MINOR_FAULTS] = { "minor_faults", CELL_INT64, AT(evidence.faults.minor), -1 },
	[COLUMN_MAJOR_FAULTS] = { "major_faults", CELL_INT64, AT(evidence.faults.major), -1 },
	[COLUMN_MIGRATIONS] = { "migrations", CELL_INT64, AT(evidence.migrations), -1 },
	[COLUMN_RUN_DELAY_NS] = { "run_delay_ns", CELL_INT64, AT(evidence.run_delay_ns), -1 },
	[COLUMN_CORE_LOW] = { "core_low", CELL_DOUBLE, AT(evidence.core.low), 0 },
	[COLUMN_CORE_HIGH] = { "core_high", CELL_DOUBLE, AT(evidence.core.high), 0 },
	[COLUMN_LEFTOVER] = { "leftover", CELL_INT64, AT(evidence.leftover), -1 },
	[COLUMN_DISTURBED] = { "disturbed", CELL_TEXT, AT(evidence.disturbed), 0 },
	[COLUMN_TURN_NS] = { "turn_ns", CELL_INT64, AT(evidence.turn.length_ns), -1 },
	[COLUMN_SETTLE_NS] = { "settle_ns", CELL_INT64, AT(evidence.turn.settle_ns), -1 },
	[COLUMN_TURN_SAMPLES] = { "turn_samples", CELL_TEXT, AT(evidence.turn_samples), 0 },
	[COLUMN_SAMPLES] = { "samples", CELL_SAMPLES, AT(evidence.samples), 0 },
	[COLUMN_QUANTILES] = { "quantiles", CELL_QUANTILES, AT(evidence.quantile.values), 0 },
	[COLUMN_SAMPLE_COUNT] = { "sample_count", CELL_UINT32, AT(samples_behind), 0 },
	[COLUMN_MEAN_NS] = { "mean_ns", CELL_DOUBLE, AT(mean_ns), 0 },
	[COLUMN_SD_NS] = { "sd_ns", CELL_DOUBLE, AT(sd_ns), 0 },
	[COLUMN_NODE] = { "node", CELL_TEXT, AT(launch.node), 0 },
};

enum log_column log_column_find(const char *name)
{
	for (int i = 0; i < COLUMN_COUNT; i++)
		if (strcmp(name, log_columns[i].name) == 0)
			return (enum log_column)i;
	return COLUMN_COUNT;
}

int64_t log_row_integer(const struct log_row *row, enum log_column column)
{
	const void *member = (const char *)row + log_columns[column].offset;

	switch (log_columns[column].kind) {
	case CELL_UINT8:
		return *(const uint8_t *)member;
	case CELL_UINT16:
		return *(const uint16_t *)member;
	case CELL_UINT32:
		return *(const uint32_t *)member;
	case CELL_INT:
		return *(const int *)member;
	default:
		return *(const int64_t *)member;
	}
}

void log_row_init(struct log_row *row)
{
	static char empty[] = "";

	*row = (struct log_row){ .suite = empty,
		.benchmark = empty,
		.build = empty,
		.file = empty,
		.code_fingerprint = empty,
		.items = NAN,
		.bytes = NAN,
		.launch = LAUNCH_UNKNOWN,
		.evidence = EVIDENCE_UNKNOWN,
		.mean_ns = NAN,
		.sd_ns = NAN };
	row->evidence.detail = empty;
	row->evidence.disturbed = empty;
	row->evidence.turn_samples = empty;
	row->evidence.counters = empty;
	row->launch.round = 1;
}

void log_row_store_release(struct log_row_store *store)
{
	free(store->samples);
	free(store->quantiles);
	memset(store, 0, sizeof(*store));
}

/* These return what is wrong, as part of a sentence; NULL: nothing. */

static const char *set_text_cell(char **member, char *text, size_t size)
{
	if (memchr(text, '\0', size))
		return "has a NUL byte";
	if (!text_is_utf8(text, size))
		return "is not UTF-8";
	text_unescape(text, size);
	*member = text;
	return NULL;
}

static const char *set_integer(void *member, const struct log_column_info *info, int64_t value)
{
	static const int64_t most[] = {
		[CELL_UINT8] = UINT8_MAX,
		[CELL_UINT16] = UINT16_MAX,
		[CELL_UINT32] = UINT32_MAX,
		[CELL_INT] = INT_MAX,
		[CELL_INT64] = INT64_MAX,
	};

	if (value < info->least || value > most[info->kind])
		return "is out of range";
	if (info->kind == CELL_UINT8)
		*(uint8_t *)member = (uint8_t)value;
	else if (info->kind == CELL_UINT16)
		*(uint16_t *)member = (uint16_t)value;
	else if (info->kind == CELL_UINT32)
		*(uint32_t *)member = (uint32_t)value;
	else if (info->kind == CELL_INT)
		*(int *)member = (int)value;
	else
		*(int64_t *)member = value;
	return NULL;
}

/* Numbers separated by blanks, each finite and not negative. */
static const char *parse_list(
	double **list, size_t *capacity, size_t *count, const char *text, size_t size)
{
	const char *p = text, *end = text + size;
	double value;

	for (*count = 0;;) {
		while (p < end && *p == ' ')
			p++;
		if (p == end)
			return NULL;
		if (!number_scan(&p, end, &value) || (p < end && *p != ' '))
			return "has a value that is not a number";
		if (value < 0 || signbit(value))
			return "has a negative value";
		if (value > LOG_NS_MAX)
			return "has a value above 1e18 ns (30 years)";
		*ARRAY_ADD(*list, *count, *capacity) = value;
	}
}

static const char *set_samples(
	struct log_row *row, struct log_row_store *store, char *text, size_t size)
{
	size_t n;
	const char *why = parse_list(&store->samples, &store->samples_capacity, &n, text, size);

	row->evidence.samples = n > 0 ? store->samples : NULL;
	row->launch.sample_count = (uint32_t)n;
	row->samples_text = text;
	return why;
}

static const char *set_quantiles(
	struct log_row *row, struct log_row_store *store, const char *text, size_t size)
{
	size_t n;
	const char *why =
		parse_list(&store->quantiles, &store->quantiles_capacity, &n, text, size);

	if (!why && !quantile_rises(store->quantiles, n))
		why = "has quantiles that fall";
	row->evidence.quantile.values = n > 0 ? store->quantiles : NULL;
	row->evidence.quantile.count = n;
	return why;
}

static const char *set_status(struct log_row *row, const char *text, size_t size)
{
	enum outcome outcome = strlen(text) == size ? outcome_parse(text) : OUTCOME_COUNT;

	row->launch.status = (uint8_t)outcome;
	return outcome < OUTCOME_COUNT ? NULL : "is no known status";
}

const char *log_row_set(struct log_row *row, struct log_row_store *store,
	enum log_column column, char *text, size_t size)
{
	const struct log_column_info *info = &log_columns[column];
	void *member = (char *)row + info->offset;
	int64_t integer;
	double real;

	if (size == 0)
		return NULL;
	switch (info->kind) {
	case CELL_TEXT:
		return set_text_cell(member, text, size);
	case CELL_SAMPLES:
		return set_samples(row, store, text, size);
	case CELL_QUANTILES:
		return set_quantiles(row, store, text, size);
	case CELL_STATUS:
		return set_status(row, text, size);
	case CELL_CHECKSUM:
		row->evidence.result.has_checksum = true;
		return number_parse_hex(text, size, &row->evidence.result.checksum)
			       ? NULL
			       : "is not a hexadecimal number of at most 16 digits";
	case CELL_DOUBLE:
		if (!number_parse(text, size, &real))
			return "is not a number";
		*(double *)member = real;
		return real < 0 ? "is negative" : NULL;
	default:
		return number_parse_integer(text, size, &integer)
			       ? set_integer(member, info, integer)
			       : "is not a whole number";
	}
}

/* Whole numbers whose sum is that of the samples, or nothing. */
static bool turns_fit(const char *text, uint32_t sample_count)
{
	uint64_t sum = 0;

	if (!*text)
		return true;
	for (const char *p = text; *p;) {
		size_t digits = strspn(p, "0123456789"), blanks = strspn(p + digits, " ");

		if (!digits || digits > 9)
			return false;
		sum += (uint64_t)strtoll(p, NULL, 10);
		p += digits + blanks;
	}
	return sum == sample_count;
}

const char *log_row_check(struct log_row *row)
{
	struct launch *launch = &row->launch;
	const struct evidence *evidence = &row->evidence;

	launch->disturbed = evidence->disturbed[0] != '\0';
	launch->all_cpus = evidence->worker >= 0 && evidence->cpu < 0;
	row->evidence.clock_step_ns = launch->clock_step_ns;
	if (!row->benchmark[0])
		return "the cell 'benchmark' is empty";
	if (launch->status != OUTCOME_OK)
		return NULL;
	if (launch->iterations == 0)
		return "iterations is 0";
	if (!evidence->samples)
		return evidence->quantile.count < 2
			       ? "the launch is ok, but the cell 'samples' is empty"
			       : NULL;
	if (!turns_fit(evidence->turn_samples, launch->sample_count))
		return "the cell 'turn_samples' does not add up to the number of samples";
	row->evidence.quantile.values = NULL;
	row->evidence.quantile.count = 0;
	return NULL;
}
