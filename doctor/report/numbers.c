/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "doctor/report/numbers.h"

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "doctor/base/bench_times.h"
#include "doctor/checks/pages.h"
#include "doctor/checks/spread.h"
#include "doctor/report/words.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const struct column columns[] = {
	{ "benchmark", ALIGN_LEFT },
	{ "iteration", ALIGN_RIGHT },
	{ "n", ALIGN_RIGHT },
	{ "T(1)", ALIGN_RIGHT },
	{ "T(2)", ALIGN_RIGHT },
	{ "T(4)", ALIGN_RIGHT },
	{ "T(8)", ALIGN_RIGHT },
	{ "done once", ALIGN_RIGHT },
	{ "launches SD", ALIGN_RIGHT },
	{ "pages", ALIGN_RIGHT },
	{ "growth", ALIGN_RIGHT },
};

static void add_number(struct layout *layout, const char *text)
{
	layout_add(layout, STYLE_PLAIN, strcmp(text, "-") == 0 ? "" : text);
}

static void add_time(struct layout *layout, double ns)
{
	char text[FORMAT_SIZE];

	add_number(layout, format_time(text, ns));
}

static void add_whole(struct layout *layout, bool sign, double value)
{
	char text[FORMAT_SIZE] = "";

	if (isfinite(value))
		snprintf(text, sizeof(text), sign && value > 0 ? "+%.0f" : "%.0f", value);
	add_number(layout, text);
}

static void add_memory(struct layout *layout, const struct bench_data *bench)
{
	struct pages one = pages_of(bench_data_series(bench, 1));
	struct pages two = pages_of(bench_data_series(bench, 2));
	struct pages any = one.count || !bench->series_count ? one : pages_of(bench->series);

	add_whole(layout, false, any.least);
	add_whole(layout, true, two.least - one.least);
}

static void add_bench_row(
	struct layout *layout, const struct audit *audit, const struct bench_data *bench)
{
	const struct series *main_series = bench_data_main_series(bench);
	AUTO_FREE char *name = audit_words_name(audit, bench);
	char percent[FORMAT_SIZE];

	layout_add(layout, STYLE_PLAIN, name);
	add_time(layout, bench->series_count ? fmax(bench_data_slope_ns(bench), 0) : NAN);
	add_whole(layout, false,
		bench->tuned_iterations > 0 ? (double)bench->tuned_iterations : NAN);
	for (int64_t i = 1; i <= 8; i *= 2) {
		const struct series *series = bench_data_series(bench, i);

		add_time(layout, series ? series->time_ns : NAN);
	}
	add_number(layout, format_percent(percent, bench_data_setup_share(bench)));
	add_number(layout,
		format_percent(percent, main_series ? spread_between(main_series) : NAN));
	add_memory(layout, bench);
}

void numbers_print(const struct audit *audit, FILE *out, const struct layout_size *size)
{
	AUTO(layout_release) struct layout layout = { 0 };

	layout_init(&layout, columns, sizeof(columns) / sizeof(*columns));
	for (size_t i = 0; i < audit->benches.count; i++)
		add_bench_row(&layout, audit, &audit->benches.items[i]);
	layout_print(&layout, out, size);
	fputc('\n', out);
}
