/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "compare/formats/writer.h"
#include "compare/log/line.h"
#include "harness/base/record.h"

#include <stdlib.h>

/* One launch and where it belongs. */
struct place {
	const struct log_benchmark *benchmark;
	const struct launch *launch;
};

static int by_line(const void *a, const void *b)
{
	const struct place *x = a, *y = b;

	if (x->launch->line != y->launch->line)
		return x->launch->line < y->launch->line ? -1 : 1;
	return x->launch < y->launch ? -1 : x->launch > y->launch;
}

static struct place *places_by_line(const struct log *log, size_t *count)
{
	struct place *places = memory_zeroed(log->row_count, sizeof(*places));
	size_t n = 0;

	for (size_t i = 0; i < log->benchmark_count; i++) {
		const struct log_benchmark *b = &log->benchmarks[i];

		for (size_t k = 0; k < b->launch_count && n < log->row_count; k++)
			places[n++] = (struct place){ b, &b->launches[k] };
	}
	qsort(places, n, sizeof(*places), by_line);
	*count = n;
	return places;
}

static void row_of_place(struct log_row *row, const struct place *place)
{
	const struct log_benchmark *b = place->benchmark;

	log_row_init(row);
	row->suite = b->suite;
	row->benchmark = b->name;
	row->build = b->build;
	row->file = b->file;
	row->code_fingerprint = b->code_fingerprint;
	row->line = b->line;
	row->items = b->items;
	row->bytes = b->bytes;
	row->launch = *place->launch;
	if (place->launch->evidence)
		row->evidence = *place->launch->evidence;
	if (!row->evidence.turn_samples)
		row->evidence.turn_samples = (char *)"";
	if (!row->evidence.counters)
		row->evidence.counters = (char *)"";
	if (row->evidence.samples)
		return;
	row->samples_behind = place->launch->sample_count;
	row->mean_ns = place->launch->time.mean;
	row->sd_ns = place->launch->time.sd;
}

static bool any_place(
	const struct place *places, size_t count, bool (*is)(const struct evidence *))
{
	for (size_t i = 0; i < count; i++)
		if (places[i].launch->evidence && is(places[i].launch->evidence))
			return true;
	return false;
}

static bool is_derived(const struct evidence *evidence)
{
	return !evidence->samples && evidence->quantile.values;
}

static bool is_sorted(const struct evidence *evidence)
{
	return evidence->samples && evidence->samples_sorted;
}

static void put_meta(struct log_line *line, const struct log *log, bool sorted)
{
	AUTO_FREE char *source = NULL;

	for (size_t i = 0; i < log->meta_count; i++)
		log_line_meta(line, log->meta[i].key, log->meta[i].value);
	if (sorted && !log_meta(log, "sample-order"))
		log_line_meta(line, "sample-order", "sorted");
	if (!log_is_own(log) && !log_meta(log, "converted-from")) {
		source = memory_format("%s (%s)", log->path, log->format);
		log_line_meta(line, "converted-from", source);
	}
}

static void flush_line(struct log_line *line, FILE *out)
{
	fwrite(line->text, 1, line->size, out);
	line->size = 0;
}

/*
 * Writes a log, read with LOG_KEEP_SAMPLES, as one of ours, rows in the order of its file.
 * Unknown cells stay empty. Launches with quantiles only keep them in the additional columns
 * quantiles, sample_count, mean_ns and sd_ns; their samples stay empty. An incomplete log stays
 * incomplete: it gets no "# end". Metadata "sample-order: sorted" marks a lost order of
 * measurement, "converted-from" names a foreign source.
 */
static void convert_log(const struct log *log, FILE *out)
{
	AUTO(log_line_release) struct log_line line = { 0 };
	AUTO_FREE struct place *places = NULL;
	struct log_row row;
	char rows[32];
	size_t count;
	unsigned extra;

	places = places_by_line(log, &count);
	extra = (any_place(places, count, is_derived) ? LOG_DERIVED : 0) |
		(log->nodes.count ? LOG_NODE : 0);
	log_line_put(&line, BD_LOG_FIRST_LINE "\n");
	put_meta(&line, log, any_place(places, count, is_sorted));
	log_line_header(&line, extra);
	for (size_t i = 0; i < count; i++) {
		flush_line(&line, out);
		row_of_place(&row, &places[i]);
		log_line_row(&line, &row, extra);
	}
	if (log->complete) {
		snprintf(rows, sizeof(rows), "%zu", count);
		log_line_meta(&line, "end", rows);
	}
	flush_line(&line, out);
}

const struct writer writer_bdriver = {
	.name = "bdriver",
	.failures = true,
	.write = convert_log,
};
