/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/engine/engine.h"

#define TASKS_MAX 1000

static int run_external(const struct engine_options *options, const struct engine_task *tasks,
	size_t count, const struct engine_watch *watch, struct err *e)
{
	(void)options;
	(void)e;
	for (size_t i = 0; i < count; i++) {
		enum engine_file file = watch->file(watch->ctx, tasks[i].number);

		if (file == ENGINE_FILE_DONE)
			watch->state(watch->ctx, tasks[i].number, ENGINE_DONE, "", "");
		else
			watch->state(watch->ctx, tasks[i].number, ENGINE_LOST, "", "");
	}
	return 0;
}

static int nodes_external(const struct engine_options *options, struct string_list *nodes,
	unsigned *most_tasks, struct err *e)
{
	(void)e;
	*most_tasks = TASKS_MAX;
	for (unsigned i = 1; i <= (options->nodes ? options->nodes : 1); i++)
		string_list_addf(nodes, "%u", i);
	return 0;
}

static char *ask_external(const struct engine_options *options, const char *node,
	const struct string_list *words, struct err *e)
{
	(void)options;
	(void)node;
	(void)words;
	bd_err(e, "--engine external: bdriver knows no machines; run `bdriver env` on each");
	return NULL;
}

const struct engine engine_external = {
	.name = "external",
	.external = true,
	.run = run_external,
	.nodes = nodes_external,
	.ask = ask_external,
};
