/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_ROW_H
#define COMPARE_LOG_ROW_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/log/log.h"

/*
 * One row of our log or of the row channel: the reader fills it from a line, the writer makes a
 * line of it. It owns nothing: text and samples belong to the code that filled it.
 */
struct log_row {
	char *suite, *benchmark, *build; /* never NULL after log_row_init() */
	char *file;
	char *code_fingerprint; /* of what is timed, hexadecimal; "": not known */
	unsigned line;          /* in `file`; 0: not known */
	double items, bytes;
	struct launch launch;
	struct evidence evidence; /* samples of launch.sample_count values, or NULL */
	/* The samples as the harness wrote them, passed through to the log; NULL: written
	 * from evidence.samples. */
	char *samples_text;
	/* Only if evidence.samples is NULL: the number of samples; 0: not known. */
	uint32_t samples_behind;
	double mean_ns, sd_ns; /* likewise */
};

/* A larger time is damage; with it sums and squares could leave the range of a double. */
#define LOG_NS_MAX 1e18

/* Columns of the log by name; the last ones stand only in some logs: see enum log_extra. */
enum log_column {
	COLUMN_SUITE,
	COLUMN_BENCHMARK,
	COLUMN_BUILD,
	COLUMN_STAGE,
	COLUMN_ROUND,
	COLUMN_ATTEMPT,
	COLUMN_POSITION,
	COLUMN_WORKER,
	COLUMN_CPU,
	COLUMN_STATUS,
	COLUMN_DETAIL,
	COLUMN_ITERATIONS,
	COLUMN_TUNED_ITERATIONS,
	COLUMN_CLOCK_STEP_NS,
	COLUMN_CHECKSUM,
	COLUMN_VERIFIED,
	COLUMN_ITEMS,
	COLUMN_BYTES,
	COLUMN_COUNTERS,
	COLUMN_FILE,
	COLUMN_LINE,
	COLUMN_CODE_FINGERPRINT,
	COLUMN_CODE_BYTES,
	COLUMN_SETUP_NS,
	COLUMN_CPU_NS,
	COLUMN_WALL_NS,
	COLUMN_PEAK_KIB,
	COLUMN_BASE_KIB,
	COLUMN_VOLUNTARY_SWITCHES,
	COLUMN_INVOLUNTARY_SWITCHES,
	COLUMN_MINOR_FAULTS,
	COLUMN_MAJOR_FAULTS,
	COLUMN_MIGRATIONS,
	COLUMN_RUN_DELAY_NS,
	COLUMN_CORE_LOW,
	COLUMN_CORE_HIGH,
	COLUMN_LEFTOVER,
	COLUMN_DISTURBED,
	COLUMN_TURN_NS,
	COLUMN_SETTLE_NS,
	COLUMN_TURN_SAMPLES,
	COLUMN_SAMPLES,
	COLUMN_PLAIN_COUNT,
	COLUMN_QUANTILES = COLUMN_PLAIN_COUNT,
	COLUMN_SAMPLE_COUNT,
	COLUMN_MEAN_NS,
	COLUMN_SD_NS,
	COLUMN_NODE,
	COLUMN_COUNT
};

/* Groups of columns that not every log has. */
enum log_extra {
	LOG_DERIVED = 1, /* that `convert` made of a source without samples */
	LOG_NODE = 2,    /* of several machines */
};

enum log_cell_kind {
	CELL_TEXT,
	CELL_UINT8,
	CELL_UINT16,
	CELL_UINT32,
	CELL_INT,
	CELL_INT64,
	CELL_DOUBLE,
	CELL_STATUS,
	CELL_CHECKSUM,
	CELL_SAMPLES,
	CELL_QUANTILES
};

struct log_column_info {
	const char *name;
	enum log_cell_kind kind;
	size_t offset; /* of the member in struct log_row */
	int64_t least; /* of a number */
};

extern const struct log_column_info log_columns[COLUMN_COUNT];
/* COLUMN_COUNT for a name that is none. */
enum log_column log_column_find(const char *name);

/* A whole number of the row. */
int64_t log_row_integer(const struct log_row *row, enum log_column column);
/* Everything "not known", status ok, round 1, attempt 1. */
void log_row_init(struct log_row *row);

/* The arrays that rows point into while they are read; one row at a time. */
struct log_row_store {
	double *samples, *quantiles;
	size_t samples_capacity, quantiles_capacity;
};

void log_row_store_release(struct log_row_store *store);
/*
 * Sets one member from a cell, which is changed in place (escapes are taken out). An empty cell
 * leaves it as it is. Returns what is wrong ("is not a number"), or NULL.
 */
const char *log_row_set(struct log_row *row, struct log_row_store *store,
	enum log_column column, char *text, size_t size);
/* Checks the cells of a row together, after all were set. Returns what is wrong, or NULL. */
const char *log_row_check(struct log_row *row);

#endif
