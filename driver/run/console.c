/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/console.h"

#include <stdio.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/run/groups.h"
#include "driver/run/run.h"
#include "harness/base/clock.h"

#define TIME_SIZE 48
/* Before the first launch nothing is known of tuning, trials and the time between launches:
 * runs took up to this multiple of the launch times. */
#define UNKNOWN 3

static bool has_more_phases(const struct run *run)
{
	return run->settings.adaptive || run->settings.stage2_rounds;
}

/* "at most 20 m", of the budget; "about 9 s", as the launches so far show; "3 s to 9 s". */
static void time_text(const struct run *run, char text[TIME_SIZE])
{
	double ns = estimate_left_ns(&run->estimate, run->phase.workers, 0);
	char least[16], most[16];

	duration_text(ns, least, sizeof(least));
	duration_text(UNKNOWN * ns, most, sizeof(most));
	if (run->settings.budget_ns) {
		duration_text((double)run->settings.budget_ns, most, sizeof(most));
		snprintf(text, TIME_SIZE, "at most %s", most);
	} else if (run->estimate.met_count) {
		snprintf(text, TIME_SIZE, "about %s", least);
	} else {
		snprintf(text, TIME_SIZE, "%s to %s", least, most);
	}
}

void console_plan(const struct run *run, size_t launches)
{
	const struct run_settings *s = &run->settings;
	const struct plan *plan = &run->phase.plan;
	unsigned rounds = plan->slot_count ? plan->slots[plan->slot_count - 1].round : 0;
	unsigned workers = run->cpus.workers;
	bool paired = run->builds.count > 1;
	char builds[32] = "", time[TIME_SIZE];

	time_text(run, time);
	if (paired)
		snprintf(builds, sizeof(builds), " of %zu builds", run->builds.count);
	printf("%s%zu launch%s%s: %zu benchmark%s%s, %u round%s, %u worker%s, seed %llu; %s\n",
		s->budget_ns && !paired ? "at most " : "", launches, launches == 1 ? "" : "es",
		has_more_phases(run) ? " to begin with" : "", run->subject_count,
		PLURAL(run->subject_count), builds, rounds, PLURAL(rounds), workers,
		PLURAL(workers), (unsigned long long)s->seed, time);
	for (size_t i = 0; !s->quiet && i < plan->slot_count; i++) {
		const struct plan_slot *slot = &plan->slots[i];
		const struct subject *subject = &run->subjects[slot->benchmark];
		AUTO_FREE char *suite = terminal_clean(subject->suite);
		AUTO_FREE char *name = terminal_clean(subject->name);

		printf("round %u  %s/%s%s\n", slot->round, suite, name,
			subject->settings->serial ? "  (alone)" : "");
	}
}

void console_set_left(struct run *run)
{
	uint64_t now = bd_clock_ns(), end;

	run->progress.left_ns = estimate_left_ns(
		&run->estimate, run->phase.workers, (double)(now - run->progress.started_ns));
	end = now + (uint64_t)run->progress.left_ns;
	if (run->clock.deadline_ns && (end > run->clock.deadline_ns || has_more_phases(run)))
		end = run->clock.deadline_ns;
	lock_expect(&run->cpus.lock, end);
}

static void init_progress(struct run *run, size_t launches)
{
	const struct run_settings *s = &run->settings;

	progress_release(&run->progress);
	progress_init(&run->progress, stderr, s->quiet, s->verbose, s->color, run->cpus.workers,
		launches);
	console_set_left(run);
}

static void say_plain(const struct run *run, size_t launches, const char *time)
{
	const struct run_settings *s = &run->settings;

	fprintf(stderr, "%zu benchmark%s", run->subject_count, PLURAL(run->subject_count));
	if (s->budget_ns)
		fprintf(stderr, " on %u worker%s, as many rounds as fit: %s, %u rounds\n",
			run->cpus.workers, PLURAL(run->cpus.workers), time, s->rounds);
	else
		fprintf(stderr, ", %u round%s, %zu launch%s on %u worker%s: %s\n", s->rounds,
			PLURAL(s->rounds), launches, launches == 1 ? "" : "es",
			run->cpus.workers, PLURAL(run->cpus.workers), time);
}

void console_begin(struct run *run, size_t launches)
{
	char time[TIME_SIZE];

	init_progress(run, launches);
	if (run->settings.quiet)
		return;
	groups_say(run);
	time_text(run, time);
	if (run->builds.count < 2)
		say_plain(run, launches, time);
	else
		fprintf(stderr,
			"%zu benchmark%s of %zu builds on %u worker%s, %zu launches%s: %s\n",
			run->subject_count, PLURAL(run->subject_count), run->builds.count,
			run->cpus.workers, PLURAL(run->cpus.workers), launches,
			has_more_phases(run) ? " to begin with" : "", time);
}

void console_begin_phase(struct run *run, const char *what, size_t launches)
{
	char time[TIME_SIZE];

	init_progress(run, launches);
	if (run->settings.quiet)
		return;
	time_text(run, time);
	fprintf(stderr, "%s: %zu launch%s on %u worker%s, %s\n", what, launches,
		launches == 1 ? "" : "es", run->phase.workers, PLURAL(run->phase.workers),
		time);
}

char *console_resume_command(const struct run *run)
{
	const char *path = run->config.path;
	AUTO_FREE char *log = terminal_word(run->logs.path);
	AUTO_FREE char *config =
		path && strcmp(path, CONFIG_DEFAULT) != 0 ? terminal_word(path) : NULL;

	return memory_format("bdriver %s --resume %s%s%s%s", run->kind->resume_with, log,
		config ? " -c " : "", config ? config : "",
		run->settings.replaces ? " --force" : "");
}

void console_interrupted(const struct run *run)
{
	bool resumes = run->kind->resume_with != NULL;
	AUTO_FREE char *text = resumes ? console_resume_command(run)
				       : terminal_word(run->builds.items[0].part);

	if (resumes)
		fprintf(stderr, "bdriver: interrupted; go on with: %s\n", text);
	else
		fprintf(stderr, "bdriver: interrupted; what was measured: bdriver %s %s\n",
			run->kind->read_with, text);
}
