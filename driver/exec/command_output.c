/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/exec/command_output.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/exec/scheduler.h"

/* Looks the program up in $PATH. */
#define ENV_PROGRAM "/usr/bin/env"
#define GRACE_MS    2000

struct one_command {
	struct command_output *output;
	struct argument_list args, env;
	unsigned timeout_ms;
	bool given;
};

static enum job_answer next(void *ctx, unsigned worker, bool draining, struct job *job)
{
	struct one_command *c = ctx;

	(void)worker;
	if (c->given || draining)
		return JOB_NONE;
	c->given = true;
	*job = (struct job){ .path = ENV_PROGRAM,
		.args = c->args.items,
		.env = c->env.items,
		.timeout_ms = c->timeout_ms,
		.grace_ms = GRACE_MS,
		.output = JOB_OUTPUT_STDOUT,
		.anywhere = true };
	return JOB_READY;
}

static int done(void *ctx, unsigned worker, const struct job_result *result)
{
	struct command_output *output = ((struct one_command *)ctx)->output;

	(void)worker;
	output->code = result->end == JOB_EXITED ? result->code : -1;
	output->text = memory_text(result->row ? result->row : "");
	output->errors = result->end == JOB_TIMEOUT
				 ? memory_text("no answer in time")
				 : memory_text(result->errors ? result->errors : "");
	return 0;
}

static void fill_environment(struct argument_list *env, const char *but)
{
	extern char **environ;

	for (char **p = environ; *p; p++)
		if (!but || strncmp(*p, but, strlen(but)) != 0)
			argument_list_add(env, *p);
	/* Never NULL. */
	argument_list_add(env, "BDRIVER_ENGINE=1");
}

int command_output_run(struct command_output *output, const struct argument_list *args,
	const char *but, unsigned timeout_ms, struct err *e)
{
	struct one_command c = { .output = output, .timeout_ms = timeout_ms };
	struct job_source source = { .next = next, .done = done, .ctx = &c };
	struct scheduler_options options = { .workers = 1, .cpus = &(int){ -1 } };
	int rc;

	*output = (struct command_output){ .code = -1 };
	argument_list_add(&c.args, "env");
	for (size_t i = 0; i < args->count; i++)
		argument_list_add(&c.args, args->items[i]);
	fill_environment(&c.env, but);
	rc = scheduler_run(&options, &source, e);
	argument_list_release(&c.args);
	argument_list_release(&c.env);
	if (!rc && !output->text)
		rc = bd_err(e, "%s could not be started", args->items[0]);
	return rc;
}

void command_output_release(struct command_output *output)
{
	free(output->text);
	free(output->errors);
	*output = (struct command_output){ 0 };
}

char *command_quote(const char *word)
{
	char *quoted = memory_zeroed(4 * strlen(word) + 3, 1), *out = quoted;

	*out++ = '\'';
	for (; *word; word++) {
		if (*word == '\'')
			out = stpcpy(out, "'\\''");
		else
			*out++ = *word;
	}
	*out = '\'';
	return quoted;
}
