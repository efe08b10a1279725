/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_FORMATS_FOREIGN_H
#define COMPARE_FORMATS_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/base/json_reader.h"
#include "compare/base/string_list.h"
#include "compare/formats/reader.h"
#include "compare/formats/variant.h"
#include "compare/log/row.h"

/* What readers of other tools' results share. */
struct foreign {
	struct log *log;
	struct lines *lines;
	enum log_keep keep;
	double *values; /* samples of the next launch, in ns per iteration */
	size_t count, capacity;
	struct variant name; /* of foreign_row() */
	size_t document;     /* the number of the one that is read */
	struct {
		uint64_t hash; /* of its results */
		size_t values;
		uint32_t line;   /* of the first */
	} content;               /* of the document that is read */
	struct table *documents; /* the hash of each one before */
	bool warned_same;
	struct table *named;     /* of foreign_result(): the last document of each benchmark */
	bool damaged;            /* JSON could not be read on by what stands in it */
	char *damage;            /* the first piece that was left out; owned */
	struct string_list same; /* of foreign_same(): key, value of the first document ... */
	struct string_list differ; /* its keys that differ */
	/* Of gathering_of(): in the order of their first rows, and name -> address. */
	struct gathered *first, *last;
	struct table *index;
	struct arena arena; /* has them and their text */
	/* Of reader->nights(). */
	const struct nights_to *to;
	int to_rc;
};

void foreign_begin(struct foreign *f, struct log *log, struct lines *lines, enum log_keep keep);
void foreign_release(struct foreign *f);

/* Adds value * factor to the samples. False, and nothing added, where it is no time: NaN,
 * infinite, negative or above 30 years. */
bool foreign_value(struct foreign *f, double value, double factor);
/* The same of all numbers of an array, instead of what was there. False for an element that is
 * no time, and for none at all. */
bool foreign_values(struct foreign *f, const struct node *array, double factor);
/* ns of a value in "ns/iter", "usec", "ops/sec" and the like; NAN: it is no time. Go's has
 * other values behind a blank. */
double foreign_ns(double value, const char *unit);
/* A number that counts something, from 1 on; -1: it is none. */
int64_t foreign_count(double number);
/* Bytes in KiB; -1: no number of bytes. */
int64_t foreign_kib(double bytes);

/* Begins a row of that name with those of the fields that the result has; the name is valid
 * until the next one. False, with a warning: it has no name. */
bool foreign_row(struct foreign *f, struct log_row *row, const char *suite, const char *name,
	const struct node *result, const struct variant_field *fields);
/* Of a format in which a name stands once a document: warns where the row's stands there again,
 * as its launches are taken for more of the same benchmark. */
void foreign_result(struct foreign *f, const struct log_row *row, uint32_t line);
/* Adds a launch of the row with the samples, which are gone then. The row may have no samples
 * if its status is not ok or if it has quantiles. */
void foreign_launch(struct foreign *f, struct log_row *row, uint32_t line);
/* The same of one that has a median only. */
void foreign_median(struct foreign *f, struct log_row *row, double ns, uint32_t line);
/* Behind a document, or what one process printed: warns once if its results stand in the file
 * already, as two processes never measure the same. Few and rounded values may be equal. */
#define FOREIGN_SAME_LEAST 5
void foreign_end_document(struct foreign *f);
/* Adds "# key: value"; an empty value or NULL is none, and the first one of a log stays. */
void foreign_meta(struct foreign *f, const char *key, const char *value);
/* Of a whole document, as its revision: warns, once a key, if another one of the file differs
 * in it, as all are taken for launches of one program. NULL is none. */
void foreign_same(struct foreign *f, const char *key, const char *value);
/* Is any line of a head so? */
bool foreign_any_line(const char *head, size_t size, bool (*is)(const char *line, size_t size));
/* Warns that a row was left out, and why. */
void foreign_left_out(struct foreign *f, uint32_t line, const char *why);
/* The same of this line; of the last one it says whether that is cut short. */
void foreign_line_left_out(struct foreign *f, const char *why);

/*
 * Reads a whole log as the reader says; `to`: of all nights. Damage in a file of JSON costs
 * what stands behind it: it is a warning, and an error only if no row was read. Returns 0 or
 * -1, or what to->take() returned.
 */
int foreign_read(const struct reader *reader, struct log *log, struct lines *lines,
	enum log_keep keep, const struct nights_to *to, struct err *e);

/*
 * Makes launches of formats in which each sample is a row: all samples of a benchmark that one
 * process measured are one launch.
 */
struct gathered {
	struct gathered *next;
	struct log_row row; /* its text is in the arena, or of gathering_text() */
	double *samples;    /* owned */
	size_t count, capacity;
	double median_ns; /* of an aggregate */
	uint32_t line;    /* of the first row */
	/* Of Google Benchmark: what the first row says; -1: not known. */
	struct {
		double family, instance, repetition;
		const char *label;
		unsigned copies;     /* benchmarks of this name; 0: nothing of these is set */
		bool has_aggregates; /* rows of them follow, under names of their own */
	} said;
};

/* That of the benchmark in this process, valid until gathering_flush(). */
struct gathered *gathering_of(struct foreign *f, const char *name, uint32_t line);
/* The same, or NULL if it has no row yet. */
struct gathered *gathering_find(const struct foreign *f, const char *name);
/* Adds value * factor ns. The iterations become "not known" where samples differ in them.
 * False where it is no time. */
bool gathered_sample(struct gathered *item, double value, double factor, int64_t iterations);
/* Copies a text for a row. */
char *gathering_text(struct foreign *f, const char *text);
/* Adds the launches of a process to the log. */
void gathering_flush(struct foreign *f, const char *suite);

#endif
