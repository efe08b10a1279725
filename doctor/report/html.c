/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/report.h"

#include "compare/base/memory.h"
#include "compare/page/launches.h"
#include "compare/page/page.h"
#include "compare/page/parts.h"
#include "compare/print/json.h"
#include "compare/stats/quantile.h"
#include "compare/stats/regression.h"
#include "compare/stats/summary.h"
#include "doctor/report/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ITERATIONS_MAX 8 /* of a point of T(n) */

/* T(n) of the best times, with the line that the check `setup-overhead` sees. */
static json_t *growth_of(const struct bench_data *bench)
{
	double n[ITERATIONS_MAX], time_ns[ITERATIONS_MAX];
	struct fitted_line line;
	size_t count = 0;

	for (size_t i = 0; i < bench->series_count && count < ITERATIONS_MAX; i++) {
		if (bench->series[i].iterations > ITERATIONS_MAX)
			continue;
		n[count] = (double)bench->series[i].iterations;
		time_ns[count++] = bench->series[i].time_ns;
	}
	if (!count)
		return NULL;
	line = line_fit(n, time_ns, count);
	return page_growth(n, time_ns, count, count > 1 ? line.intercept : NAN,
		count > 1 ? line.slope : NAN, NAN);
}

static void fill_side(const void *ctx, size_t place, struct page_side *side)
{
	const struct bench_data *bench = &((const struct audit *)ctx)->benches.items[place];

	for (size_t i = 0; i < bench->series_count; i++)
		for (size_t k = 0; k < bench->series[i].count; k++)
			page_side_add(side, bench->series[i].launches[k]);
	for (size_t i = 0; i < bench->failed_count; i++)
		page_side_add(side, bench->failed[i]);
	side->growth = growth_of(bench);
}

static void put_times(json_t *row, const struct bench_data *bench)
{
	const struct series *series = bench_data_main_series(bench);
	AUTO_FREE double *values = memory_zeroed(series ? series->count : 1, sizeof(*values));
	size_t count = series ? series_values(series, values) : 0;
	struct moments moments = moments_of(values, count);

	json_put(row, "times", json_array_of(json_number(quantile_median_of(values, count))));
	json_put(row, "noise",
		json_array_of(json_number(count > 1 ? moments.sd / moments.mean : NAN)));
	json_put(row, "peak", json_array_of(json_null()));
}

/* The findings of the benchmark, and the severity of the worst one that is not waived. */
static const char *put_findings(
	json_t *row, const struct audit *audit, const struct bench_data *bench)
{
	const struct columns columns = audit_finding_columns(audit);
	json_t *list = json_array();
	int worst = -1;

	for (size_t i = 0; i < bench->finding_count; i++) {
		const struct finding *f = &bench->findings[i];

		json_append(list, columns_json(&columns, f));
		if (!f->waived && (int)f->severity > worst)
			worst = (int)f->severity;
	}
	json_put(row, "findings", list);
	return audit_left_out(bench) ? "not audited"
	       : worst < 0           ? "fit"
				     : severity_name((enum severity)worst);
}

static json_t *row_json(const struct audit *audit, const struct bench_data *bench)
{
	AUTO_FREE char *name = audit_words_full_name(bench);
	const struct log_benchmark place = { .file = (char *)bench->file, .line = bench->line };
	json_t *row = page_row(bench->suite, name + strlen(bench->suite) + 1, &place),
	       *notes = json_array();

	json_put(row, "verdict", json_text(put_findings(row, audit, bench)));
	if (audit_left_out(bench))
		json_append(notes, json_text_owned(audit_words_why_not(bench)));
	json_put(row, "notes", notes);
	put_times(row, bench);
	return row;
}

/* How many benchmarks have each verdict, the worst first. */
static json_t *counts_of(const json_t *rows)
{
	static const char *const verdicts[] = { "error", "warning", "info", "not audited",
		"fit" };
	json_t *counts = json_array(), *row;
	size_t i;

	for (size_t v = 0; v < ARRAY_SIZE(verdicts); v++) {
		size_t count = 0;

		json_array_foreach((json_t *)rows, i, row)
			count += strcmp(json_string_value(json_object_get(row, "verdict")),
					 verdicts[v]) == 0;
		if (count)
			json_append(counts, json_pack("[sI]", verdicts[v], (json_int_t)count));
	}
	return counts;
}

/* A sentence, which is freed; NULL: none. */
static void append(json_t *list, char *text)
{
	if (text)
		json_append(list, json_text_owned(memory_format("%s.", text)));
	free(text);
}

static json_t *logs_of(const struct audit *audit)
{
	json_t *logs = json_array();
	const struct log *last = NULL;

	for (size_t i = 0; i < audit->benches.count; i++) {
		if (audit->benches.items[i].log == last)
			continue;
		last = audit->benches.items[i].log;
		json_append(logs, page_log(last));
	}
	return logs;
}

static json_t *data_of(const struct audit *audit)
{
	const char *path = audit->benches.count ? audit->benches.items[0].log->path : "";
	json_t *json = page_head("doctor", path), *rows = json_array();
	json_t *headline = json_array(), *caveats = json_array();

	for (size_t i = 0; i < audit->benches.count; i++)
		json_append(rows, row_json(audit, &audit->benches.items[i]));
	json_put(json, "verdict", json_text_owned(audit_words_counts(audit, true)));
	json_put(json, "names", json_array_of(json_text("time")));
	json_put(json, "counts", counts_of(rows));
	append(headline, audit_words_slowest(audit));
	append(caveats, audit_words_noise(audit));
	for (size_t i = 0; i < audit->unanswered_count;)
		append(caveats, audit_words_unanswered(audit, &i));
	json_put(json, "headline", headline);
	json_put(json, "caveats", caveats);
	json_put(json, "facts", json_array());
	json_put(json, "logs", logs_of(audit));
	json_put(json, "rows", rows);
	return json;
}

static void html_audit(
	const struct audit *audit, const struct audit_report_options *options, FILE *out)
{
	json_t *data = data_of(audit);

	(void)options;
	page_write(&(struct page){ .title = "bdriver doctor",
			   .summary = json_string_value(json_object_get(data, "verdict")),
			   .rows = audit->benches.count,
			   .sides = 1,
			   .fill = fill_side,
			   .ctx = audit },
		data, out);
}

const struct audit_format audit_html = { "html", html_audit };
