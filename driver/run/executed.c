/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Method: all bytes of all functions that differ become INT3. So every way into them ends the
 * launch by SIGTRAP: a call, a jump to the middle, a fall-through, a copy that is executed.
 * driver/exec/traps.h sees to it that none goes unseen. Launches of both builds that end well
 * have executed the same (driver/code/twins.h).
 */
#include "driver/run/executed.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/formats/read.h"
#include "compare/stats/prng.h"
#include "driver/code/suite_code.h"
#include "driver/exec/scheduler.h"
#include "driver/measure/channel.h"
#include "driver/measure/launch_args.h"
#include "driver/run/logs.h"
#include "driver/run/run.h"
#include "harness/base/clock.h"
#include "harness/options.h"

/* Of each build, each at another place in memory. */
#define LAUNCHES 3
#define SAMPLES  3
/* The last ones run longer than a launch that is measured, if each sample is as fast as the
 * fastest. On a busy machine they have more time for as many samples. */
#define LONGER      2
#define SAMPLES_MIN 5
/* A launch that is measured is over after one sample so slow, however busy the machine is. */
#define SLOW    5
#define BUSY_NS 5000000000
/* A time of 0 has no end. */
#define ITERATIONS_MAX 1e9
#define TIMEOUT_MS     10000
/* Of a budget, for all proofs, a fourth; and so many launches may hang. The rest is measured.
 */
#define BUDGET_PART 4
#define HANGS_MAX   3
/* A line now and then for who waits. */
#define SAID_NS 10000000000

struct proof {
	struct run *run;
	const bool *same; /* subjects that need no proof */
	struct prng random;
	const char *suite; /* of the pair; NULL: none yet */
	struct suite_code_pair *pair;
	struct code_change change; /* of the subject */
	size_t subject, launch;    /* the next one */
	bool failed;               /* of this subject: it is not proven */
	unsigned hung;             /* launches */
	uint64_t end_ns;           /* of bd_clock_ns(): nothing is tried later */
	uint64_t said_ns;          /* as well: the last line */
	int64_t iterations;
	double fastest_ns; /* iteration, of all samples so far */
	struct launch_args args;
	struct channel channel;
};

static void leave_suite(struct proof *p)
{
	suite_code_pair_close(p->pair);
	code_change_release(&p->change);
	p->pair = NULL;
	p->suite = NULL;
}

static bool enter_suite(struct proof *p, const struct subject *s)
{
	const char *paths[2] = { s->builds[0].path, s->builds[1].path };

	if (p->suite && !strcmp(p->suite, s->suite))
		return p->pair;
	leave_suite(p);
	p->suite = s->suite;
	p->pair = suite_code_pair_open(paths, s->settings->env.items, NULL);
	return p->pair;
}

static uint64_t left_ms(const struct proof *p)
{
	uint64_t now = bd_clock_ns();

	return p->end_ns > now ? (p->end_ns - now) / 1000000 : 0;
}

/* Only our harness tells benchmarks apart and lets launches be told their iterations. */
static bool may_try(const struct proof *p, const struct subject *s)
{
	if (!left_ms(p) || p->hung == HANGS_MAX)
		return false;
	for (int b = 0; b < 2; b++)
		if (!s->builds[b].path || s->builds[b].adapter != &adapter_bdriver)
			return false;
	return !p->same[p->subject] && !s->settings->inputs.count;
}

/* Finds where the subject's builds differ. */
static bool prepare(struct proof *p)
{
	const struct subject *s = &p->run->subjects.items[p->subject];

	if (!may_try(p, s) || !enter_suite(p, s))
		return false;
	code_change_release(&p->change);
	return !suite_code_pair_compare(p->pair, s->name, &p->change, NULL);
}

/* Of each build. */
static bool is_last(const struct proof *p)
{
	return p->launch >= 2 * (LAUNCHES - 1);
}

static double long_ns(const struct proof *p)
{
	return LONGER * (double)p->run->settings.launch_time_ns;
}

/* As many iterations that BD_SAMPLES_DEFAULT samples are a long launch. */
static void plan_last(struct proof *p)
{
	double each = ceil(long_ns(p) / p->fastest_ns / BD_SAMPLES_DEFAULT);

	p->iterations = (int64_t)fmax((double)p->iterations, fmin(each, ITERATIONS_MAX));
}

/* At least as many as a launch takes that is measured. */
static int sample_count(const struct proof *p)
{
	double sample_ns = (double)p->iterations * p->fastest_ns;
	int most = is_last(p) ? BD_SAMPLES_DEFAULT : SAMPLES;

	if (p->launch < 2 || sample_ns > SLOW * long_ns(p))
		return 1;
	return (int)fmin(fmax(ceil(long_ns(p) / sample_ns), SAMPLES_MIN), most);
}

static uint64_t timeout_ms(const struct proof *p, int64_t given_ns)
{
	const struct run_settings *settings = &p->run->settings;
	uint64_t ms = TIMEOUT_MS + LONGER * (uint64_t)settings->launch_time_ns / 1000000;
	uint64_t given = (uint64_t)(given_ns > 0 ? given_ns : settings->timeout_ns) / 1000000;
	uint64_t left = left_ms(p) + 1;

	ms = given < ms ? given : ms;
	return left < ms ? left : ms;
}

static void fill_job(struct proof *p, struct job *job)
{
	const struct run_settings *settings = &p->run->settings;
	struct subject *s = &p->run->subjects.items[p->subject];
	int build = p->launch % 2;
	struct launch_request request = { .adapter = s->builds[build].adapter,
		.path = s->builds[build].path,
		.benchmark = s->name,
		.settings = s->settings,
		.iterations = p->iterations,
		.samples = sample_count(p),
		.launch_time_ns = p->launch < 2 ? 1 : (int64_t)long_ns(p) + BUSY_NS,
		.any_count = s->counts == COUNTS_ANY,
		.dialect = s->builds[build].dialect };

	launch_args_place(&request, prng_next(&p->random),
		settings->turns.same_layout && s->builds[0].turns && s->builds[1].turns);
	launch_args_job(&p->args, &request, job);
	job->timeout_ms = timeout_ms(p, s->settings->timeout_ns);
	job->fine_code = s->builds[build].returns_count;
	job->fixed_layout = settings->turns.same_layout;
	job->traps = &p->change.traps[build];
	job->limits.no_core = true; /* of a trap */
}

static enum job_answer next(void *ctx, unsigned worker, bool draining, struct job *job)
{
	struct proof *p = ctx;
	struct run *run = p->run;

	(void)worker;
	if (p->launch == 2 * LAUNCHES && !p->failed)
		run->subjects.items[p->subject].role = ROLE_NOT_EXECUTED;
	if (p->failed || p->launch == 2 * LAUNCHES) {
		p->subject++;
		p->launch = 0;
		p->iterations = run->settings.iterations;
		p->fastest_ns = INFINITY;
		p->failed = false;
	}
	if (draining)
		return JOB_NONE;
	while (!p->launch && p->subject < run->subjects.count && !prepare(p))
		p->subject++;
	if (p->subject == run->subjects.count)
		return JOB_NONE;
	fill_job(p, job);
	return JOB_READY;
}

static void say(struct proof *p)
{
	uint64_t now = bd_clock_ns();

	if (p->run->settings.shared.quiet || now - p->said_ns < SAID_NS)
		return;
	p->said_ns = now;
	fprintf(stderr, "Finding what executes the change: benchmark %zu of %zu\n",
		p->subject + 1, p->run->subjects.count);
}

/* One that was left behind may have been ended by a trap. */
static int done(void *ctx, unsigned worker, const struct job_result *result)
{
	struct proof *p = ctx;
	const struct subject *s = &p->run->subjects.items[p->subject];
	struct log_row row;

	(void)worker;
	channel_judge(&p->channel, s->builds[p->launch % 2].adapter, result, s->name, &row);
	p->failed = row.launch.status != OUTCOME_OK || result->leftover ||
		    (is_last(p) && row.launch.sample_count < (uint32_t)sample_count(p));
	p->hung += result->end == JOB_TIMEOUT;
	if (!p->launch && !p->failed)
		p->iterations = row.launch.iterations;
	p->fastest_ns = fmin(p->fastest_ns, row.launch.time.min);
	p->launch++;
	if (p->launch == 2 * (LAUNCHES - 1) && !p->failed)
		plan_last(p);
	say(p);
	return 0;
}

static int recall(const struct build *build, struct subjects *subjects, struct err *e)
{
	AUTO(log_release) struct log log = { 0 };

	if (log_read(&log, run_log_now(build), LOG_KEEP_SUMMARIES, e))
		return -1;
	for (size_t i = 0; i < subjects->count; i++) {
		struct subject *s = &subjects->items[i];

		if (log_fact(&log, LOG_NOT_EXECUTED, s->suite, s->name))
			s->role = ROLE_NOT_EXECUTED;
	}
	return 0;
}

int executed_find(struct run *run, const bool *same, struct err *e)
{
	const struct run_settings *settings = &run->settings;
	struct proof p = { .run = run,
		.same = same,
		.iterations = settings->iterations,
		.fastest_ns = INFINITY,
		.said_ns = bd_clock_ns() };
	struct job_source source = { .next = next, .done = done, .ctx = &p };
	int anywhere = -1, rc;
	struct scheduler_options options = { .workers = 1,
		.cpus = settings->dry_run ? &anywhere : run->cpus.cpus };

	if (run->builds.count != 2)
		return 0;
	if (run->logs.resumed)
		return recall(&run->builds.items[0], &run->subjects, e);
	if (!settings->dry_run && run_cpus_take(&run->cpus, settings, &run->clock, e))
		return -1;
	p.end_ns = settings->budget_ns
			   ? run->clock.began_ns + (uint64_t)settings->budget_ns / BUDGET_PART
			   : UINT64_MAX;
	prng_seed(&p.random, settings->seed);
	rc = scheduler_run(&options, &source, e);
	leave_suite(&p);
	launch_args_release(&p.args);
	launch_reading_release(&p.channel.reading);
	if (rc > 0)
		raise(rc);
	return rc < 0 ? -1 : 0;
}
