/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/pool_run/shard.h"

#include <stddef.h>

#include "driver/cli/command.h"

struct shard_command {
	struct shared_options shared;
	const char *run, *node, *scratch;
	int64_t task;
};

static int shard_run(void *given, char **args, int count)
{
	const struct shard_command *o = given;
	struct shard_options options = { .run = o->run,
		.task = o->task,
		.node = o->node,
		.scratch = o->scratch,
		.verbose = o->shared.verbose };

	(void)args;
	(void)count;
	if (!o->run || o->task < 0)
		return message_error(EXIT_USAGE, "--run DIR and --task N say which shard");
	return run_shard(&options);
}

#define MEMBER(name) offsetof(struct shard_command, name)
static const struct option_def shard_table[] = {
	{ "run", 0, OPTION_TEXT, MEMBER(run), 0, "DIR",
		"folder of the run, which bdriver run --engine made" },
	{ "task", 0, OPTION_COUNT, MEMBER(task), 0, "N", "number of the shard, from 0" },
	{ "node", 0, OPTION_TEXT, MEMBER(node), 0, "NAME",
		"name of this machine in the log (default: that of Slurm, or the host name)" },
	{ "scratch", 0, OPTION_TEXT, MEMBER(scratch), 0, "DIR",
		"folder on this machine's own disk (default: $TMPDIR or /tmp)" },
	{ 0 },
};

const struct command command_shard = {
	.summary = "measure one part of a run on this machine",
	.arguments = "",
	.details = "For the machines of a pool: bdriver run --engine starts it there, and any "
		   "other engine can. It copies and checks the binaries, measures, and leaves "
		   "its part in the folder of the run. A shard that is done already is not "
		   "measured again. docs/POOL.md describes it.",
	.options =
		&(const struct option_set){
			.name = "shard",
			.own = shard_table,
			.size = sizeof(struct shard_command),
		},
	.run = shard_run,
};
