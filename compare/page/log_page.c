/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/page/log_page.h"

#include "compare/base/memory.h"
#include "compare/page/launches.h"
#include "compare/page/page.h"
#include "compare/page/parts.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "compare/verdict/row_side.h"

#include <math.h>
#include <stdlib.h>

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

static void fill_side(const void *ctx, size_t place, struct page_side *side)
{
	const struct log_page *page = ctx;

	page_side_fill(side, page->chosen[place]);
	side->growth = page_growth_of(page->chosen[place]);
}

static json_t *row_json(const struct log *log, const struct log_benchmark *benchmark)
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

static json_t *page_content(const struct log_page *page)
{
	json_t *json = page_head("log", page->log->path);
	json_t *rows = json_array();
	size_t launches = 0;

	for (size_t i = 0; i < page->count; i++) {
		json_append(rows, row_json(page->log, page->chosen[i]));
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
	json_t *data = page_content(page);

	page_write(&(struct page){ .title = page->log->path,
			   .summary = json_string_value(json_object_get(data, "verdict")),
			   .rows = page->count,
			   .sides = 1,
			   .fill = fill_side,
			   .ctx = page },
		data, out);
}
