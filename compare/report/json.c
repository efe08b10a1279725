/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/report/report.h"

#include "compare/base/memory.h"
#include "compare/print/markup.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

/*
 * Rows are written one by one, so that 20,000 of them are never in memory as a tree. Key order
 * is that of the contract.
 */

static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *text(const char *value)
{
	char *clean;
	json_t *json;

	if (!value)
		return json_null();
	clean = markup_utf8(value);
	json = json_string(clean);
	free(clean);
	return json;
}

static void set(json_t *object, const char *key, json_t *value)
{
	if (!value || json_object_set_new(object, key, value) != 0)
		memory_fatal("jansson");
}

static json_t *texts(const struct string_list *list)
{
	json_t *array = json_array();

	for (size_t i = 0; i < list->count; i++)
		if (json_array_append_new(array, text(list->items[i])) != 0)
			memory_fatal("jansson");
	return array;
}

static json_t *side(const struct row_side *side)
{
	json_t *json;

	if (!side->benchmark)
		return json_null();
	json = json_object();
	set(json, "estimate_ns", number(side->estimate_ns));
	set(json, "launches", json_integer((json_int_t)side->launches));
	set(json, "samples", json_integer((json_int_t)side->samples));
	set(json, "failures", json_integer((json_int_t)side->failures));
	set(json, "peak_kib", number(side->peak_kib));
	return json;
}

static json_t *row_json(const struct row *row)
{
	json_t *json = json_object();

	set(json, "suite", text(row->suite));
	set(json, "benchmark", text(row->name));
	set(json, "old", side(&row->old));
	set(json, "new", side(&row->new));
	set(json, "time_ratio", number(row->time_ratio));
	set(json, "ratio_low", number(row->ratio_low));
	set(json, "ratio_high", number(row->ratio_high));
	set(json, "p_value", number(row->p_value));
	set(json, "q_value", number(row->q_value));
	set(json, "verdict", text(verdict_name(row->verdict)));
	set(json, "dubious", json_boolean(row->dubious));
	set(json, "smallest_detectable", number(row->smallest_detectable));
	set(json, "same_code", json_boolean(row->same_code));
	set(json, "memory_change", json_boolean(row->memory_change));
	set(json, "notes", texts(&row->notes));
	return json;
}

static json_t *log_json(const struct log *log)
{
	json_t *json = json_object();

	set(json, "path", text(log->path));
	set(json, "format", text(log->format));
	set(json, "session", text(log_meta(log, "session")));
	set(json, "started", text(log_meta(log, "started")));
	set(json, "host", text(log_meta(log, "host")));
	set(json, "cpu_model", text(log_meta(log, "cpu_model")));
	set(json, "workers", text(log_meta(log, "workers")));
	set(json, "complete", json_boolean(log->complete));
	set(json, "benchmarks", json_integer((json_int_t)log->benchmark_count));
	return json;
}

static json_t *summary_json(const struct comparison *comparison)
{
	const struct comparison_summary *summary = &comparison->summary;
	json_t *json = json_object();

	set(json, "rule", text(rule_name(comparison->rule)));
	set(json, "threshold", number(comparison->options.threshold));
	set(json, "equivalence", number(comparison->options.equivalence));
	set(json, "fdr", number(comparison->options.fdr));
	for (enum verdict v = 0; v < VERDICT_COUNT; v++)
		set(json, verdict_name(v), json_integer((json_int_t)summary->counts[v]));
	set(json, "lost", json_integer((json_int_t)summary->lost));
	set(json, "compared", json_integer((json_int_t)summary->compared));
	set(json, "geometric_mean", number(summary->geometric_mean));
	set(json, "session_shift", number(summary->session_shift));
	set(json, "caveats", texts(&comparison->caveats));
	return json;
}

/* Takes the value. */
static void dump(FILE *out, json_t *json)
{
	/* Twelve digits: more would show the last bits of a logarithm. */
	if (json_dumpf(json, out, JSON_COMPACT | JSON_REAL_PRECISION(12)) != 0 && !ferror(out))
		memory_fatal("jansson");
	json_decref(json);
}

void report_json(
	const struct comparison *comparison, const struct report_options *options, FILE *out)
{
	(void)options;
	fputs("{\"schema\": \"bdriver-compare-1\",\n\"old\": ", out);
	dump(out, log_json(comparison->old));
	fputs(",\n\"new\": ", out);
	dump(out, log_json(comparison->new));
	fputs(",\n\"rows\": [", out);
	for (size_t i = 0; i < comparison->row_count; i++) {
		fputs(i ? ",\n" : "\n", out);
		dump(out, row_json(&comparison->rows[i]));
	}
	fputs("\n],\n\"summary\": ", out);
	dump(out, summary_json(comparison));
	fputs("}\n", out);
}
