/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/page/pages.h"

#include <math.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/page/launches.h"
#include "compare/page/page.h"
#include "compare/page/parts.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "compare/report/headline.h"
#include "compare/report/words.h"
#include "compare/verdict/row_side.h"
#include "compare/verdict/whole.h"

/* A ratio as it is written there. */
#define SAME_RATIO 1e-6

/* NULL if there is none, or none of these logs. */
static json_t *explanation_of(
	const json_t *explanations, const json_t *json, const struct row *row)
{
	json_t *one;
	size_t i;

	json_array_foreach(explanations, i, one) {
		double ratio = json_number_value(json_object_get(one, "ratio"));

		if (json_equal(json_object_get(one, "suite"), json_object_get(json, "suite")) &&
			json_equal(json_object_get(one, "benchmark"),
				json_object_get(json, "name")) &&
			fabs(ratio - row->time.ratio) <= SAME_RATIO * row->time.ratio)
			return json_incref(one);
	}
	return NULL;
}

static json_t *row_json(
	const struct comparison *comparison, const struct row *row, const json_t *explanations)
{
	const struct log_benchmark *one =
		row->new.benchmark ? row->new.benchmark : row->old.benchmark;
	json_t *json = page_row(row->suite, row->name, one), *explanation;

	json_put(json, "verdict", json_text(verdict_name(row->time.verdict)));
	json_put(json, "times",
		json_array_of(json_number(row->time.old), json_number(row->time.new)));
	json_put(json, "of", json_text(row->time.estimate_of));
	json_put(json, "ratio", json_number(row->time.ratio));
	json_put(json, "low", json_number(row->time.low));
	json_put(json, "high", json_number(row->time.high));
	json_put(json, "p", json_number(row->time.p));
	json_put(json, "q", json_number(row->time.q));
	json_put(json, "smallest", json_number(row->time.smallest));
	json_put(json, "noise",
		json_array_of(json_number(page_noise(&row->old)),
			json_number(page_noise(&row->new))));
	json_put(json, "same_code", json_boolean(row_has_same_code(row)));
	json_put(json, "moved_far", json_boolean(row_is_outlier(row)));
	json_put(json, "changes", json_text_owned(words_counted(comparison, row)));
	json_put(json, "notes", json_texts(row_notes(row)));
	explanation = explanation_of(explanations, json, row);
	if (explanation)
		json_put(json, "explanation", explanation);
	return json;
}

static json_t *counts_json(const struct comparison *comparison)
{
	json_t *json = json_array();

	for (enum verdict v = 0; v < VERDICT_COUNT; v++)
		if (comparison->summary.counts[v])
			json_append(json, json_array_of(json_text(verdict_name(v)),
						  json_count(comparison->summary.counts[v])));
	return json;
}

static json_t *facts_json(const struct comparison *comparison)
{
	char *facts[] = { words_log(comparison, true, false),
		words_log(comparison, false, false), words_rule(comparison, false),
		words_means(comparison), words_same_code(comparison) };
	json_t *json = json_array();

	for (size_t i = 0; i < ARRAY_SIZE(facts); i++)
		if (facts[i])
			json_append(json, json_text_owned(facts[i]));
	return json;
}

static json_t *rows_json(const struct comparison *comparison, const json_t *explanations)
{
	json_t *json = json_array();

	for (size_t i = 0; i < comparison->row_count; i++)
		json_append(json, row_json(comparison, &comparison->rows[i], explanations));
	return json;
}

static void fill_sides(const void *ctx, size_t place, struct page_side *sides)
{
	const struct row *row = &((const struct comparison *)ctx)->rows[place];
	const struct log_benchmark *benchmarks[] = { row->old.benchmark, row->new.benchmark };

	for (size_t i = 0; i < 2; i++) {
		page_side_fill(&sides[i], benchmarks[i]);
		sides[i].growth = page_growth_of(benchmarks[i]);
	}
}

static json_t *page_content(const struct comparison *comparison, const json_t *explanations)
{
	AUTO_FREE char *title =
		memory_format("%s → %s", comparison->old->path, comparison->new->path);
	json_t *json = page_head("compare", title);
	AUTO(string_list_release) struct string_list headline = { 0 };
	AUTO_FREE char *machine = words_machine(comparison);

	string_list_take(&headline, headline_first(comparison));
	headline_add(comparison, &headline);
	if (machine)
		string_list_addf(&headline, "Machine: %s.", machine);
	json_put(json, "names",
		json_array_of(
			json_text(comparison->names.old), json_text(comparison->names.new)));
	json_put(json, "counts", counts_json(comparison));
	json_put(json, "headline", json_texts(&headline));
	json_put(json, "undecided",
		json_boolean(comparison->summary.undecided != UNDECIDED_NOT));
	json_put(json, "caveats", json_texts(&comparison->caveats));
	json_put(json, "facts", facts_json(comparison));
	json_put(json, "threshold", json_number(comparison->options.threshold));
	json_put(json, "fdr", json_number(comparison->options.fdr));
	json_put(json, "judged", json_count(resolution_judged(comparison)));
	json_put(json, "logs",
		json_array_of(page_log(comparison->old), page_log(comparison->new)));
	json_put(json, "rows", rows_json(comparison, explanations));
	return json;
}

void comparison_page_write(
	const struct comparison *comparison, const json_t *explanations, FILE *out)
{
	json_t *data = page_content(comparison, explanations);
	AUTO_FREE char *summary = words_counts(comparison);

	page_write(&(struct page){ .title = json_string_value(json_object_get(data, "title")),
			   .summary = summary,
			   .rows = comparison->row_count,
			   .sides = 2,
			   .fill = fill_sides,
			   .ctx = comparison },
		data, out);
}

void log_page_init(struct log_page *page, const struct log *log,
	bool (*wanted)(const char *suite, const char *name, void *ctx), void *ctx)
{
	*page = (struct log_page){ .log = log,
		.chosen = memory_zeroed(log->benchmark_count + 1, sizeof(*page->chosen)) };
	for (size_t i = 0; i < log->benchmark_count; i++) {
		const struct log_benchmark *b = &log->benchmarks[i];

		if (!wanted || wanted(b->suite, b->name, ctx))
			page->chosen[page->count++] = b;
	}
}

void log_page_release(struct log_page *page)
{
	free(page->chosen);
	*page = (struct log_page){ 0 };
}

static void fill_log_side(const void *ctx, size_t place, struct page_side *side)
{
	const struct log_page *page = ctx;

	page_side_fill(side, page->chosen[place]);
	side->growth = page_growth_of(page->chosen[place]);
}

static json_t *log_row_json(const struct log *log, const struct log_benchmark *benchmark)
{
	json_t *json = page_row(benchmark->suite, benchmark->name, benchmark);
	struct row_side side;
	double least = row_side_fill(&side, log, benchmark, ESTIMATOR_MIN);
	double time = row_side_fill(&side, log, benchmark, ESTIMATOR_MEDIAN);

	json_put(json, "verdict", json_text(side.launches ? "measured" : "failed"));
	json_put(json, "least", json_number(least));
	json_put(json, "times", json_array_of(json_number(time)));
	json_put(json, "noise", json_array_of(json_number(page_noise(&side))));
	json_put(json, "peak", json_array_of(json_number(page_peak(&side))));
	json_put(json, "notes", json_array());
	return json;
}

static char *verdict(size_t benchmarks, size_t launches)
{
	return memory_format("%zu benchmark%s, %zu launch%s", benchmarks, PLURAL(benchmarks),
		launches, PLURAL_ES(launches));
}

static json_t *log_content(const struct log_page *page)
{
	json_t *json = page_head("log", page->log->path);
	json_t *rows = json_array();
	size_t launches = 0;

	for (size_t i = 0; i < page->count; i++) {
		json_append(rows, log_row_json(page->log, page->chosen[i]));
		launches += page->chosen[i]->launch_count;
	}
	json_put(json, "verdict", json_text_owned(verdict(page->count, launches)));
	json_put(json, "names", json_array_of(json_text("time")));
	json_put(json, "counts", json_array());
	json_put(json, "headline", json_array());
	json_put(json, "caveats", json_array());
	json_put(json, "facts", json_array());
	json_put(json, "logs", json_array_of(page_log(page->log)));
	json_put(json, "rows", rows);
	return json;
}

void log_page_write(const struct log_page *page, FILE *out)
{
	json_t *data = log_content(page);

	page_write(&(struct page){ .title = page->log->path,
			   .summary = json_string_value(json_object_get(data, "verdict")),
			   .rows = page->count,
			   .sides = 1,
			   .fill = fill_log_side,
			   .ctx = page },
		data, out);
}
