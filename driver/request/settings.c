/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/request/settings.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/path.h"
#include "driver/base/suggestion.h"
#include "driver/config/config.h"
#include "driver/request/options.h"

#define ROUNDS        10
#define ROUNDS_MAX    65535
#define BUDGET_ROUNDS 1000
#define SAMPLES_MAX   200
/* From 30 benchmarks on variances are moderated. */
#define CONTROLS       30
#define LAUNCH_TIME_NS 100000000
/* Interleaved, all of it is used: 200 samples do not end a launch. With short turns many short
 * launches measure more (docs/decisions/0009-interleaving.md). */
#define INTERLEAVED_NS     50000000
#define SHORT_TURNS_NS     20000000
#define SHORT_TURNS_ROUNDS 16
#define TIMEOUT_NS         60000000000
#define TIMEOUT_MIN_NS     1000000
#define REPEAT_DISTURBED   0.20
#define REPEAT_ALONE       0.05
/* As the harness takes them (harness/options.c). */
#define ITERATIONS_MAX 1000000000000LL
/* More is a slip of the pen. */
#define LAUNCH_TIME_MAX_NS 3600000000000LL
/* A guessed time limit is at least so many launch times. */
#define LAUNCH_TIMES 3

/* The first that was given, from the left. */
static int64_t first_given(int64_t a, int64_t b, int64_t otherwise)
{
	return a >= 0 ? a : b >= 0 ? b : otherwise;
}

static double share_given(double a, double b, double otherwise)
{
	return !isnan(a) ? a : !isnan(b) ? b : otherwise;
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

static int unknown_profile(const struct config *config, const char *name, struct err *e)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	AUTO_FREE char *joined = NULL;

	for (size_t i = 0; i < config->profile_count; i++)
		string_list_add(&names, config->profiles[i].name);
	joined = string_list_join(&names, ", ");
	bd_err(e, "there is no profile '%s'%s; known are: %s", name,
		suggestion(&names, name).text, joined);
	return -1;
}

/* Refuses what the suites would refuse, or what would end every launch. */
static int check(const struct run_settings *s, struct err *e)
{
	if (s->output && path_ends_with(s->output, ".zst"))
		return bd_err(e,
			"%s: bdriver writes no zstd; name the log with .gz at its end, or run "
			"zstd afterwards: every command reads both",
			s->output);
	if (s->samples > SAMPLES_MAX)
		return bd_err(e, "--samples: %lld are too many: at most %d a launch",
			(long long)s->samples, SAMPLES_MAX);
	if (s->iterations > ITERATIONS_MAX)
		return bd_err(e, "--iterations: %lld are too many: at most %lld in a sample",
			(long long)s->iterations, ITERATIONS_MAX);
	if (s->launch_time_ns < 1 || s->launch_time_ns > LAUNCH_TIME_MAX_NS)
		return bd_err(e, "--launch-time: give 1ns to 1h");
	if (s->timeout_ns < TIMEOUT_MIN_NS)
		return bd_err(e, "--timeout: no launch ends within it: give 1ms or more");
	return 0;
}

static int set_group(struct run_settings *s, const struct run_options *o, struct err *e)
{
	struct err why;

	if (!o->shared.group || !group_parse(o->shared.group, &s->group, &why))
		return 0;
	return bd_err(e, "--group: %s", why.text);
}

static int set_rounds(struct run_settings *s, const struct run_options *o,
	const struct config_profile *p, struct err *e)
{
	int64_t budget_ns = first_given(o->budget_ns, p->budget_ns, 0);
	/* A run of one build with a budget ends when its time is over. */
	int64_t usual = s->short_turns ? SHORT_TURNS_ROUNDS : ROUNDS;
	int64_t rounds = first_given(o->rounds, p->rounds, budget_ns ? BUDGET_ROUNDS : usual);
	int64_t fresh = first_given(-1, p->stage2_rounds, 0);

	if (rounds > ROUNDS_MAX)
		return bd_err(e, "--rounds: %lld are too many: at most %d", (long long)rounds,
			ROUNDS_MAX);
	if (fresh > ROUNDS_MAX)
		return bd_err(e, "stage2_rounds: %lld are too many: at most %d",
			(long long)fresh, ROUNDS_MAX);
	s->budget_ns = budget_ns;
	s->rounds = (uint32_t)rounds;
	s->extended_from = o->extended_from;
	s->stage2_rounds = (uint32_t)fresh;
	return 0;
}

static void set_shared(struct run_settings *s, const struct shared_options *o,
	const struct config_profile *p, const struct config *config)
{
	int64_t seed = first_given(o->seed, config->seed, -1);

	*s = (struct run_settings){ .quiet = o->quiet,
		.verbose = o->verbose,
		.color = o->color,
		.profile = "",
		.rounds = 1,
		.samples = first_given(o->samples, p->samples, 0),
		.launch_time_ns =
			first_given(o->launch_time_ns, p->launch_time_ns, LAUNCH_TIME_NS),
		.timeout_ns = first_given(o->timeout_ns, config->timeout_ns, TIMEOUT_NS),
		.timeout_guessed = o->timeout_ns < 0 && config->timeout_ns < 0,
		.seed = seed >= 0 ? (uint64_t)seed : fresh_seed(),
		.workers = first_given(o->workers, config->workers, 0),
		.wait = !o->no_wait };
	/* A user who asks for launches of a minute has not asked for their end. */
	if (s->timeout_guessed && s->timeout_ns < LAUNCH_TIMES * s->launch_time_ns)
		s->timeout_ns = LAUNCH_TIMES * s->launch_time_ns;
}

int run_settings_shared(struct run_settings *s, const struct shared_options *options,
	const struct config *config, struct err *e)
{
	set_shared(s, options, &config_profile_none, config);
	return check(s, e);
}

static void set_turns(struct run_settings *s, const struct run_options *o,
	const struct config_profile *p, unsigned build_count)
{
	const char *word = o->shared.interleave;
	int64_t asked = first_given(word ? interleave_parse(word) : -1, p->interleave, -1);
	int64_t wish = asked < 0 ? INTERLEAVE_DEFAULT : asked;

	s->interleave_asked = asked > INTERLEAVE_NO;
	s->interleave = build_count == 2 && wish != INTERLEAVE_NO;
	s->short_turns = s->interleave && wish >= INTERLEAVE_SHORT;
	s->brief_launches = s->short_turns && o->shared.launch_time_ns < 0;
	if (s->interleave && o->shared.launch_time_ns < 0 && p->launch_time_ns < 0)
		s->launch_time_ns = s->short_turns ? SHORT_TURNS_NS : INTERLEAVED_NS;
}

int run_settings_make(struct run_settings *s, const struct run_options *o,
	const struct config *config, unsigned build_count, struct err *e)
{
	const struct config_profile *p = &config_profile_none;
	double repeats;

	if (o->profile && !(p = config_profile(config, o->profile)))
		return unknown_profile(config, o->profile, e);
	set_shared(s, &o->shared, p, config);
	s->output = o->output;
	s->force = o->force;
	s->replaces = o->force || o->replaces;
	s->dry_run = o->dry_run;
	s->revisions = &o->revisions;
	s->calibrates = o->calibrates;
	if (o->profile)
		s->profile = o->profile;
	set_turns(s, o, p, build_count);
	if (set_rounds(s, o, p, e) || set_group(s, o, e))
		return -1;
	s->iterations = first_given(o->iterations, p->iterations, 0);
	/* A smoke run spends that time on rounds of what is not decided yet. */
	repeats = s->stage2_rounds ? 0 : NAN;
	/* A budget is divided by what is not decided yet, again and again. */
	if (build_count < 2 || s->budget_ns)
		s->stage2_rounds = 0;
	s->adaptive = build_count > 1 && !s->stage2_rounds && (o->adaptive || s->budget_ns);
	s->same_layout = build_count > 1 &&
			 !(o->shared.layout && strcmp(o->shared.layout, "random") == 0);
	s->changed = build_count > 1 && !o->calibrates && !o->all &&
		     (o->changed || first_given(-1, p->changed, 0));
	s->executed = s->changed && !o->reached;
	s->controls = (size_t)first_given(o->controls, -1, CONTROLS);
	s->controls_given = o->controls >= 0;
	s->repeat_disturbed = share_given(o->repeat_disturbed, repeats, REPEAT_DISTURBED);
	s->repeat_alone = share_given(o->repeat_alone, repeats, REPEAT_ALONE);
	if (check(s, e))
		return -1;
	s->ends_early = build_count > 1 && o->rounds < 0 && p->rounds < 0 && !s->adaptive &&
			!s->stage2_rounds && !s->changed;
	s->adaptive = s->adaptive || s->ends_early;
	return 0;
}
