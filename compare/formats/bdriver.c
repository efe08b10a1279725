/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/base/utf8.h"
#include "compare/formats/read.h"
#include "compare/formats/reader.h"
#include "compare/log/line.h"
#include "compare/log/row_reader.h"
#include "compare/print/format.h"

#include <string.h>

#define VERSION_PREFIX "# bdriver-log:"

/* While one log of ours is read. */
struct own_reading {
	struct log *log;
	struct lines *lines;
	struct row_reader rows;
	enum log_keep keep;
	bool has_header;
	bool sorted;      /* metadata "sample-order: sorted" */
	bool another;     /* a second log begins in the file */
	bool ended;       /* an "# end" line was the last thing seen */
	int64_t end_rows; /* its number */
	size_t seen;      /* rows, also damaged ones */
};

static bool line_has(const char *line, size_t size, const char *word)
{
	return memmem(line, size, word, strlen(word)) != NULL;
}

/* By its first line or, if another program removed the comments, by its header. */
static bool recognises(const char *head, size_t size)
{
	const char *p = head, *end = head + size, *stop = end;

	for (; p < end; p = stop + 1) {
		stop = memchr(p, '\n', (size_t)(end - p));
		if (!stop)
			stop = end;
		if ((size_t)(stop - p) >= strlen(VERSION_PREFIX) &&
			memcmp(p, VERSION_PREFIX, strlen(VERSION_PREFIX)) == 0)
			return true;
		if (*p != '#' && *p != '\r' && *p != '\n')
			break;
	}
	if (p >= end)
		return false;
	return line_has(p, (size_t)(stop - p), "suite") &&
	       line_has(p, (size_t)(stop - p), "benchmark") &&
	       line_has(p, (size_t)(stop - p), "samples");
}

static int read_end_line(struct own_reading *r, const char *value)
{
	r->ended = number_parse_integer(value, strlen(value), &r->end_rows);
	if (!r->ended)
		log_warn(r->log, "%s:%u: '# end: %s' does not say a number of rows",
			r->lines->path, r->lines->number, value);
	return 0;
}

static int read_meta(struct own_reading *r, struct err *e)
{
	char *key, *value;
	int64_t format;
	bool newer;

	if (memchr(r->lines->text, '\0', r->lines->size) ||
		!text_is_utf8(r->lines->text, r->lines->size) ||
		!log_line_split_meta(r->lines->text, &key, &value))
		return 0;
	if (strcmp(key, "end") == 0)
		return read_end_line(r, value);
	if (strcmp(key, "bdriver-log") == 0 && r->has_header) {
		r->another = true;
		log_warn(r->log,
			"%s:%u: another log begins here and is left out with all behind it; "
			"`bdriver compare --old LOG --new LOG` takes several",
			r->lines->path, r->lines->number);
		return 0;
	}
	if (strcmp(key, "bdriver-log") == 0) {
		if (strcmp(value, "1") == 0)
			return 0;
		newer = number_parse_integer(value, strlen(value), &format) && format > 1;
		return bd_err(e,
			"%s:%u: the log has format %s, this bdriver reads format 1; %s",
			r->lines->path, r->lines->number, value,
			newer ? "use the version that wrote it, or a newer one"
			      : "the line is damaged: restore the log from a copy");
	}
	if (strcmp(key, "sample-order") == 0)
		r->sorted = strcmp(value, "sorted") == 0;
	log_add_meta(r->log, key, value);
	return 0;
}

static int read_log_header(struct own_reading *r, struct err *e)
{
	static const enum log_column required[] = { COLUMN_SUITE, COLUMN_BENCHMARK,
		COLUMN_ROUND, COLUMN_STATUS, COLUMN_ITERATIONS, COLUMN_SAMPLES };
	const char *path = r->lines->path;

	if (row_reader_header(&r->rows, r->lines->text, r->lines->size) < 0)
		return bd_err(e, "%s:%u: %s", path, r->lines->number, r->rows.why);
	for (size_t i = 0; i < ARRAY_SIZE(required); i++)
		if (!r->rows.has[required[i]])
			return bd_err(e, "%s:%u: the header has no column '%s'; a log needs it",
				path, r->lines->number, log_columns[required[i]].name);
	r->has_header = true;
	return 0;
}

static void read_log_row(struct own_reading *r)
{
	struct log_row row;

	r->ended = false;
	r->seen++;
	if (r->lines->torn && r->lines->text[r->lines->size - 1] != '"') {
		log_warn(r->log, "%s:%u: row left out: the last line is cut short",
			r->lines->path, r->lines->number);
		return;
	}
	if (row_reader_row(&r->rows, &row, r->lines->text, r->lines->size) < 0) {
		log_warn(r->log, "%s:%u: row left out: %s%s", r->lines->path, r->lines->number,
			r->rows.why, r->lines->torn ? " (the last line is cut short)" : "");
		return;
	}
	row.evidence.samples_sorted = r->sorted;
	if (row.evidence.samples)
		r->log->summaries_only = false;
	log_add_row(r->log, &row, r->keep, r->lines->number);
}

static int read_log_line(struct own_reading *r, struct err *e)
{
	struct lines *lines = r->lines;

	if (lines->size == 0)
		return 0;
	if (lines->text[0] == '#')
		return lines->too_long ? 0 : read_meta(r, e);
	if (!lines->too_long && !r->has_header)
		return read_log_header(r, e);
	if (!lines->too_long && !memchr(lines->text, '\0', lines->size)) {
		read_log_row(r);
		return 0;
	}
	r->ended = false;
	r->seen++;
	log_warn(r->log, "%s:%u: row left out: %s", lines->path, lines->number,
		lines->too_long ? "the line is longer than 16 MiB" : "it has a NUL byte");
	return 0;
}

static void check_end(struct own_reading *r)
{
	struct log *log = r->log;

	log->complete = r->ended && r->end_rows == (int64_t)r->seen;
	if (!r->ended)
		log_warn(log,
			"%s: the log is incomplete: its last line is not '# end: ROWS' (the "
			"run was interrupted, or the file is cut short); its %zu row%s used",
			r->lines->path, log->row_count, log->row_count == 1 ? " is" : "s are");
	else if (!log->complete)
		log_warn(log,
			"%s: the log is incomplete: it has %zu row%s, its '# end' says %lld",
			r->lines->path, r->seen, PLURAL(r->seen), (long long)r->end_rows);
	if (log->row_count == 0)
		log_warn(log, "%s: the log has no rows that can be used", r->lines->path);
}

static int read_bdriver(struct log *log, struct lines *lines, enum log_keep keep, struct err *e)
{
	struct own_reading r = { .log = log, .lines = lines, .keep = keep };
	int more = 0;

	log->summaries_only = true;
	while (!log->too_large && !r.another && (more = lines_next(lines, e)) > 0) {
		if (read_log_line(&r, e) < 0) {
			more = -1;
			break;
		}
	}
	more = r.another ? 0 : more;
	if (more == 0 && !r.has_header && !log->too_large)
		more = bd_err(e,
			"%s:%u: the log has no header row, so nothing in it can be used",
			lines->path, lines->number);
	if (more == 0)
		check_end(&r);
	if (log->row_count == 0)
		log->summaries_only = false;
	log->source.random_layout = log_meta(log, "version") && !log_meta(log, "doctor");
	row_reader_release(&r.rows);
	return more;
}

const struct reader reader_bdriver = {
	.name = "bdriver", .recognises = recognises, .read = read_bdriver
};
