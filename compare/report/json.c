/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/print/json.h"
#include "compare/report/words.h"
#include "compare/verdict/resolution.h"
#include "compare/verdict/rules.h"

#include <math.h>

/* More would show the last bits of a logarithm. */
#define DIGITS 12

/* Key order is that of the contract. */
static json_t *side_json(const struct row_side *side, double time)
{
	json_t *json;

	if (!side->benchmark)
		return json_null();
	json = json_object();
	json_put(json, "estimate_ns", json_number(time));
	json_put(json, "launches", json_count(side->launches));
	json_put(json, "samples", json_count(side->samples));
	json_put(json, "failures", json_count(side->failures));
	return json;
}

static json_t *change_json(const struct metric *metric, const struct metric_change *change)
{
	json_t *json = json_object();

	json_put(json, "unit", json_text(metric->unit));
	json_put(json, "old", json_number(change->old));
	json_put(json, "new", json_number(change->new));
	json_put(json, "ratio", json_number(change->ratio));
	json_put(json, "low", json_number(change->low));
	json_put(json, "high", json_number(change->high));
	json_put(json, "p_value", json_number(change->p));
	json_put(json, "q_value", json_number(change->q));
	json_put(json, "verdict", json_text(words_change_verdict(metric, change)));
	return json;
}

/* Those that a launch of either side has. */
static json_t *metrics_json(const struct comparison *comparison, const struct row *row)
{
	json_t *json = json_object();

	json_put(
		json, metrics[METRIC_TIME].key, change_json(&metrics[METRIC_TIME], &row->time));
	for (size_t m = 0; m < comparison->metric_count; m++)
		if (!isnan(row->counted[m].old) || !isnan(row->counted[m].new))
			json_put(json, comparison->metrics[m].about.key,
				change_json(&comparison->metrics[m].about, &row->counted[m]));
	return json;
}

static json_t *row_json(const struct comparison *comparison, const struct row *row)
{
	json_t *json = json_object();

	json_put(json, "suite", json_text(row->suite));
	json_put(json, "benchmark", json_text(row->name));
	json_put(json, "old", side_json(&row->old, row->time.old));
	json_put(json, "new", side_json(&row->new, row->time.new));
	json_put(json, "time_ratio", json_number(row->time.ratio));
	json_put(json, "ratio_low", json_number(row->time.low));
	json_put(json, "ratio_high", json_number(row->time.high));
	json_put(json, "estimate_of", json_text(row->time.estimate_of));
	json_put(json, "p_value", json_number(row->time.p));
	json_put(json, "q_value", json_number(row->time.q));
	json_put(json, "verdict", json_text(verdict_name(row->time.verdict)));
	json_put(json, "dubious", json_boolean(row->moved == MOVED_DUBIOUSLY));
	json_put(json, "smallest_detectable", json_number(row->time.smallest));
	json_put(json, "same_code", json_boolean(row_has_same_code(row)));
	json_put(json, "moved", json_boolean(row_moved(row)));
	json_put(json, "moved_far", json_boolean(row_moved_far(row)));
	json_put(json, "shifted", json_boolean(row->moved == MOVED_SHIFTED));
	json_put(json, "metrics", metrics_json(comparison, row));
	json_put(json, "notes", json_texts(&row->notes));
	return json;
}

static json_t *log_json(const struct log *log)
{
	json_t *json = json_object();

	json_put(json, "path", json_text(log->path));
	json_put(json, "format", json_text(log->format));
	json_put(json, "session", json_text(log_meta(log, "session")));
	json_put(json, "started", json_text(log_meta(log, "started")));
	json_put(json, "host", json_text(log_meta(log, "host")));
	json_put(json, "cpu_model", json_text(log_meta(log, "cpu_model")));
	json_put(json, "workers", json_text(log_meta(log, "workers")));
	json_put(json, "complete", json_boolean(log->complete));
	json_put(json, "benchmarks", json_count(log->benchmark_count));
	return json;
}

static json_t *summary_json(const struct comparison *comparison)
{
	const struct comparison_summary *summary = &comparison->summary;
	const struct suite_shift *shift = &summary->shift;
	json_t *json = json_object();

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
	json_put(json, "compared", json_count(summary->compared));
	json_put(json, "geometric_mean", json_number(summary->geometric_mean));
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
	(void)options;
	fputs("{\"schema\": \"bdriver-compare-2\",\n\"old\": ", out);
	json_write(out, log_json(comparison->old), DIGITS);
	fputs(",\n\"new\": ", out);
	json_write(out, log_json(comparison->new), DIGITS);
	fputs(",\n\"rows\": [", out);
	for (size_t i = 0; i < comparison->row_count; i++) {
		fputs(i ? ",\n" : "\n", out);
		json_write(out, row_json(comparison, &comparison->rows[i]), DIGITS);
	}
	fputs("\n],\n\"summary\": ", out);
	json_write(out, summary_json(comparison), DIGITS);
	fputs("}\n", out);
}

const struct report_format report_json = { "json", json_report };
