/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/run.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/suggestion.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/config/config.h"
#include "driver/config/read.h"
#include "driver/suite/find.h"

#define ROUNDS           10
#define ROUNDS_MAX       65535
#define BUDGET_ROUNDS    1000
#define SAMPLES          200
#define LAUNCH_TIME_NS   100000000
#define TIMEOUT_NS       60000000000
#define TIMEOUT_LEAST_NS 1000000
/* As the harness takes them (harness/options.c). */
#define ITERATIONS_MAX     1000000000000LL
#define LAUNCH_TIME_MAX_NS 3600000000000000LL
/* A guessed time limit is at least so many launch times. */
#define LAUNCH_TIMES 3
/* docs/decisions/0009-interleaving.md */
#define INTERLEAVE true

int run_find(struct run *run, char **words, int word_count, bool forgiving, struct err *e)
{
	const struct shared_options *shared = &run->options->shared;

	if (config_read(&run->config, shared->config, e) ||
		(forgiving ? suites_find_answering : suites_find)(
			&run->suites, &run->config, &shared->suites, NULL, e) ||
		suites_select(&run->suites, shared, words, word_count, e) < 0)
		return -1;
	return 0;
}

/* The first that was given, from the left. */
static int64_t first_given(int64_t a, int64_t b, int64_t otherwise)
{
	return a >= 0 ? a : b >= 0 ? b : otherwise;
}

static uint64_t fresh_seed(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	/* Short enough to be typed again. */
	return ((uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec * 1000003u ^
		       (uint64_t)getpid() << 12) %
	       1000000000u;
}

/* What the suites would refuse, or what would end every launch. */
static int check_settings(const struct run_settings *s, struct err *e)
{
	if (s->samples > SAMPLES)
		return bd_err(e, "%lld samples are too many: at most %d a launch",
			(long long)s->samples, SAMPLES);
	if (s->iterations > ITERATIONS_MAX)
		return bd_err(e, "%lld iterations are too many: at most %lld in a sample",
			(long long)s->iterations, ITERATIONS_MAX);
	if (s->launch_time_ns < 1 || s->launch_time_ns > LAUNCH_TIME_MAX_NS)
		return bd_err(e, "the launch time is out of range: give 1ns to 1000h");
	if (s->timeout_ns < TIMEOUT_LEAST_NS)
		return bd_err(e, "no launch ends within the timeout: give 1ms or more");
	return 0;
}

static int settle_rounds(struct run_settings *s, const struct run_options *o,
	const struct config_profile *p, struct err *e)
{
	int64_t budget_ns = first_given(o->budget_ns, p->budget_ns, 0);
	/* A plain run with a budget ends when its time is over. */
	int64_t rounds = first_given(o->rounds, p->rounds, budget_ns ? BUDGET_ROUNDS : ROUNDS);
	int64_t fresh = first_given(-1, p->stage2_rounds, 0);

	if (o->budget_ns == 0)
		return bd_err(e, "--budget: must be longer than 0");
	if (rounds > ROUNDS_MAX)
		return bd_err(e, "%lld rounds are too many: at most %d", (long long)rounds,
			ROUNDS_MAX);
	if (fresh > ROUNDS_MAX)
		return bd_err(e, "%lld rounds of the second stage are too many: at most %d",
			(long long)fresh, ROUNDS_MAX);
	s->budget_ns = budget_ns;
	s->rounds = (uint32_t)rounds;
	s->stage2_rounds = (uint32_t)fresh;
	return 0;
}

static int unknown_profile(const struct config *config, const char *name, struct err *e)
{
	struct string_list names = { 0 };
	char *joined;

	for (size_t i = 0; i < config->profile_count; i++)
		string_list_add(&names, config->profiles[i].name);
	joined = string_list_join(&names, ", ");
	bd_err(e, "there is no profile '%s'%s; known are: %s", name,
		suggestion(&names, name).text, joined);
	free(joined);
	string_list_release(&names);
	return -1;
}

static int settle(struct run *run, struct err *e)
{
	const struct run_options *o = run->options;
	const struct config_profile *p = &config_profile_none;
	const char *interleave = o->shared.interleave;
	struct run_settings *s = &run->settings;
	int64_t seed = first_given(o->shared.seed, run->config.seed, -1);

	if (o->profile && !(p = config_profile(&run->config, o->profile)))
		return unknown_profile(&run->config, o->profile, e);
	*s = (struct run_settings){ .profile = o->profile ? o->profile : "",
		.samples = first_given(o->shared.samples, p->samples, SAMPLES),
		.iterations = first_given(o->iterations, p->iterations, 0),
		.launch_time_ns = first_given(
			o->shared.launch_time_ns, p->launch_time_ns, LAUNCH_TIME_NS),
		.timeout_ns =
			first_given(o->shared.timeout_ns, run->config.timeout_ns, TIMEOUT_NS),
		.seed = seed >= 0 ? (uint64_t)seed : fresh_seed() };
	if (settle_rounds(s, o, p, e))
		return -1;
	s->timeout_guessed = o->shared.timeout_ns < 0 && run->config.timeout_ns < 0;
	/* Whoever wants launches of a minute has not asked for their end. */
	if (s->timeout_guessed && s->timeout_ns < LAUNCH_TIMES * s->launch_time_ns)
		s->timeout_ns = LAUNCH_TIMES * s->launch_time_ns;
	s->adaptive = !s->stage2_rounds && (o->adaptive || s->budget_ns);
	s->interleave = first_given(
		interleave ? !strcmp(interleave, "yes") : -1, p->interleave, INTERLEAVE);
	s->interleave_asked = interleave || p->interleave >= 0;
	return check_settings(s, e);
}

static int place_workers(struct run *run, struct err *e)
{
	int64_t workers;

	run_isolate_clear();
	if (topology_read(&run->topology, e))
		return -1;
	workers = first_given(run->options->shared.workers, run->config.workers,
		(int64_t)topology_default_workers(&run->topology));
	if (workers < 1 || workers > JOB_WORKERS_MAX)
		return bd_err(
			e, "%lld workers: give 1 to %d", (long long)workers, JOB_WORKERS_MAX);
	run->settings.workers = (unsigned)workers;
	run->cpus = memory_zeroed((size_t)workers, sizeof(*run->cpus));
	for (size_t i = 0; i < (size_t)workers; i++)
		run->cpus[i] = topology_worker_cpu(&run->topology, i);
	return 0;
}

static void add_subject(
	struct run *run, const struct suite *suite, const struct suite_benchmark *benchmark)
{
	struct subject *subject = &run->subjects[run->subject_count];
	struct run_item *item = &run->summary.items[run->subject_count++];

	*subject = (struct subject){ .suite = suite->name,
		.name = benchmark->name,
		.settings = suite->settings,
		.paths = { suite->path },
		.iterations = run->settings.iterations };
	if (!subject->iterations)
		subject->iterations = tuned_find(&run->tuned, suite->name, benchmark->name);
	item->suite = suite->name;
	item->name = benchmark->name;
}

void run_collect(struct run *run)
{
	size_t count = 0;

	for (size_t i = 0; i < run->suites.count; i++)
		for (size_t k = 0; k < run->suites.items[i].benchmark_count; k++)
			count += run->suites.items[i].benchmarks[k].selected;
	run->subjects = memory_zeroed(count, sizeof(*run->subjects));
	run_summary_init(&run->summary, count);
	for (size_t i = 0; i < run->suites.count; i++) {
		const struct suite *suite = &run->suites.items[i];

		for (size_t k = 0; k < suite->benchmark_count; k++)
			if (suite->benchmarks[k].selected)
				add_subject(run, suite, &suite->benchmarks[k]);
	}
}

static void estimate_plan(struct run *run)
{
	estimate_init(&run->estimate, run->subject_count);
	for (size_t i = 0; i < run->plan.slot_count; i++) {
		size_t subject = run->plan.slots[i].benchmark;
		double expected = (double)run->settings.launch_time_ns + RUN_LAUNCH_EXTRA_NS;

		if (!run->done || !run->done[i])
			estimate_add(&run->estimate, subject, expected);
	}
	for (size_t i = 0; i < run->subject_count; i++)
		if (!run->subjects[i].iterations)
			estimate_tunes(&run->estimate, i);
}

int run_settle(struct run *run, struct err *e)
{
	if (settle(run, e) || place_workers(run, e))
		return -1;
	machine_read(&run->machine, &run->topology, "");
	tuned_open(&run->tuned, run->log, run->machine.cpu_model);
	return 0;
}

int run_plan(struct run *run, struct err *e)
{
	struct plan_options options;
	bool *serial;

	if (run_settle(run, e))
		return -1;
	run_collect(run);
	serial = memory_zeroed(run->subject_count, sizeof(*serial));
	for (size_t i = 0; i < run->subject_count; i++)
		serial[i] = run->subjects[i].settings->serial;
	options = (struct plan_options){ .benchmark_count = run->subject_count,
		.serial = serial,
		.first_round = 1,
		.rounds = run->settings.rounds };
	run->plan.seed = run->settings.seed;
	plan_add_rounds(&run->plan, &options);
	free(serial);
	estimate_plan(run);
	return 0;
}

void run_print_plan(const struct run *run, size_t launches)
{
	const struct run_settings *s = &run->settings;
	const struct plan *plan = &run->plan;
	unsigned rounds = plan->slot_count ? plan->slots[plan->slot_count - 1].round : 0;
	bool paired = run->build_count > 1;
	char builds[32] = "", time[16];

	duration_text(s->budget_ns ? (double)s->budget_ns
				   : estimate_left_ns(&run->estimate, s->workers, 0),
		time, sizeof(time));
	if (paired)
		snprintf(builds, sizeof(builds), " of %u builds", run->build_count);
	printf("%s%zu launch%s%s: %zu benchmark%s%s, %u round%s, %u worker%s, seed %llu; %s "
	       "%s\n",
		s->budget_ns && !paired ? "at most " : "", launches, launches == 1 ? "" : "es",
		paired && (s->adaptive || s->stage2_rounds) ? " to begin with" : "",
		run->subject_count, PLURAL(run->subject_count), builds, rounds, PLURAL(rounds),
		s->workers, PLURAL(s->workers), (unsigned long long)s->seed,
		s->budget_ns ? "at most" : "about", time);
	if (run->options->shared.quiet)
		return;
	for (size_t i = 0; i < run->plan.slot_count; i++) {
		const struct plan_slot *slot = &run->plan.slots[i];
		const struct subject *subject = &run->subjects[slot->benchmark];
		char *suite = terminal_clean(subject->suite);
		char *name = terminal_clean(subject->name);

		printf("round %u  %s/%s%s\n", slot->round, suite, name,
			subject->settings->serial ? "  (alone)" : "");
		free(suite);
		free(name);
	}
}

void run_release(struct run *run)
{
	progress_release(&run->progress);
	estimate_release(&run->estimate);
	run_summary_release(&run->summary);
	tuned_release(&run->tuned);
	error_file_release(&run->errors);
	log_writer_release(&run->writer);
	run_isolate_end(run);
	lock_release(&run->lock);
	plan_release(&run->plan);
	machine_release(&run->machine);
	topology_release(&run->topology);
	suites_release(&run->suites);
	config_release(&run->config);
	repeat_policy_release(&run->policy);
	free(run->subjects);
	free(run->done);
	free(run->cpus);
	free(run->log);
	free(run->part);
}
