/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/json.h"
#include "driver/attempts/attempt.h"
#include "driver/base/message.h"
#include "driver/cli/command.h"

#define EXIT_SAME 6 /* of this command alone */

static const int codes[] = { [DECISION_KEEP] = EXIT_FINE,
	[DECISION_DROP] = EXIT_FOUND,
	[DECISION_UNSURE] = EXIT_BLIND,
	[DECISION_SAME] = EXIT_SAME };

static void print_text(const struct attempt *a, double claimed, double corrected)
{
	const struct attempt_row *row = &a->row;
	char speed[FORMAT_SIZE], interval[FORMAT_SIZE], other[FORMAT_SIZE];

	format_change(speed, row->speed);
	format_interval(interval, row->low, row->high);
	if (a->options->final) {
		printf("claimed %s", format_change(other, claimed));
		printf(" (corrected %s)", format_change(other, corrected));
		printf(", confirmed %s (%s)\n", speed, interval);
	} else {
		printf("%s", decision_words[row->decision]);
		if (isfinite(row->speed) && row->decision != DECISION_SAME)
			printf(": speed %s", speed);
		if (row->low < row->high)
			printf(" (%s)", interval);
		if (row->decision == DECISION_KEEP)
			printf(", corrected %s", format_change(other, row->corrected));
		printf("; attempt %zu, %.1f s\n", row->number, row->seconds);
	}
	if (*row->reason)
		message_line(stdout, "  %s", row->reason);
}

static void print_json(const struct attempt *a, double claimed, double corrected)
{
	json_t *root = json_object();

	json_put(root, "schema", json_text("bdriver-try-1"));
	json_put(root, "attempt", columns_json(&series_columns, &a->row));
	json_put(root, "claimed", json_number(claimed));
	json_put(root, "claimed_corrected", json_number(corrected));
	json_write(stdout, root, 9);
	putchar('\n');
}

static int try_run(void *given, char **words, int count)
{
	struct attempt_options *options = given;
	AUTO(attempt_release)
	struct attempt a = { .options = options, .series.file = -1 };
	double claimed, corrected;
	struct err e;
	int code;

	if (!options->run.builds.old || !options->run.builds.new)
		return message_error(
			EXIT_USAGE, "give --base DIR, the best build so far, and --idea DIR");
	if (series_open(&a.series, options->series, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	if (options->final && !a.series.count)
		return message_error(
			EXIT_USAGE, "--final is for a --series FILE that has attempts");
	code = attempt_make(&a, words, count);
	if (code)
		return code;
	claimed = series_claimed(&a.series, a.row.build, false);
	corrected = series_claimed(&a.series, a.row.build, true);
	(strcmp(options->run.shared.format, "json") ? print_text : print_json)(
		&a, claimed, corrected);
	return codes[a.row.decision];
}

#define MEMBER(name) offsetof(struct attempt_options, name)
static const struct option_def own[] = {
	{ "base", 0, OPTION_TEXT, MEMBER(run.builds.old), 0, "DIR",
		"folder with the suites of the best build so far" },
	{ "idea", 0, OPTION_TEXT, MEMBER(run.builds.new), 0, "DIR",
		"folder with those of the build to try" },
	{ "filter", 'f', OPTION_TEXTS, MEMBER(goals.filters), 0, "REGEX",
		"benchmarks that shall become faster (default: any); no other may become "
		"slower; repeatable" },
	{ "series", 0, OPTION_TEXT, MEMBER(series), 0, "FILE",
		"CSV file of the attempts, to which this one is added; its logs are in "
		"FILE.last, those of a kept one in FILE.NUMBER (without FILE: in "
		"bdriver-try.last)" },
	{ "note", 0, OPTION_TEXT, MEMBER(note), 0, "TEXT",
		"what is tried, for FILE (default: the DIR of --idea)" },
	{ "budget", 0, OPTION_DURATION, MEMBER(run.budget_ns), 1, "DURATION",
		"most time for the attempt (default: 60s)" },
	{ "final", 0, OPTION_FLAG, MEMBER(final), 0, NULL,
		"measure all that was kept (--idea) beside the build that the series began "
		"with (--base), in 40 fresh rounds" },
	{ "suite", 's', OPTION_TEXTS, MEMBER(run.shared.suites), 0, "NAME|PATH",
		"only this suite; repeatable" },
	{ 0 },
};

const struct command command_try = {
	.summary = "keep or drop an idea, in a loop of many",
	.arguments = "[BENCH...]",
	.details =
		"Measures the idea beside the best build so far, until it is decided, and "
		"says keep (exit code 0), drop (1), cannot tell (5) or same code (6). Keep: "
		"faster where asked for, and nothing slower. Drop: something fails, computes "
		"another checksum or is slower, or nothing is gained. Of all that is kept in "
		"a series, one in 20 is expected to be no gain, however many attempts there "
		"are. Exit code 2 is no attempt.",
	.max_arguments = -1,
	.options =
		&(const struct option_set){
			.name = "try",
			.shared = SHARED_CONFIG | SHARED_MEASURE | SHARED_ASK,
			.formats = "text|json",
			.own = own,
			.size = sizeof(struct attempt_options),
		},
	.run = try_run,
};
