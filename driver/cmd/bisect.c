/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "compare/print/layout.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/bisect/bisect.h"
#include "driver/bisect/pairs.h"
#include "driver/cli/command.h"

#define ROUNDS       40
#define HASH_DIGITS  10

#define MEMBER(name) offsetof(struct bisect_options, name)

static const struct option_def options[] = {
	{ "build", 0, OPTION_TEXT, MEMBER(build), 0, "CMD",
		"what builds a commit, required: a line for the shell, which runs in a work "
		"tree of the commit, and puts the suites into the folder $BDRIVER_BUILD; "
		"$BDRIVER_REVISION is the commit" },
	{ "output", 'o', OPTION_TEXT, MEMBER(folder), 0, "DIR",
		"folder for builds and logs (default: bdriver-bisect); the same command goes "
		"on with what is there" },
	{ "rounds", 'r', OPTION_COUNT, MEMBER(rounds), PAIRS_ROUNDS, "N",
		"rounds of a commit at most (default: 40); they are made by tens" },
	{ "launch-time", 0, OPTION_DURATION, MEMBER(launch_time_ns), 1, "DURATION",
		"time that a launch spends on samples, as for `bdriver run`" },
	{ "measure-all", 0, OPTION_FLAG, MEMBER(measure_all), 0, NULL,
		"measure commits whose machine code is known, too: for effects of placement" },
	{ "history", 0, OPTION_TEXT, MEMBER(history), 0, "DIR",
		"the history that takes the logs (default: $BDRIVER_HISTORY, or else ./history "
		"if it is there)" },
	{ "keep", 0, OPTION_FLAG, MEMBER(keep), 0, NULL, "leave the work tree in DIR/tree" },
	{ 0 },
};

static void print_nothing(
	const struct bisect *bisect, const struct layout_size *size, FILE *out)
{
	char smallest[FORMAT_SIZE];
	AUTO_FREE char *text = NULL;

	if (bisect->same_ends && !bisect->options->measure_all)
		text = memory_format(
			"Nothing to bisect: %s and %s have the same machine code of %s. If "
			"their times differ, it is their placement in memory or the machine, "
			"and no change of the code. --measure-all measures all the same.",
			bisect->options->good, bisect->options->bad,
			bisect->names.count == 1 ? bisect->names.items[0]
						 : "all these benchmarks");
	else
		text = memory_format("Nothing to bisect: %s and %s do not differ in %zu "
				     "rounds; a change of %s would have been seen.",
			bisect->options->good, bisect->options->bad,
			bisect->commits[bisect->count - 1].rounds,
			format_percent(smallest, bisect->smallest));
	layout_wrap(out, size->width, "", text);
}

static void print_finding(const struct bisect *bisect, const struct bisect_finding *found,
	const struct layout_size *size, FILE *out)
{
	const struct bisect_commit *high = &bisect->commits[found->high];
	char change[FORMAT_SIZE], interval[FORMAT_SIZE], share[FORMAT_SIZE];
	bool sure = bisect_confirms(found);
	AUTO_FREE char *who =
		found->high - found->low == 1
			? memory_format("%.*s %s", HASH_DIGITS, high->hash, high->subject)
			: memory_format("one of %zu commits up to %.*s %s (those between "
					"cannot be built or measured)",
				  found->high - found->low, HASH_DIGITS, high->hash,
				  high->subject);
	AUTO_FREE char *text = memory_format("%s: %s %s (%s), %s of the whole change.%s%s", who,
		bisect->benchmark, format_change(change, exp(found->change.ln)),
		format_interval(interval, exp(found->change.low), exp(found->change.high)),
		format_percent(share, bisect_share(bisect, found)),
		sure ? "" : " Fresh rounds do not confirm it.",
		found->same_code ? " Its machine code is that of its parent: it is the "
				   "placement in memory or the machine, not the code."
				 : "");

	layout_wrap(out, size->width,
		sure && found->high - found->low == 1 ? "Culprit: " : "Range: ", text);
}

/* "of 9f2c1e", "" where it is not known. */
static char *code_text(const struct bisect *bisect, size_t i)
{
	const struct bisect_commit *commit = &bisect->commits[i];

	for (size_t k = 0; commit->code && *commit->code && k < i; k++)
		if (bisect->commits[k].code && !strcmp(bisect->commits[k].code, commit->code))
			return memory_format("as %.*s", HASH_DIGITS, bisect->commits[k].hash);
	return memory_text(!commit->code ? "" : *commit->code ? "new" : "not known");
}

static void add_row(struct layout *layout, const struct bisect *bisect, size_t i)
{
	const struct bisect_commit *commit = &bisect->commits[i];
	AUTO_FREE char *hash = memory_format("%.*s", HASH_DIGITS, commit->hash);
	AUTO_FREE char *code = code_text(bisect, i), *last = NULL;
	char text[FORMAT_SIZE], rounds[32];
	double share = bisect_level(bisect, i);

	layout_add(layout, STYLE_BOLD, hash);
	layout_add(layout, STYLE_PLAIN, code);
	layout_add(layout, STYLE_PLAIN,
		isfinite(share) && bisect->benchmark
			? format_change(text, exp(share * bisect->effect))
			: "");
	snprintf(rounds, sizeof(rounds), "%zu", commit->rounds);
	layout_add(layout, STYLE_PLAIN, commit->rounds ? rounds : "");
	last = commit->why ? memory_format("%s (%s)", commit->subject, commit->why)
			   : memory_text(commit->subject);
	layout_add(layout, STYLE_PLAIN, last);
}

/* What was found, then a row for each commit that was built. */
static void print(const struct bisect *bisect, enum bisect_result result,
	const struct layout_size *size, FILE *out)
{
	static const struct column columns[] = { { "commit", ALIGN_LEFT },
		{ "code", ALIGN_LEFT }, { "to GOOD", ALIGN_RIGHT }, { "rounds", ALIGN_RIGHT },
		{ "subject", ALIGN_LEFT } };
	AUTO(layout_release) struct layout layout = { 0 };

	if (result == BISECT_NOTHING)
		print_nothing(bisect, size, out);
	for (size_t i = 0; i < bisect->finding_count; i++)
		print_finding(bisect, &bisect->findings[i], size, out);
	fprintf(out, "%zu commit%s, %zu build%s and %zu rounds in this run\n\n",
		bisect->count - 1, PLURAL(bisect->count - 1), bisect->builds,
		PLURAL(bisect->builds), bisect->pairs);
	layout_init(&layout, columns, ARRAY_SIZE(columns));
	for (size_t i = 0; i < bisect->count; i++)
		if (bisect->commits[i].built != BISECT_UNTRIED)
			add_row(&layout, bisect, i);
	layout_print(&layout, out, size);
}

static int run(void *given, char **args, int count)
{
	static const int codes[] = { [BISECT_FOUND] = EXIT_FINE,
		[BISECT_RANGE] = EXIT_FOUND,
		[BISECT_NOTHING] = EXIT_UNMEASURED };
	struct bisect_options *o = given;
	struct layout_size size = { (size_t)terminal_width(stdout, 100),
		terminal_color(o->shared.color, stdout) };
	struct bisect bisect = { 0 };
	struct err e;
	int result;

	if (!o->build)
		return message_error(EXIT_USAGE,
			"--build CMD is required: what builds a commit, as --build 'make && cp "
			"SUITE $BDRIVER_BUILD'");
	o->folder = o->folder ?: "bdriver-bisect";
	o->history = o->history ?: getenv("BDRIVER_HISTORY");
	if (!o->history || !*o->history)
		o->history = access("history/" STORE_DATABASE, F_OK) ? NULL : "history";
	o->rounds = o->rounds > 0 ? o->rounds : ROUNDS;
	o->good = args[0];
	o->bad = args[1];
	o->words = args + 2;
	o->word_count = count - 2;
	result = bisect_run(&bisect, o, &e);
	if (result >= 0)
		print(&bisect, (enum bisect_result)result, &size, stdout);
	bisect_release(&bisect);
	return result < 0 ? message_error(EXIT_USAGE, "%s", e.text) : codes[result];
}

const struct command command_bisect = {
	.summary = "find the commit that changed the time of benchmarks",
	.arguments = "GOOD BAD BENCH...",
	.details = "Searches the commits from GOOD to BAD, along first parents. Commits whose "
		   "benchmarks have machine code that is known already are not measured. The "
		   "others are measured side by side with GOOD until it is clear on which side "
		   "they are, and the culprit is measured again beside its parent. Exit code "
		   "0: culprit found; 1: only a range, as commits cannot be built, or it is "
		   "not confirmed; 3: GOOD and BAD do not differ.",
	.min_arguments = 3,
	.max_arguments = -1,
	.options =
		&(const struct option_set){
			.name = "bisect",
			.shared = SHARED_CONFIG | SHARED_ASK,
			.own = options,
			.size = sizeof(struct bisect_options),
		},
	.run = run,
};
