/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/convert.h"

#include "compare/base/memory.h"
#include "compare/log/write.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
	if (row->evidence.samples)
		return;
	row->samples_behind = place->launch->sample_count;
	row->mean_ns = place->launch->mean_ns;
	row->sd_ns = place->launch->sd_ns;
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
	return !evidence->samples && evidence->quantiles;
}

static bool is_sorted(const struct evidence *evidence)
{
	return evidence->samples && evidence->samples_sorted;
}

static int write_meta(
	struct log_writer *writer, const struct log *log, bool sorted, struct err *e)
{
	char *source;
	int rc = 0;

	for (size_t i = 0; i < log->meta_count && rc == 0; i++)
		rc = log_writer_meta(writer, log->meta[i].key, log->meta[i].value, e);
	if (rc == 0 && sorted && !log_meta(log, "sample-order"))
		rc = log_writer_meta(writer, "sample-order", "sorted", e);
	if (rc == 0 && log->per_iteration && !log_meta(log, "converted-from")) {
		source = memory_format("%s (%s)", log->path, log->format);
		rc = log_writer_meta(writer, "converted-from", source, e);
		free(source);
	}
	return rc;
}

int convert_log(const struct log *log, const char *path, struct err *e)
{
	struct log_writer writer = { 0 };
	struct place *places;
	struct log_row row;
	size_t count;
	int rc;

	places = places_by_line(log, &count);
	writer.derived = any_place(places, count, is_derived);
	rc = log_writer_create(&writer, path, e);
	if (rc < 0)
		goto out;
	rc = write_meta(&writer, log, any_place(places, count, is_sorted), e);
	if (rc == 0)
		rc = log_writer_header(&writer, e);
	for (size_t i = 0; i < count && rc == 0; i++) {
		row_of_place(&row, &places[i]);
		rc = log_writer_row(&writer, &row, e);
	}
	if (rc == 0 && log->complete)
		rc = log_writer_end(&writer, e);
	if (rc < 0)
		unlink(path);
out:
	log_writer_release(&writer);
	free(places);
	return rc;
}
