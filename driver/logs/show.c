/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/logs/show.h"

#include <string.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "compare/show/show.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/cli/selection.h"

int show_check_predictors(const struct string_list *predictors, struct err *e)
{
	for (size_t i = 0; i < predictors->count; i++)
		if (show_predictor(predictors->items[i]) == PREDICTORS)
			return bd_err(e, "--predictors: '%s' is not one of " SHOW_PREDICTORS,
				predictors->items[i]);
	return 0;
}

static unsigned predictors_of(const struct string_list *predictors)
{
	unsigned bits = 0;

	for (size_t i = 0; i < predictors->count; i++)
		bits |= 1U << show_predictor(predictors->items[i]);
	return bits;
}

static void print_note(const char *suite, const char *note)
{
	AUTO_FREE char *text = note ? memory_format("suite %s: %s", suite, note) : NULL;
	AUTO_FREE char *clean = note ? terminal_clean(text) : NULL;

	if (note)
		puts(clean);
}

/* Of each suite, how its benchmarks share launches or a CPU. */
static void print_notes(const struct log *log)
{
	for (size_t i = 0; i < log->benchmark_count; i++) {
		const char *suite = log->benchmarks[i].suite;

		if (i && !strcmp(log->benchmarks[i - 1].suite, suite))
			continue;
		print_note(suite, log_suite_meta(log, suite, "group"));
		print_note(suite, log_cpu_time(log, suite));
	}
}

int show_log(const struct show_job *job, const char *path)
{
	const struct shared_options *shared = &job->shared;
	enum cells_for format = cells_format(shared->format);
	struct layout_size size = { (size_t)terminal_width(stdout, 100),
		terminal_color(shared->color, stdout) };
	bool selects = job->selects && (shared->suites.count || shared->filters.count);
	AUTO(selection_free_at)
	struct selection *selection = NULL;
	AUTO(show_release)
	struct show show = { .predictors = predictors_of(&job->predictors),
		.spreadsheet = job->spreadsheet };
	AUTO(digests_release) struct digests digests;
	AUTO(log_release) struct log log = { 0 };
	struct err e;

	digests_watch(&digests, &log, job->fit || format == CELLS_JSON);
	if ((job->selects && !(selection = selection_of_log(shared, &e))) ||
		log_read(&log, path, LOG_KEEP_SUMMARIES, &e) < 0 || log_need_rows(&log, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	if (!shared->quiet)
		message_log_warnings(&log);
	show_make(&show, &log, &digests, selects ? selection_wants : NULL, selection);
	if (selects && selection_check(selection, NULL, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	show_print(&show, job->fit, format, stdout, &size);
	if (format == CELLS_TEXT)
		print_notes(&log);
	return job->fit && show_failed(&show) ? EXIT_UNMEASURED : EXIT_FINE;
}
