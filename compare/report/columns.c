/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/columns.h"

#include <math.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "compare/report/words.h"

enum style verdict_style(enum verdict verdict)
{
	static const enum style styles[VERDICT_COUNT] = { [VERDICT_REGRESSED] = STYLE_BAD,
		[VERDICT_FAILED] = STYLE_BAD,
		[VERDICT_REMOVED] = STYLE_BAD,
		[VERDICT_IMPROVED] = STYLE_GOOD,
		[VERDICT_INCONCLUSIVE] = STYLE_WARN };

	return styles[verdict];
}

static const struct row empty_row = { .suite = "", .name = "" };

/* "suite/Sort/100", or "suite/Sort/100 (2 of 3)" where it stands for others. */
static char *shown_name(const struct row_context *of, const struct row *row)
{
	const struct shown_row alone = { true, 1, 1 };
	const struct shown_row *one = of->shown && row != &empty_row
					      ? &of->shown->rows[row - of->comparison->rows]
					      : &alone;
	AUTO_FREE char *name =
		row == &empty_row ? memory_text("") : words_cut_name(of->comparison, row);
	const char *indent = of->grouped ? "  " : "";

	return one->same > 1 ? memory_format("%s%s (%zu of %zu)", indent, name, one->same,
				       one->family)
			     : memory_format("%s%s", indent, name);
}

/* Text leaves out what Markdown says by a dash. */
static const char *or_none(const struct cells *cells, const char *text)
{
	return cells_are(cells, CELLS_TEXT) && strcmp(text, "-") == 0 ? "" : text;
}

static void put_shown(struct cells *cells, const struct row_context *of, const struct row *row)
{
	const struct side_names *names = &of->comparison->names;
	enum style style = verdict_style(row->time.verdict);
	struct format_row change = format_row(row->time.ratio, row->time.low, row->time.high);
	AUTO_FREE char *name = shown_name(of, row), *verdict = words_verdict(row);
	AUTO_FREE char *words = words_note(row);
	AUTO_FREE char *note = memory_format(
		"%s%s", of->grouped && row->moved == MOVED_DUBIOUSLY ? "(?) " : "", words);

	cell_text(cells, "benchmark", NULL, name);
	cell_number(cells, names->old, NULL, row->time.old, format_time);
	cell_number(cells, names->new, NULL, row->time.new, format_time);
	cell_shown(cells, "change", ALIGN_RIGHT, style, or_none(cells, change.change));
	cell_shown(cells, "95 % interval", ALIGN_RIGHT, STYLE_PLAIN,
		or_none(cells, change.interval));
	cell_shown(cells, "verdict", ALIGN_LEFT, style, of->grouped ? "" : verdict);
	cell_shown(cells, "note", ALIGN_LEFT, STYLE_DIM, note);
}

static json_t *side_json(const struct row_side *side, double time)
{
	if (!side->benchmark)
		return json_null();
	return json_pack("{so sI sI sI}", "estimate_ns", json_number(time), "launches",
		(json_int_t)side->launches, "samples", (json_int_t)side->samples, "failures",
		(json_int_t)side->failures);
}

static void put_change(struct cells *cells, const void *item, const void *of)
{
	const struct comparison *comparison = of;
	const struct change_row *row = item;
	const struct metric *metric = row->metric;
	const struct metric_change *change = row->change;
	AUTO_FREE char *name =
		row->row == &empty_row ? memory_text("") : words_cut_name(comparison, row->row);
	enum style style =
		metric->better == BETTER_UNKNOWN ? STYLE_WARN : verdict_style(change->verdict);
	char ratio[FORMAT_SIZE];

	cell_text(cells, "benchmark", NULL, name);
	cell_text(cells, "metric", NULL, metric->title);
	cell_text(cells, NULL, "unit", metric->unit);
	cell_text(cells, NULL, "better",
		metric->better == BETTER_UNKNOWN ? NULL
		: metric->better == BETTER_MORE  ? "more"
						 : "less");
	cell_number(cells, comparison->names.old, "old", change->old, metric->format);
	cell_number(cells, comparison->names.new, "new", change->new, metric->format);
	cell_shown(cells, "change", ALIGN_RIGHT, style, format_change(ratio, change->ratio));
	cell_number(cells, NULL, "ratio", change->ratio, format_count);
	cell_number(cells, NULL, "low", change->low, format_count);
	cell_number(cells, NULL, "high", change->high, format_count);
	cell_number(cells, NULL, "p_value", change->p, format_count);
	cell_number(cells, NULL, "q_value", change->q, format_count);
	cell_text(cells, cells_are(cells, CELLS_TEXT) ? NULL : "verdict", "verdict",
		words_change_verdict(metric, change));
}

/* Those that a launch of either side has. */
static json_t *metrics_json(const struct comparison *comparison, const struct row *row)
{
	struct columns columns = change_columns(comparison);
	struct change_row change = { row, &metrics[METRIC_TIME], &row->time };
	json_t *json = json_object();

	json_put(json, change.metric->key, columns_json(&columns, &change));
	for (size_t m = 0; m < comparison->metric_count; m++) {
		change = (struct change_row){ row, &comparison->metrics[m].about,
			&row->counted[m] };
		if (!isnan(change.change->old) || !isnan(change.change->new))
			json_put(json, change.metric->key, columns_json(&columns, &change));
	}
	return json;
}

static void put_metric(struct cells *cells, const char *before, const char *after, double value)
{
	AUTO_FREE char *key = memory_format("%s_%s", before, after);

	cell_number(cells, NULL, key, value, format_count);
}

static void put_csv_side(struct cells *cells, const struct comparison *comparison,
	const struct row *row, const char *name)
{
	bool is_old = strcmp(name, "old") == 0;
	const struct row_side *side = is_old ? &row->old : &row->new;

	put_metric(cells, name, "estimate_ns", is_old ? row->time.old : row->time.new);
	put_metric(cells, name, "launches", (double)side->launches);
	for (size_t m = 0; m < comparison->metric_count; m++) {
		const struct metric *metric = &comparison->metrics[m].about;

		put_metric(cells, name,
			metric->column == COLUMN_COUNTERS ? metric->key
							  : log_columns[metric->column].name,
			!row->counted ? NAN
			: is_old      ? row->counted[m].old
				      : row->counted[m].new);
	}
}

static void put_csv_changes(
	struct cells *cells, const struct comparison *comparison, const struct row *row)
{
	for (size_t m = 0; m < comparison->metric_count; m++) {
		const struct metric *metric = &comparison->metrics[m].about;
		const struct metric_change *change =
			row->counted ? &row->counted[m] : &row->time;
		AUTO_FREE char *key = memory_format("%s_verdict", metric->key);

		put_metric(cells, metric->key, "ratio", change->ratio);
		cell_word(cells, NULL, key,
			isnan(change->ratio) && !change_is_called(change)
				? ""
				: words_change_verdict(metric, change));
	}
}

static void put_row(struct cells *cells, const void *item, const void *of)
{
	const struct comparison *comparison = ((const struct row_context *)of)->comparison;
	const struct row *row = item;
	bool csv = cells_are(cells, CELLS_CSV), json = cells_are(cells, CELLS_JSON);
	const char *verdict = verdict_name(row->time.verdict);
	bool dubious = row->moved == MOVED_DUBIOUSLY;

	if (!csv && !json) {
		put_shown(cells, of, row);
		return;
	}
	cell_text(cells, NULL, "suite", row->suite);
	cell_text(cells, NULL, "benchmark", row->name);
	if (csv) {
		cell_word(cells, NULL, "verdict", verdict);
		cell_truth(cells, "dubious", dubious);
	} else {
		cell_json(cells, "old", side_json(&row->old, row->time.old));
		cell_json(cells, "new", side_json(&row->new, row->time.new));
	}
	cell_number(cells, NULL, "time_ratio", row->time.ratio, format_count);
	cell_number(cells, NULL, "ratio_low", row->time.low, format_count);
	cell_number(cells, NULL, "ratio_high", row->time.high, format_count);
	if (json)
		cell_text(cells, NULL, "estimate_of", row->time.estimate_of);
	cell_number(cells, NULL, "p_value", row->time.p, format_count);
	cell_number(cells, NULL, "q_value", row->time.q, format_count);
	if (json) {
		cell_word(cells, NULL, "verdict", verdict);
		cell_truth(cells, "dubious", dubious);
	}
	cell_number(cells, NULL, "smallest_detectable", row->time.smallest, format_count);
	if (json) {
		cell_truth(cells, "same_code", row_has_same_code(row));
		cell_truth(cells, "moved", row_moved(row));
		cell_truth(cells, "moved_far", row_is_outlier(row));
		cell_truth(cells, "shifted", row->moved == MOVED_SHIFTED);
		cell_json(cells, "metrics", metrics_json(comparison, row));
		cell_json(cells, "notes", json_texts(row_notes(row)));
	} else {
		AUTO_FREE char *notes = string_list_join(row_notes(row), "; ");

		put_csv_side(cells, comparison, row, "old");
		put_csv_side(cells, comparison, row, "new");
		cell_text(cells, NULL, "notes", notes);
		put_csv_changes(cells, comparison, row);
	}
}

struct columns row_columns(const struct row_context *context)
{
	return (struct columns){ .put = put_row,
		.of = context,
		.empty = &empty_row,
		.none = "-",
		.left = ":--",
		.right = "--:" };
}

struct change_row *change_rows(const struct comparison *comparison)
{
	struct change_row *rows =
		memory_array(comparison->summary.counted_changes, sizeof(*rows));
	size_t n = 0;

	for (size_t m = 0; m < comparison->metric_count; m++)
		for (size_t i = 0; i < comparison->row_count; i++) {
			const struct row *row = &comparison->rows[i];

			if (change_is_called(&row->counted[m]))
				rows[n++] = (struct change_row){ row,
					&comparison->metrics[m].about, &row->counted[m] };
		}
	return rows;
}

struct columns change_columns(const struct comparison *comparison)
{
	static const struct change_row empty_change = { &empty_row, &metrics[METRIC_TIME],
		&empty_row.time };

	return (struct columns){ .put = put_change,
		.of = comparison,
		.empty = &empty_change,
		.none = "-",
		.left = ":--",
		.right = "--:" };
}
