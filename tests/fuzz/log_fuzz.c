/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/log_line.h"
#include "compare/show.h"
#include "tests/fuzz/fuzz.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

/* What every reader promises, whatever it was given. */
static void check_launch(const struct launch *launch)
{
	assert(launch->status < OUTCOME_COUNT);
	assert(launch->round >= 1 && launch->attempt >= 1);
	if (launch->status != OUTCOME_OK) {
		assert(isnan(launch->min_ns));
		return;
	}
	assert(launch->min_ns >= 0 && launch->min_ns <= launch->median_ns);
	assert(launch->median_ns <= launch->max_ns && isfinite(launch->max_ns));
}

static void show_everything(const struct log *log)
{
	static const enum show_part parts[] = { SHOW_SUMMARY, SHOW_QUANTILES, SHOW_REGRESS };
	struct layout_size size = { 80, true };
	struct show show = { 0 };
	char *text = NULL;
	size_t n;
	FILE *out = open_memstream(&text, &n);

	show_make(&show, log);
	for (size_t i = 0; i < 3; i++) {
		show_text(&show, parts[i], out, &size);
		show_markdown(&show, parts[i], out);
		show_csv(&show, parts[i], out);
	}
	show_json(&show, out);
	fclose(out);
	free(text);
	show_release(&show);
}

/* All readers: the input decides which. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct log log = { 0 };
	struct err e = { "" };
	size_t rows = 0;

	if (log_read_buffer(&log, "fuzz.log", (const char *)data, size, LOG_KEEP_SAMPLES, &e) <
		0)
		assert(e.text[0]);
	else
		show_everything(&log);
	for (size_t i = 0; i < log.benchmark_count; i++) {
		const struct log_benchmark *b = &log.benchmarks[i];

		assert(log_find(&log, b->suite, b->name, b->build) == b);
		for (size_t k = 0; k < b->launch_count; k++)
			check_launch(&b->launches[k]);
		rows += b->launch_count;
	}
	assert(rows == log.row_count);
	log_release(&log);
	return 0;
}
