/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stddef.h>
#include <stdio.h>

#include "compare/base/memory.h"
#include "compare/print/format.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/cli/command.h"
#include "driver/parts/merge.h"

struct merge_args {
	struct shared_options shared;
	struct merge merge;
};

#define MEMBER(name) offsetof(struct merge_args, merge.name)
static const struct option_def options[] = {
	{ "output", 'o', OPTION_TEXT, MEMBER(output), 0, "OUT",
		"log to create; with several builds, the folder for their logs" },
	{ "force", 0, OPTION_FLAG, MEMBER(force), 0, NULL, "replace OUT if it exists" },
	{ "replicas", 0, OPTION_FLAG, MEMBER(replicas), 0, NULL,
		"take a part that several machines measured: with three or more, a verdict "
		"holds for machines like these" },
	{ 0 },
};

static int merge_run(void *given, char **words, int count)
{
	const struct merge_args *args = given;
	AUTO(merge_release) struct merge merge = args->merge;
	struct err e;
	int code;

	if (!merge.output)
		return message_error(EXIT_USAGE, "name the result: -o OUT");
	code = merge_parts(&merge, words, (size_t)count, &e);
	if (code)
		return message_error(code, "%s", e.text);
	if (!args->shared.quiet) {
		AUTO_FREE char *shown = terminal_word(merge.output);

		printf("%zu benchmarks in %u part%s, %zu launches on %zu machine%s: %s\n",
			merge.benchmarks, (unsigned)merge.parts, PLURAL(merge.parts),
			merge.rows, merge.nodes.count, PLURAL(merge.nodes.count), shown);
	}
	return merged_warn(&merge);
}

const struct command command_merge = {
	.summary = "join the parts of a run that several machines measured",
	.arguments = "PART...",
	.details =
		"Each PART is what bdriver run --shard K/N -o PART made: a log, or a folder of "
		"logs. The result is as that of a run in one piece. Parts that are missing or "
		"were interrupted are named, with exit code 3: measure them, and merge again. "
		"Parts of other builds, options or benchmarks are refused.",
	.min_arguments = 1,
	.max_arguments = -1,
	.options =
		&(const struct option_set){
			.name = "merge",
			.own = options,
			.size = sizeof(struct merge_args),
		},
	.run = merge_run,
};
