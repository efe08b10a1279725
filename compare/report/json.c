/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/json.h"
#include "compare/report/columns.h"
#include "compare/report/headline.h"
#include "compare/report/words.h"
#include "compare/verdict/rules.h"
#include "compare/verdict/whole.h"

/* More would show the last bits of a logarithm. */
#define DIGITS 12

static json_t *log_json(const struct log *log)
{
	static const char *const keys[] = { "session", "started", "host", "cpu_model",
		"workers" };
	json_t *json = json_object();

	json_put(json, "path", json_text(log->path));
	json_put(json, "format", json_text(log->format));
	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		json_put(json, keys[i], json_text(log_meta(log, keys[i])));
	json_put(json, "complete", json_boolean(log->complete));
	json_put(json, "benchmarks", json_count(log->benchmark_count));
	return json;
}

static json_t *worst_json(const struct comparison *comparison)
{
	struct worst_case worst = worst_case_find(comparison);
	json_t *json = json_object();

	json_put(json, "slower_by_at_most", json_number(worst.bound));
	json_put(json, "suite", json_text(worst.row ? worst.row->suite : NULL));
	json_put(json, "benchmark", json_text(worst.row ? worst.row->name : NULL));
	json_put(json, "without_bound", json_count(worst.without));
	return json;
}

static json_t *executables_json(const struct comparison *comparison)
{
	json_t *list = json_array();

	for (size_t i = 0; i < comparison->executable_count; i++) {
		const struct executable *x = &comparison->executables[i];
		json_t *json = json_object();

		json_put(json, "suite", json_text(x->suite));
		json_put(json, "old", json_number(x->size.old));
		json_put(json, "new", json_number(x->size.new));
		json_put(json, "verdict", json_text(verdict_name(x->size.verdict)));
		json_append(list, json);
	}
	return list;
}

static void put_mean(json_t *json, const struct mean_ratio *mean)
{
	json_put(json, "compared", json_count(mean->count));
	json_put(json, "geometric_mean", json_number(mean->ratio));
	json_put(json, "geometric_mean_low", json_number(mean->low));
	json_put(json, "geometric_mean_high", json_number(mean->high));
}

static void add_group(void *groups, const char *name, const struct mean_ratio *mean)
{
	json_t *json = json_object();

	json_put(json, "name", json_text(name));
	put_mean(json, mean);
	json_append(groups, json);
}

static json_t *summary_json(const struct comparison *comparison)
{
	const struct comparison_summary *summary = &comparison->summary;
	const struct suite_shift *shift = &summary->shift;
	json_t *json = json_object(), *groups = json_array();

	json_put(json, "size", json_text_owned(words_size(comparison)));
	json_put(json, "executables", executables_json(comparison));
	json_put(json, "rule", json_text(rule_name(comparison->rule)));
	json_put(json, "threshold", json_number(comparison->options.threshold));
	json_put(json, "equivalence", json_number(comparison->options.equivalence));
	json_put(json, "fdr", json_number(comparison->options.fdr));
	for (enum verdict v = 0; v < VERDICT_COUNT; v++)
		json_put(json,
			v == VERDICT_SAME_CODE      ? "same_code"
			: v == VERDICT_NOT_EXECUTED ? "not_executed"
			: v == VERDICT_NOT_MEASURED ? "not_measured"
						    : verdict_name(v),
			json_count(summary->counts[v]));
	json_put(json, "moved", json_count(summary->moved));
	json_put(json, "moved_most", json_number(summary->moved_most));
	json_put(json, "lost", json_count(summary->lost));
	put_mean(json, &summary->mean);
	json_put(json, "worst_case", worst_json(comparison));
	groups_each(comparison, add_group, groups);
	json_put(json, "groups", groups);
	json_put(json, "session_spread", json_number(shift->spread));
	json_put(json, "shift", json_number(shift->ratio));
	json_put(json, "shift_low", json_number(shift->low));
	json_put(json, "shift_high", json_number(shift->high));
	json_put(json, "shift_cause",
		json_text(shift->shown_by ? shift_cause_name(shift->cause) : NULL));
	json_put(json, "shifted", json_boolean(shift->beyond));
	json_put(json, "undecided", json_boolean(summary->undecided != UNDECIDED_NOT));
	json_put(json, "resolution_80", json_number(resolution_of(comparison, 0.8)));
	json_put(json, "caveats", json_texts(&comparison->caveats));
	return json;
}

static void json_report(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	struct row_context context = { .comparison = comparison };
	struct columns columns = row_columns(&context);
	AUTO_FREE const void **rows = columns_rows(
		comparison->rows, comparison->row_count, sizeof(*comparison->rows));

	(void)options;
	columns.digits = DIGITS;
	fputs("{\"schema\": \"bdriver-compare-2\",\n\"old\": ", out);
	json_write(out, log_json(comparison->old), DIGITS);
	fputs(",\n\"new\": ", out);
	json_write(out, log_json(comparison->new), DIGITS);
	fputs(",\n\"rows\": [", out);
	columns_print(&columns, CELLS_JSON, rows, comparison->row_count, out, NULL);
	fputs("\n],\n\"summary\": ", out);
	json_write(out, summary_json(comparison), DIGITS);
	fputs("}\n", out);
}

static void csv_report(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	struct row_context context = { .comparison = comparison };
	struct columns columns = row_columns(&context);
	AUTO_FREE const void **rows = columns_rows(
		comparison->rows, comparison->row_count, sizeof(*comparison->rows));

	columns.spreadsheet = options->spreadsheet;
	columns_print(&columns, CELLS_CSV, rows, comparison->row_count, out, NULL);
}

const struct report_format report_csv = { "csv", csv_report };
const struct report_format report_json = { "json", json_report };
