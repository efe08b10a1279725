/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/request/settings.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/path.h"
#include "driver/config/config.h"

#define ROUNDS           10
#define CALIBRATE_ROUNDS 20
#define BUDGET_ROUNDS    1000
/* Interleaved, all of it is used: 200 samples do not end a launch. With short turns many short
 * launches measure more (docs/decisions/0009-interleaving.md). */
#define INTERLEAVED_NS     50000000
#define SHORT_TURNS_NS     20000000
#define SHORT_TURNS_ROUNDS 16
/* A guessed time limit is at least so many launch times. */
#define LAUNCH_TIMES 3

static const struct option_group run_groups[] = {
	{ "The options to begin with",
		"old new output profile budget rounds filter workers explain resume" },
	{ "What is measured", "base head build before anchor suite adapter list-timeout "
			      "command tags skip-tags changed "
			      "reached all controls shard" },
	{ "How long", "adaptive launch-time samples iterations group timeout" },
	{ "Comparing", "interleave layout revision" },
	{ "Machine", "wait no-wait repeat-disturbed repeat-alone" },
	{ "The run itself",
		"config dry-run seed force trust-log quiet verbose color help version" },
	{ 0 },
};

#define RUN_SHARED (SHARED_CONFIG | SHARED_SELECT | SHARED_MEASURE | SHARED_LAUNCH)

const struct option_set run_option_set = {
	.name = "run",
	.shared = SHARED_RUN | RUN_SHARED,
	.groups = run_groups,
	.size = sizeof(struct run_settings),
};

const struct option_set calibrate_option_set = {
	.name = "calibrate",
	.shared = SHARED_CALIBRATE | RUN_SHARED,
	.size = sizeof(struct run_settings),
};

struct run_settings run_settings_calibrate(struct run_settings *given, char **words, int count)
{
	for (int i = 0; i < count; i++)
		string_list_add(&given->shared.suites, words[i]);
	given->builds.twice = true;
	if (given->rounds < 0)
		given->rounds = CALIBRATE_ROUNDS;
	return *given;
}

static int64_t fresh_seed(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	/* Short enough to be typed again. */
	return (int64_t)(((uint64_t)now.tv_nsec ^ (uint64_t)now.tv_sec * 1000003u ^
				 (uint64_t)getpid() << 12) %
			 1000000000u);
}

static int check(const struct run_settings *s, struct err *e)
{
	return s->log.output && path_ends_with(s->log.output, ".zst")
		       ? bd_err(e,
				 "%s: bdriver writes no zstd; name the log with .gz at its "
				 "end, or run zstd afterwards: every command reads both",
				 s->log.output)
		       : 0;
}

static int take_profile(struct run_settings *s, const struct config *config, struct err *e)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	AUTO_FREE char *joined = NULL;
	const struct config_profile *profile =
		s->profile ? config_profile(config, s->profile) : NULL;

	if (profile)
		run_settings_take(s, &profile->settings, SOURCE_PROFILE);
	if (profile || !s->profile)
		return 0;
	for (size_t i = 0; i < config->profile_count; i++)
		string_list_add(&names, config->profiles[i].name);
	joined = string_list_join(&names, ", ");
	return bd_err(e, "there is no profile '%s'%s; known are: %s", s->profile,
		suggestion(&names, s->profile).text, joined);
}

static int64_t or_else(int64_t value, int64_t otherwise)
{
	return value < 0 ? otherwise : value;
}

static void set_turns(struct run_settings *s, unsigned build_count)
{
	int64_t wish = or_else(s->turns.asked, INTERLEAVE_DEFAULT);

	s->turns.interleave = build_count == 2 && wish != INTERLEAVE_NO;
	s->turns.short_turns = s->turns.interleave && wish >= INTERLEAVE_SHORT;
	s->turns.same_layout =
		build_count > 1 && !(s->turns.layout && strcmp(s->turns.layout, "random") == 0);
	if (s->turns.interleave && s->launch_time_ns < 0)
		s->launch_time_ns = s->turns.short_turns ? SHORT_TURNS_NS : INTERLEAVED_NS;
}

static void set_rounds(struct run_settings *s)
{
	/* A run of one build with a budget ends when its time is over. */
	int64_t usual = s->turns.short_turns ? SHORT_TURNS_ROUNDS : ROUNDS;

	s->rounds = or_else(s->rounds, s->budget_ns > 0 ? BUDGET_ROUNDS : usual);
}

/* What is not given anywhere. */
static void set_rest(struct run_settings *s)
{
	s->timeout_guessed = s->timeout_ns < 0;
	run_settings_take(s, NULL, SOURCE_DEFAULT);
	if (s->seed < 0)
		s->seed = fresh_seed();
	/* A user who asks for launches of a minute has not asked for their end. */
	if (s->timeout_guessed && s->timeout_ns < LAUNCH_TIMES * s->launch_time_ns)
		s->timeout_ns = LAUNCH_TIMES * s->launch_time_ns;
	s->log.replaces |= s->log.force;
	if (!s->profile)
		s->profile = "";
}

int run_settings_one(struct run_settings *s, const struct run_settings *given,
	const struct config *config, struct err *e)
{
	*s = *given;
	s->rounds = or_else(s->rounds, 1);
	run_settings_take(s, &config->settings, SOURCE_DRIVER);
	set_rest(s);
	/* Nothing is repeated, and nothing is left out. */
	s->repeat.disturbed = s->repeat.alone = 0;
	s->part.controls = 0;
	return check(s, e);
}

static void set_adaptive(struct run_settings *s, bool several, bool rounds_given)
{
	/* A budget is divided by what is not decided yet, again and again. */
	if (!several || s->budget_ns)
		s->stage2_rounds = 0;
	s->adaptive = several && !s->stage2_rounds && (s->adaptive || s->budget_ns);
	s->ends_early = several && !rounds_given && !s->adaptive && !s->stage2_rounds &&
			!s->part.changed;
	s->adaptive |= s->ends_early;
}

int run_settings_make(struct run_settings *s, const struct run_settings *given,
	const struct config *config, unsigned build_count, struct err *e)
{
	bool several = build_count > 1, rounds_given;

	*s = *given;
	if (take_profile(s, config, e))
		return -1;
	run_settings_take(s, &config->settings, SOURCE_DRIVER);
	rounds_given = s->rounds >= 0;
	s->part.controls_given = s->part.controls >= 0;
	/* A smoke run spends that time on rounds of what is not decided yet. */
	if (s->stage2_rounds > 0 && isnan(s->repeat.disturbed))
		s->repeat.disturbed = 0;
	if (s->stage2_rounds > 0 && isnan(s->repeat.alone))
		s->repeat.alone = 0;
	set_turns(s, build_count);
	s->turns.brief = s->turns.short_turns && given->launch_time_ns < 0;
	set_rest(s);
	set_rounds(s);
	s->part.changed = several && !s->builds.twice && !s->part.all && s->part.changed;
	s->part.executed = s->part.changed && !s->part.reached;
	set_adaptive(s, several, rounds_given);
	return check(s, e);
}
