/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/attempts/series.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "compare/base/lines.h"
#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/log/cells.h"
#include "compare/print/format.h"
#include "compare/stats/multiple.h"
#include "driver/base/message.h"

#define ALPHA 0.05
#define W0    (ALPHA / 2)

const char *const decision_words[] = { "keep", "drop", "cannot tell", "same code", "base" };
const struct attempt_row attempt_none = { .seconds = NAN,
	.speed = NAN,
	.low = NAN,
	.high = NAN,
	.corrected = NAN,
	.p = NAN,
	.level = NAN,
	.idea = (char *)"",
	.reason = (char *)"",
	.base = (char *)"",
	.build = (char *)"" };

#define NUMBER(key, value) cell_number(cells, NULL, key, value, format_count)
static void put(struct cells *cells, const void *given, const void *of)
{
	const struct attempt_row *row = given;

	(void)of;
	cell_number(cells, NULL, "attempt", (double)row->number, NULL);
	cell_text(cells, NULL, "idea", row->idea);
	cell_word(cells, NULL, "decision", decision_words[row->decision]);
	NUMBER("seconds", row->seconds);
	NUMBER("speed", row->speed);
	NUMBER("low", row->low);
	NUMBER("high", row->high);
	NUMBER("corrected", row->corrected);
	NUMBER("p", row->p);
	NUMBER("level", row->level);
	cell_text(cells, NULL, "reason", row->reason);
	cell_word(cells, NULL, "base", row->base);
	cell_word(cells, NULL, "build", row->build);
}
const struct columns series_columns = { .put = put, .empty = &attempt_none };

/* The cells of a line; the caller frees it. */
static int take_cells(struct attempt_row *row, const struct cells *cells, struct err *e)
{
	double number = NAN, *const numbers[] = { &number, NULL, NULL, &row->seconds,
		&row->speed, &row->low, &row->high, &row->corrected, &row->p, &row->level };
	char **const texts[] = { &row->reason, &row->base, &row->build };
	const size_t count = ARRAY_SIZE(numbers);

	if (cells->count != count + ARRAY_SIZE(texts))
		return bd_err(
			e, "%zu cells instead of %zu", cells->count, count + ARRAY_SIZE(texts));
	for (size_t i = 0; i < count; i++) {
		const struct cell *cell = &cells->list[i];

		if (numbers[i] && cell->size &&
			!number_parse(cell->text, cell->size, numbers[i]))
			return bd_err(e, "'%s' is no number", cell->text);
	}
	if (number != (double)row->number)
		return bd_err(e, "attempt %zu should stand here", row->number);
	while (strcmp(cells->list[2].text, decision_words[row->decision]) != 0)
		if (++row->decision == DECISION_MORE)
			return bd_err(e, "'%s' is no decision", cells->list[2].text);
	if ((row->decision == DECISION_BASE) != (row->number == 0))
		return bd_err(e, "only the first row is the base");
	row->idea = memory_text(cells->list[1].text);
	for (size_t i = 0; i < ARRAY_SIZE(texts); i++)
		*texts[i] = memory_text(cells->list[count + i].text);
	return 0;
}

/* The row with its title, as a file that has no other. The caller frees it. */
static char *text_of(const struct attempt_row *row)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		memory_fatal("a row");
	columns_print(&series_columns, CELLS_CSV, (const void *const *)&row, 1, out, NULL);
	fclose(out);
	return text;
}

static int take_line(
	struct series *series, const struct lines *lines, struct cells *cells, struct err *e)
{
	AUTO_FREE char *title = text_of(&attempt_none);
	struct attempt_row row = attempt_none;
	const char *why;
	struct err what;

	row.number = series->count;
	if (lines->number == 1)
		return strcmp(lines->text, strtok(title, "\n"))
			       ? bd_err(e,
					 "%s:1: this is no series of bdriver try; name "
					 "another file",
					 series->path)
			       : 0;
	if (cells_split(cells, lines->text, lines->size, &why))
		return bd_err(e, "%s:%u: %s", series->path, lines->number, why);
	if (take_cells(&row, cells, &what))
		return bd_err(e, "%s:%u: %s", series->path, lines->number, what.text);
	*ARRAY_ADD(series->rows, series->count, series->capacity) = row;
	return 0;
}

static int read_rows(struct series *series, struct err *e)
{
	AUTO(lines_release) struct lines lines = { 0 };
	AUTO(cells_release) struct cells cells = { 0 };
	int rc = lines_open_file(&lines, series->path, e);

	while (!rc && (rc = lines_next(&lines, e)) > 0 && !lines.torn)
		rc = take_line(series, &lines, &cells, e);
	/* Its writer was killed: it is no attempt. */
	if (rc > 0 &&
		ftruncate(series->file, lseek(series->file, 0, SEEK_END) - (off_t)lines.size))
		return bd_err(e, "%s: %s", series->path, strerror(errno));
	return rc < 0 ? -1 : 0;
}

int series_open(struct series *series, const char *path, struct err *e)
{
	*series = (struct series){ .path = path, .file = -1 };
	if (!path)
		return 0;
	series->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
	if (series->file < 0)
		return bd_err(e, "%s: %s", path, strerror(errno));
	if (flock(series->file, LOCK_EX | LOCK_NB)) {
		message_line(stderr, "bdriver: waits for the attempt that runs with %s", path);
		flock(series->file, LOCK_EX);
	}
	return read_rows(series, e);
}

int series_add(struct series *series, struct attempt_row row, struct err *e)
{
	AUTO_FREE char *text = NULL;
	size_t skip = 0, size;

	row.number = series->count;
	*ARRAY_ADD(series->rows, series->count, series->capacity) = row;
	if (series->file < 0)
		return 0;
	text = text_of(&row);
	if (lseek(series->file, 0, SEEK_END) > 0)
		skip = strcspn(text, "\n") + 1;
	size = strlen(text) - skip;
	return write(series->file, text + skip, size) != (ssize_t)size || fsync(series->file)
		       ? bd_err(e, "%s: cannot be written: %s", series->path, strerror(errno))
		       : 0;
}

void attempt_row_release(struct attempt_row *row)
{
	free(row->idea);
	free(row->reason);
	free(row->base);
	free(row->build);
}

void series_release(struct series *series)
{
	for (size_t i = 0; i < series->count; i++)
		attempt_row_release(&series->rows[i]);
	free(series->rows);
	if (series->file >= 0)
		close(series->file);
}

bool series_has_base(const struct series *series, const char *build)
{
	for (size_t i = 0; i < series->count; i++)
		if ((!i || series->rows[i].decision == DECISION_KEEP) &&
			!strcmp(series->rows[i].build, build))
			return true;
	return false;
}

double series_claimed(const struct series *series, const char *build, bool corrected)
{
	bool all = !series_has_base(series, build);
	double speed = 1;

	for (size_t i = series->count; i-- > 0;) {
		const struct attempt_row *row = &series->rows[i];

		if (row->decision != DECISION_KEEP || (!all && strcmp(row->build, build) != 0))
			continue;
		speed *= corrected ? row->corrected : row->speed;
		build = row->base;
	}
	return speed;
}

double series_level(const struct series *series)
{
	AUTO_FREE size_t *kept = memory_zeroed(series->count + 1, sizeof(*kept));
	size_t tests = 0, count = 0;

	for (size_t i = 0; i < series->count; i++) {
		tests += !isnan(series->rows[i].p);
		if (series->rows[i].decision == DECISION_KEEP)
			kept[count++] = tests;
	}
	return lord_level(tests + 1, kept, count, ALPHA, W0);
}
