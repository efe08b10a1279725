/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/line.h"

#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/base/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *line_room(struct log_line *line, size_t n)
{
	line->text = memory_grow(line->text, &line->capacity, line->size + n + 1, 1);
	return line->text + line->size;
}

void log_line_put_bytes(struct log_line *line, const char *text, size_t size)
{
	memcpy(line_room(line, size), text, size);
	line->size += size;
}

void log_line_put(struct log_line *line, const char *text)
{
	log_line_put_bytes(line, text, strlen(text));
}

static void put_quoted(struct log_line *line, const char *text)
{
	log_line_put(line, "\"");
	line->size += text_escape(line_room(line, 4 * strlen(text)), text, ESCAPE_CELL);
	log_line_put(line, "\"");
}

/* Less than nothing means "not known": an empty cell. */
static void put_integer(struct log_line *line, int64_t value)
{
	if (value >= 0)
		line->size +=
			(size_t)sprintf(line_room(line, NUMBER_TEXT_MAX), "%" PRId64, value);
}

static void put_real(struct log_line *line, double value)
{
	if (isfinite(value))
		line->size += (size_t)number_print(line_room(line, NUMBER_TEXT_MAX), value);
}

static void put_list(struct log_line *line, const double *values, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			log_line_put(line, " ");
		put_real(line, values[i]);
	}
}

static void put_sample_list(struct log_line *line, const struct log_row *row)
{
	log_line_put(line, "\"");
	if (row->samples_text)
		log_line_put(line, row->samples_text);
	else if (row->evidence.samples)
		put_list(line, row->evidence.samples, row->launch.sample_count);
	log_line_put(line, "\"");
}

static void put_checksum(struct log_line *line, const struct evidence *evidence)
{
	if (evidence->result.has_checksum)
		line->size += (size_t)sprintf(line_room(line, NUMBER_TEXT_MAX), "%016" PRIx64,
			evidence->result.checksum);
}

/* Zero means "not known" in these. */
static bool zero_is_empty(enum log_column column)
{
	return column == COLUMN_STAGE || column == COLUMN_POSITION || column == COLUMN_LINE ||
	       column == COLUMN_SAMPLE_COUNT || column == COLUMN_ROUND;
}

static void put_column(struct log_line *line, const struct log_row *row, enum log_column column)
{
	const struct log_column_info *info = &log_columns[column];
	const void *member = (const char *)row + info->offset;
	const char *text;

	switch (info->kind) {
	case CELL_TEXT:
		text = *(char *const *)member;
		put_quoted(line, text ? text : "");
		break;
	case CELL_DOUBLE:
		put_real(line, *(const double *)member);
		break;
	case CELL_STATUS:
		log_line_put(line, outcome_name((enum outcome)row->launch.status));
		break;
	case CELL_CHECKSUM:
		put_checksum(line, &row->evidence);
		break;
	case CELL_SAMPLES:
		put_sample_list(line, row);
		break;
	case CELL_QUANTILES:
		log_line_put(line, "\"");
		if (!row->evidence.samples && row->evidence.quantile.values)
			put_list(line, row->evidence.quantile.values,
				row->evidence.quantile.count);
		log_line_put(line, "\"");
		break;
	default:
		if (log_row_integer(row, column) != 0 || !zero_is_empty(column))
			put_integer(line, log_row_integer(row, column));
	}
}

static bool is_written(int column, unsigned extra)
{
	if (column < COLUMN_PLAIN_COUNT)
		return true;
	return extra & (column == COLUMN_NODE ? LOG_NODE : LOG_DERIVED);
}

void log_line_header(struct log_line *line, unsigned extra)
{
	for (int i = 0; i < COLUMN_COUNT; i++) {
		if (!is_written(i, extra))
			continue;
		if (i > 0)
			log_line_put(line, ",");
		log_line_put(line, log_columns[i].name);
	}
	log_line_put(line, "\n");
}

void log_line_row(struct log_line *line, const struct log_row *row, unsigned extra)
{
	for (int i = 0; i < COLUMN_COUNT; i++) {
		if (!is_written(i, extra))
			continue;
		if (i > 0)
			log_line_put(line, ",");
		put_column(line, row, (enum log_column)i);
	}
	log_line_put(line, "\n");
}

void log_line_meta(struct log_line *line, const char *key, const char *value)
{
	log_line_put(line, "# ");
	line->size += text_escape(line_room(line, 4 * strlen(key)), key, ESCAPE_KEY);
	log_line_put(line, ": ");
	line->size += text_escape(line_room(line, 4 * strlen(value)), value, ESCAPE_VALUE);
	log_line_put(line, "\n");
}

static char *trimmed(char *text)
{
	size_t n;

	text += strspn(text, " \t");
	n = strlen(text);
	while (n > 0 && (text[n - 1] == ' ' || text[n - 1] == '\t'))
		n--;
	text[n] = '\0';
	text_unescape(text, n);
	return text;
}

bool log_line_split_meta(char *line, char **key, char **value)
{
	char *colon = strchr(line, ':');

	if (!colon)
		return false;
	*colon = '\0';
	*key = trimmed(line + 1);
	*value = trimmed(colon + 1);
	return true;
}

void log_line_release(struct log_line *line)
{
	free(line->text);
	memset(line, 0, sizeof(*line));
}
