/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/show/print.h"

#include "compare/base/memory.h"
#include "compare/print/json.h"
#include "compare/show/columns.h"

/* In the regress part, benchmarks that have none are left out. The caller frees them. */
static const void **rows_of(const struct show *show, enum show_part part, size_t *count)
{
	const void **rows = memory_array(show->count + 1, sizeof(void *));

	*count = 0;
	for (size_t i = 0; i < show->count; i++)
		if (part != SHOW_REGRESS || show->lines[i].regression.rows)
			rows[(*count)++] = &show->lines[i];
	return rows;
}

static const char nothing_to_fit[] = "No benchmark has samples at two or more numbers of "
				     "iterations, so there is nothing to fit.";

void show_text(
	const struct show *show, enum show_part part, FILE *out, const struct layout_size *size)
{
	struct columns columns = show_columns(part);
	size_t count;
	AUTO_FREE const void **rows = rows_of(show, part, &count);

	columns_text(&columns, rows, count, out, size);
	if (part == SHOW_REGRESS && !count)
		fprintf(out, "%s\n", nothing_to_fit);
}

void show_markdown(const struct show *show, enum show_part part, FILE *out)
{
	struct columns columns = show_columns(part);
	size_t count;
	AUTO_FREE const void **rows = rows_of(show, part, &count);

	if (part == SHOW_REGRESS && !count)
		fprintf(out, "%s\n", nothing_to_fit);
	else
		columns_markdown(&columns, rows, count, out);
}

void show_csv(const struct show *show, enum show_part part, bool spreadsheet, FILE *out)
{
	struct columns columns = show_columns(part);
	size_t count;
	AUTO_FREE const void **rows = rows_of(show, part, &count);

	columns.spreadsheet = spreadsheet;
	columns_csv(&columns, rows, count, out);
}

static json_t *line_json(const struct show_line *line)
{
	struct columns summary = show_columns(SHOW_SUMMARY), fitted = show_columns(SHOW_FITTED);
	json_t *object = columns_json(&summary, line), *quantiles = json_array();

	for (size_t i = 0; i < SUMMARY_QUANTILES; i++)
		json_append(quantiles, json_number(line->quantiles[i]));
	json_put(object, "quantiles_ns", quantiles);
	json_put(object, "regression",
		line->regression.rows ? columns_json(&fitted, line) : json_null());
	return object;
}

void show_json(const struct show *show, FILE *out)
{
	json_auto_t *head = json_object();

	/* Benchmark by benchmark, so that a large log is never in memory as a tree. */
	json_put(head, "schema", json_string("bdriver-show-1"));
	json_put(head, "log", json_text(show->log->path));
	json_put(head, "format", json_text(show->log->format));
	json_put(head, "complete", json_boolean(show->log->complete));
	fputc('{', out);
	json_print(out, head, JSON_EMBED);
	fputs(", \"benchmarks\": [", out);
	for (size_t i = 0; i < show->count; i++) {
		fputs(i > 0 ? ",\n  " : "\n  ", out);
		json_write(out, line_json(&show->lines[i]), 15);
	}
	fputs("\n]}\n", out);
}
