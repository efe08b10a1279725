/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_SWIFT_READING_H
#define COMPARE_FORMATS_SWIFT_READING_H

#include <stdbool.h>
#include <stddef.h>

#include "compare/formats/foreign.h"
#include "compare/log/cells.h"

/*
 * Shared by the parsers of Swift's logs. Each line is one of: a header, a row, one of the lines
 * of --verbose, a JSON object. A log may mix them, as logs of several drivers are often joined.
 * Every benchmark gets the suite "Swift", so that logs of different forms join. Times are in us
 * in the file, if its header names no other unit, and in ns in the log. MAX_RSS is the growth
 * of resident memory: it becomes peak_kib, with base_kib 0. So does PAGES, in pages of 4 KiB,
 * where MAX_RSS is missing.
 */
#define SWIFT_SUITE "Swift"

/* The meaning of a cell of a row. */
enum swift_role {
	SWIFT_IGNORED,
	SWIFT_NUMBER,
	SWIFT_NAME,
	SWIFT_SAMPLES,
	SWIFT_MIN,
	SWIFT_QUANTILE, /* between minimum and maximum, also the median */
	SWIFT_MAX,
	SWIFT_MEAN,
	SWIFT_SD,
	SWIFT_MAX_RSS,
	SWIFT_PAGES,
	SWIFT_ICS
};

struct swift_column {
	enum swift_role role;
	double us; /* of a time: 1 in it, 1000 for ms; the header says the unit */
};

/* The lines of --verbose since the last row. */
struct swift_verbose {
	char *name;      /* owned; NULL: not in a benchmark */
	double *samples; /* us */
	size_t count, capacity;
	double factor;   /* legacy factor, by which the row's numbers are multiplied */
	int64_t scale;   /* iterations of each sample; -1: not known */
	double setup_us; /* NAN: not known */
	int64_t voluntary, involuntary; /* -1: not known */
	uint32_t line;                  /* of "Running NAME" */
};

struct swift_reading {
	struct foreign foreign; /* its values: quantiles or samples of a row */
	struct cells cells;
	struct swift_column *columns; /* of the last header */
	size_t column_count, column_capacity;
	bool delta; /* values after the first are differences, an empty cell is 0 */
	struct swift_verbose verbose;
	bool has_verbose; /* a benchmark of --verbose began */
	size_t rows;      /* since the last footer, without the unsupported ones */
	size_t unsupported;
	size_t passed_over; /* lines of no known form */
	uint32_t passed_first;
};

/* A form of a line. */
struct swift_form {
	/* Of a line that begins such a log. */
	bool (*begins)(const char *line, size_t size);
	/* False where the line is not of the form. */
	bool (*line)(struct swift_reading *r);
};

/* Headers and rows in text, separated by commas or by blanks; a row is a result, or a benchmark
 * that is unsupported. Then one JSON object a line, and the lines that --verbose adds. */
extern const struct swift_form swift_csv, swift_json, swift_verbose;

/* Adds the row as a launch. If it has no samples, the values are its quantiles (ns), and the
 * samples are restored where these determine all of them. */
void swift_add(struct swift_reading *r, struct log_row *row);
void swift_add_skipped(struct swift_reading *r, char *name, char *why);
bool swift_starts(const char *text, const char *with);
/* Growth of memory in pages: the peak of a row that does not know it better. */
void swift_set_pages(struct log_row *row, double pages);
/* us to ns without the last digit's noise: 11.123 is 11123. */
double swift_ns(double us);
/*
 * `values` are the q + 1 = count quantiles (type R-1, minimum to maximum) of n samples. If they
 * determine every sample (n <= count), moves the samples, sorted, to the front of `values` and
 * returns n; repeated quantiles of an oversampled row are dropped. Otherwise, and if the values
 * contradict the ranks, returns 0 and leaves them unchanged.
 */
size_t swift_restore_samples(double *values, size_t count, size_t n);

/* Adds the samples and counters of the lines above to the row that closes its benchmark. */
void swift_verbose_close(struct swift_reading *r, struct log_row *row, double min_us);
void swift_verbose_reset(struct swift_verbose *verbose);

#endif
