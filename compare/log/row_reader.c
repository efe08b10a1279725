/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log/row_reader.h"

#include "compare/base/memory.h"
#include "compare/log/metric.h"
#include "compare/stats/quantile.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int reader_fail(struct row_reader *reader, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static int reader_fail(struct row_reader *reader, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(reader->why, sizeof(reader->why), format, args);
	va_end(args);
	return -1;
}

int row_reader_header(struct row_reader *reader, char *line, size_t size)
{
	const char *why;

	if (cells_split(&reader->cells, line, size, &why) < 0)
		return reader_fail(reader, "the header has %s", why);
	reader->column_count = reader->cells.count;
	reader->columns = memory_grow(reader->columns, &reader->column_capacity,
		reader->column_count, sizeof(*reader->columns));
	memset(reader->has, 0, sizeof(reader->has));
	for (size_t i = 0; i < reader->column_count; i++) {
		enum log_column column = log_column_find(reader->cells.list[i].text);

		reader->columns[i] = column;
		if (column == COLUMN_COUNT)
			continue;
		if (reader->has[column])
			return reader_fail(reader, "the header has the column '%s' twice",
				log_columns[column].name);
		reader->has[column] = true;
	}
	return 0;
}

static int set_cells(struct row_reader *reader, struct log_row *row)
{
	const char *why;

	for (size_t i = 0; i < reader->column_count; i++) {
		struct cell *cell = &reader->cells.list[i];
		enum log_column column = reader->columns[i];

		if (column == COLUMN_COUNT)
			continue;
		why = log_row_set(row, &reader->store, column, cell->text, cell->size);
		if (why)
			return reader_fail(
				reader, "the cell '%s' %s", log_columns[column].name, why);
	}
	return 0;
}

/* The cell of a column may not be empty. */
static int need_cell(struct row_reader *reader, enum log_column column)
{
	for (size_t i = 0; i < reader->column_count; i++)
		if (reader->columns[i] == column && reader->cells.list[i].size == 0)
			return reader_fail(
				reader, "the cell '%s' is empty", log_columns[column].name);
	return 0;
}

int row_reader_row(struct row_reader *reader, struct log_row *row, char *line, size_t size)
{
	const char *why;

	if (cells_split(&reader->cells, line, size, &why) < 0)
		return reader_fail(reader, "%s", why);
	if (reader->cells.count != reader->column_count)
		return reader_fail(reader, "%zu cells where the header has %zu",
			reader->cells.count, reader->column_count);
	log_row_init(row);
	if (set_cells(reader, row) < 0 || need_cell(reader, COLUMN_STATUS) < 0 ||
		need_cell(reader, COLUMN_ROUND) < 0 || need_cell(reader, COLUMN_SUITE) < 0)
		return -1;
	why = log_row_check(row);
	return why ? reader_fail(reader, "%s", why) : 0;
}

void row_reader_release(struct row_reader *reader)
{
	cells_release(&reader->cells);
	log_row_store_release(&reader->store);
	free(reader->columns);
	memset(reader, 0, sizeof(*reader));
}

static double *copy_numbers(const double *from, size_t n)
{
	double *to;

	if (!from || n == 0)
		return NULL;
	to = memory_zeroed(n, sizeof(*to));
	memcpy(to, from, n * sizeof(*to));
	return to;
}

static struct evidence *copy_evidence(const struct log_row *row, enum log_keep keep)
{
	struct evidence *evidence = memory_zeroed(1, sizeof(*evidence));

	*evidence = row->evidence;
	evidence->detail = memory_text(row->evidence.detail);
	evidence->disturbed = memory_text(row->evidence.disturbed);
	evidence->quantile.values =
		copy_numbers(row->evidence.quantile.values, row->evidence.quantile.count);
	evidence->turn_samples = evidence->counters = NULL;
	evidence->samples = NULL;
	if ((keep & LOG_KEEP_SAMPLES) == LOG_KEEP_SAMPLES) {
		evidence->turn_samples = memory_text(row->evidence.turn_samples);
		evidence->counters = memory_text(row->evidence.counters);
		evidence->samples =
			copy_numbers(row->evidence.samples, row->launch.sample_count);
	}
	return evidence;
}

/* row->evidence.turn_samples adds up to the number of samples. */
static void summarise_turns(struct log *log, struct launch *launch, const struct log_row *row)
{
	const char *text = row->evidence.turn_samples;
	AUTO_FREE double *samples = NULL;
	size_t count = 0;

	for (const char *p = text; *p; p++)
		count += *p != ' ' && (p[1] == ' ' || !p[1]);
	if (!count)
		return;
	launch->turn_q1_ns = arena_alloc(&log->arena, count * sizeof(float));
	samples = copy_numbers(row->evidence.samples, launch->sample_count);
	for (double *turn = samples; launch->turn_count < count;) {
		size_t n = strtoul(text, (char **)&text, 10);

		launch->turn_q1_ns[launch->turn_count++] =
			(float)quantile_r8_unsorted(turn, n, 0.25);
		turn += n;
	}
}

/* The median of an even number of quantile steps is exact; else the mean of its neighbours. */
static void summarise_quantiles(struct launch *launch, const struct log_row *row)
{
	const double *q = row->evidence.quantile.values;
	size_t n = row->evidence.quantile.count;

	launch->time.min = q[0];
	launch->time.max = q[n - 1];
	launch->time.median = n % 2 ? q[n / 2] : (q[n / 2 - 1] + q[n / 2]) / 2;
	launch->time.q1 = quantile_r7(q, n, 0.25);
	launch->time.mean = row->mean_ns;
	launch->time.sd = row->sd_ns;
	launch->sample_count = row->samples_behind;
}

/* That of the first launch; one with another makes it unknown. */
static void set_code(struct log *log, struct log_benchmark *b, const char *code)
{
	if (!b->launch_count)
		b->code_fingerprint = arena_text(&log->arena, code);
	else if (strcmp(b->code_fingerprint, code) != 0)
		b->code_fingerprint = "";
}

static void set_checksum(struct log_benchmark *b, const struct log_row *row)
{
	const struct evidence *evidence = &row->evidence;

	if (row->launch.status != OUTCOME_OK)
		return;
	if (!b->checksums)
		b->checksum = evidence->result.checksum;
	if (b->checksums >= 0)
		b->checksums = evidence->result.has_checksum &&
					       evidence->result.checksum == b->checksum
				       ? 1
				       : -1;
}

static void set_benchmark(struct log *log, struct log_benchmark *b, const struct log_row *row)
{
	set_code(log, b, row->code_fingerprint);
	set_checksum(b, row);
	if (row->items > 0)
		b->items = row->items;
	if (row->bytes > 0)
		b->bytes = row->bytes;
	if (!row->file[0] || strcmp(b->file, row->file) == 0) {
		b->line = row->line ? row->line : b->line;
		return;
	}
	log_set_file(log, b, row->file, row->line);
}

void log_add_row(struct log *log, const struct log_row *row, enum log_keep keep, uint32_t line)
{
	struct log_benchmark *b;
	struct launch *launch;
	uint32_t place;

	if (log->row_count >= log_limits.launches ||
		log->benchmark_count > log_limits.benchmarks) {
		log->too_large = true;
		return;
	}
	b = log_add_benchmark(log, row->suite, row->benchmark, row->build);
	set_benchmark(log, b, row);
	launch = log_add_launch(b);
	place = launch->round;
	*launch = row->launch;
	launch->round = row->launch.round ? row->launch.round : place;
	launch->line = line;
	launch->node = log_node(log, row->launch.node);
	log_count_row(log, launch, row);
	if (launch->status == OUTCOME_OK && row->evidence.samples) {
		launch_summarise(launch, row->evidence.samples, row->launch.sample_count);
		summarise_turns(log, launch, row);
	} else if (launch->status == OUTCOME_OK && row->evidence.quantile.count > 0) {
		summarise_quantiles(launch, row);
	}
	if (keep & LOG_KEEP_EVIDENCE) {
		launch->evidence = copy_evidence(row, keep);
		log->has_evidence = true;
	}
	if (log->listener.launch)
		log->listener.launch(
			log->listener.ctx, (size_t)(b - log->benchmarks), launch, row);
	log->row_count++;
}
