/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/show/show.h"
#include "compare/formats/read.h"
#include "compare/show/print.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/cli/command.h"
#include "driver/cli/log_selection.h"

struct show_args {
	struct shared_options shared;
	bool quantiles, regress, spreadsheet;
};

static const struct option_def options[] = {
	{ "quantiles", 0, OPTION_FLAG, NULL,
		"show quantiles of the samples of a launch, as medians over the launches (text "
		"and markdown: 7 of the 21)",
		offsetof(struct show_args, quantiles), 0 },
	{ "regress", 0, OPTION_FLAG, NULL,
		"fit the time of a sample to its iterations by least squares, if launches have "
		"different iterations",
		offsetof(struct show_args, regress), 0 },
	{ "spreadsheet", 0, OPTION_FLAG, NULL,
		"with --format csv: put an apostrophe before names that a spreadsheet would "
		"take for a formula",
		offsetof(struct show_args, spreadsheet), 0 },
	{ 0 },
};

/* In the order of FORMATS. */
enum show_format { TEXT, MARKDOWN, CSV, JSON };
#define FORMATS "text|markdown|csv|json"

static void print(const struct show_args *args, const struct show *show, enum show_part part)
{
	struct layout_size size = { (size_t)terminal_width(stdout, 100),
		terminal_color(args->shared.color, stdout) };

	switch ((enum show_format)choice_index(FORMATS, args->shared.format)) {
	case TEXT:
		show_text(show, part, stdout, &size);
		break;
	case MARKDOWN:
		show_markdown(show, part, stdout);
		break;
	case CSV:
		show_csv(show, part, args->spreadsheet, stdout);
		break;
	case JSON:
		show_json(show, stdout);
		break;
	}
}

static enum digest_keep digests_for(const struct show_args *args, enum show_part part)
{
	if ((enum show_format)choice_index(FORMATS, args->shared.format) == JSON)
		return DIGEST_QUANTILES | DIGEST_SAMPLES;
	return part == SHOW_QUANTILES ? DIGEST_QUANTILES
	       : part == SHOW_REGRESS ? DIGEST_SAMPLES
				      : DIGEST_SUMMARY;
}

static int show_run(void *given, char **args, int count)
{
	const struct show_args *own = given;
	enum show_part part = own->quantiles ? SHOW_QUANTILES
			      : own->regress ? SHOW_REGRESS
					     : SHOW_SUMMARY;
	bool selects = own->shared.suites.count || own->shared.filters.count;
	struct log_selection selection = { 0 };
	struct digests digests;
	struct show show = { 0 };
	struct log log = { 0 };
	struct err e;
	int code = EXIT_FINE;

	(void)count;
	if (own->quantiles && own->regress)
		return message_error(EXIT_USAGE,
			"--quantiles and --regress are two tables; ask "
			"for one at a time");
	digests_watch(&digests, &log, digests_for(own, part));
	if (log_selection_init(&selection, &own->shared, &e) ||
		log_read(&log, args[0], LOG_KEEP_SUMMARIES, &e) < 0) {
		code = message_error(EXIT_USAGE, "%s", e.text);
		goto out;
	}
	if (!own->shared.quiet)
		message_log_warnings(&log);
	show_make(&show, &log, &digests, log_selection_wants, &selection);
	if (selects && log_selection_check(&selection, &e))
		code = message_error(EXIT_USAGE, "%s", e.text);
	else
		print(own, &show, part);
out:
	log_selection_release(&selection);
	show_release(&show);
	digests_release(&digests);
	log_release(&log);
	return code;
}

const struct command command_show = {
	.summary = "show one log as a table",
	.arguments = "LOG",
	.details = "For each benchmark over its launches: the minimum of minima, the median of "
		   "medians, the SD within launches (without outliers) and between launches. "
		   "LOG is a log of bdriver, or any that bdriver convert reads.",
	.min_arguments = 1,
	.max_arguments = 1,
	.options =
		&(const struct option_set){
			.name = "show",
			.shared = SHARED_LOG,
			.formats = FORMATS,
			.own = options,
			.size = sizeof(struct show_args),
		},
	.run = show_run,
};
