/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/engine/slurm_batch.h"

#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/atomic_file.h"
#include "driver/base/ranges.h"
#include "driver/engine/engine.h"
#include "driver/exec/command_output.h"
#include "driver/suite/command_runner.h"

/* What --export takes: this program's own variables; no others reach the task. */
static char *exported(void)
{
	extern char **environ;
	AUTO(string_list_release) struct string_list names = { 0 };

	for (char **p = environ; *p; p++)
		if (!strncmp(*p, "BDRIVER_", 8) && !strchr(strchr(*p, '=') + 1, ','))
			string_list_addf(&names, "%.*s", (int)strcspn(*p, "="), *p);
	return names.count ? string_list_join(&names, ",") : memory_text("NONE");
}

/* sbatch takes a script only; the paths in it are quoted. */
char *slurm_batch_script(const struct engine_options *o, struct err *e)
{
	char *path = memory_format("%s/engine/task.sh", o->folder);
	AUTO_FREE char *program = command_quote(o->program), *folder = command_quote(o->folder);
	AUTO_FREE char *text = memory_format(
		"#!" COMMAND_SHELL "\nexec %s shard --run=%s --task=\"$SLURM_ARRAY_TASK_ID\"\n",
		program, folder);

	if (!atomic_file_write(path, text, e))
		return path;
	free(path);
	return NULL;
}

/* Slurm replaces %j and its like in the name of a file. The caller frees the text. */
static char *double_percents(const char *text)
{
	char *doubled = memory_zeroed(2 * strlen(text) + 1, 1), *out = doubled;

	for (; *text; text++) {
		if (*text == '%')
			*out++ = '%';
		*out++ = *text;
	}
	return doubled;
}

void slurm_batch_args(struct argument_list *args, const struct engine_options *o,
	unsigned most_minutes, const unsigned *numbers, size_t count, const char *avoid,
	const char *script)
{
	AUTO_FREE char *ranges = ranges_text(numbers, count), *variables = exported(),
		       *plain = double_percents(o->folder);
	unsigned minutes = o->limit_s / 60 + 1;

	argument_list_add(args, "sbatch", "--parsable");
	argument_list_addf(args, "--job-name=%s", o->name);
	argument_list_addf(args, "--export=%s", variables);
	argument_list_add(
		args, "--requeue", "--exclusive", "--mem=0", "--nodes=1", "--ntasks=1");
	argument_list_addf(args, "--time=%u",
		most_minutes && most_minutes < minutes ? most_minutes : minutes);
	argument_list_add(args, "--open-mode=append");
	argument_list_addf(args, "--output=%s/engine/%%A_%%a.out", plain);
	argument_list_addf(args, "--chdir=%s", o->folder);
	if (o->nodes)
		argument_list_addf(args, "--array=%s%%%u", ranges, o->nodes);
	else
		argument_list_addf(args, "--array=%s", ranges);
	if (o->partition)
		argument_list_addf(args, "--partition=%s", o->partition);
	if (*avoid)
		argument_list_addf(args, "--exclude=%s", avoid);
	argument_list_add(args, script);
}
