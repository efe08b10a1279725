/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/explain/launches.h"

#include <string.h>

#include "driver/config/config.h"
#include "driver/exec/scheduler.h"
#include "driver/exec/spawn.h"
#include "harness/base/clock.h"

#define TIMEOUT_MS 120000
#define GRACE_MS   2000

struct running {
	const struct launches *launches;
	unsigned started;
	struct string_list args, env;
	struct err failure; /* "": none */
};

static uint64_t left_ns(const struct launches *launches)
{
	uint64_t now = bd_clock_ns();

	return !launches->deadline_ns        ? UINT64_MAX
	       : launches->deadline_ns > now ? launches->deadline_ns - now
					     : 0;
}

static int say_late(struct err *e)
{
	return bd_err(e, "the time is up; a larger --budget gives more");
}

static enum job_answer next(void *ctx, unsigned worker, bool draining, struct job *job)
{
	struct running *r = ctx;
	const struct suite *suite;
	uint64_t left = left_ns(r->launches);

	(void)worker;
	if (!left && r->started < r->launches->count && !r->failure.text[0])
		say_late(&r->failure);
	if (r->started == r->launches->count || r->failure.text[0] || draining)
		return JOB_NONE;
	string_list_release(&r->args);
	string_list_add(&r->args, "env");
	suite = r->launches->set(r->launches->ctx, r->started++, &r->args);
	string_list_release(&r->env);
	spawn_environment(&r->env, &suite->settings->env);
	/* A path needs no env. */
	*job = (struct job){ .path = *r->args.items[1] == '/' ? r->args.items[1]
							      : "/usr/bin/env",
		.args = r->args.items + (*r->args.items[1] == '/'),
		.env = r->env.items,
		.timeout_ms = left / 1000000 < TIMEOUT_MS ? left / 1000000 + 1 : TIMEOUT_MS,
		.grace_ms = GRACE_MS,
		.output = suite->adapter->output,
		.fine_code = suite->returns_count,
		.fixed_layout = true,
		.anywhere = true };
	return JOB_READY;
}

/* With the last line of what it said. */
static void set_failure(struct running *r, const struct job_result *result)
{
	const char *text = result->errors, *end = text + result->errors_size, *line;

	while (end > text && strchr("\r\n", end[-1]))
		end--;
	for (line = end; line > text && line[-1] != '\n'; line--)
		;
	if (result->end == JOB_EXITED && result->code == 127)
		bd_err(&r->failure, "%s is not there; install it", r->args.items[1]);
	else if (result->end == JOB_SIGNALLED)
		bd_err(&r->failure, "a %s was ended by signal %d (%s)", r->launches->name,
			result->code, strsignal(result->code));
	else if (result->end == JOB_TIMEOUT && !left_ns(r->launches))
		say_late(&r->failure);
	else if (result->end == JOB_TIMEOUT)
		bd_err(&r->failure, "a %s took more than two minutes", r->launches->name);
	else
		bd_err(&r->failure, "a %s failed%s%.*s", r->launches->name,
			end > line ? ": " : "", (int)(end - line), line);
}

static int done(void *ctx, unsigned worker, const struct job_result *result)
{
	struct running *r = ctx;
	const struct launches *l = r->launches;

	(void)worker;
	if (result->end != JOB_EXITED || result->code)
		set_failure(r, result);
	else if (l->done)
		l->done(l->ctx, r->started - 1, result, &r->failure);
	return 0;
}

int launches_build(unsigned launch)
{
	return (int)((launch ^ launch / 2) & 1);
}

struct launch_request launches_request(
	const struct suite *suite, const char *benchmark, int64_t iterations, int64_t time_ns)
{
	return (struct launch_request){ .adapter = suite->adapter,
		.path = suite->path,
		.benchmark = benchmark,
		.settings = suite->settings,
		.iterations = iterations,
		.samples = 1,
		.batch = 1,
		.launch_time_ns = time_ns,
		.any_count = suite->counts == COUNTS_ANY,
		.dialect = suite->dialect };
}

void launches_add(struct string_list *args, const struct launch_request *request)
{
	string_list_add(args, request->path);
	string_list_add_all(args, &request->settings->args);
	request->adapter->launch(args, request);
}

int launches_run(const struct launches *launches, struct err *e)
{
	struct running r = { .launches = launches };
	struct job_source source = { .next = next, .done = done, .ctx = &r };
	struct scheduler_options options = { .workers = 1, .cpus = &(int){ -1 } };
	int rc = scheduler_run(&options, &source, e);

	if (!rc && r.failure.text[0])
		rc = bd_err(e, "%s", r.failure.text);
	string_list_release(&r.args);
	string_list_release(&r.env);
	return rc;
}
