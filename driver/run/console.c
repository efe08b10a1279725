/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/console.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/run/all_cpus.h"
#include "driver/run/groups.h"
#include "driver/run/run.h"
#include "driver/run/time_left.h"
#include "harness/base/clock.h"

#define TIME_SIZE 48
/* A run that takes longer may want an end. */
#define LONG_NS 600e9
/* How often the time until the end of the run is estimated. */
#define LOOK_NS 500000000u

static void range_text(double least_ns, double most_ns, char text[TIME_SIZE])
{
	char least[16], most[16];

	duration_text(least_ns, least, sizeof(least));
	duration_text(most_ns, most, sizeof(most));
	if (isfinite(most_ns))
		snprintf(text, TIME_SIZE, "%s to %s", least, most);
	else
		snprintf(text, TIME_SIZE, "their length is not known yet");
}

/* "at most 20 m", of the budget; "3 s to 9 s"; false where nothing is known of the set-ups. */
static bool time_text(const struct run *run, char text[TIME_SIZE])
{
	double least, most;
	char budget[16];

	if (run->settings.budget_ns) {
		duration_text((double)run->settings.budget_ns, budget, sizeof(budget));
		snprintf(text, TIME_SIZE, "at most %s", budget);
		return true;
	}
	time_left(run, 0, &least, &most);
	range_text(least, most, text);
	return isfinite(most);
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
		time_left_goes_on(run) ? " to begin with" : "", run->subject_count,
		PLURAL(run->subject_count), builds, rounds, PLURAL(rounds), workers,
		PLURAL(workers), (unsigned long long)s->seed, time);
	for (size_t i = 0; !s->shared.quiet && i < plan->slot_count; i++) {
		const struct plan_slot *slot = &plan->slots[i];
		const struct subject *subject = &run->subjects[slot->benchmark];
		AUTO_FREE char *suite = terminal_clean(subject->suite);
		AUTO_FREE char *name = terminal_clean(subject->name);

		printf("round %u  %s/%s%s\n", slot->round, suite, name,
			subject->all_cpus ? "  (alone, on all CPUs)"
			: subject->alone  ? "  (alone)"
					  : "");
	}
}

/* Once, where the first line could not say it. */
static void say_time(struct run *run, double elapsed_ns, double least_ns, double most_ns)
{
	char text[TIME_SIZE];

	if (run->phase.time_said || run->settings.shared.quiet || !run->ledger.met_count ||
		!isfinite(most_ns))
		return;
	run->phase.time_said = true;
	range_text(elapsed_ns + least_ns, elapsed_ns + most_ns, text);
	progress_say(&run->progress, "In all: %s%s", text,
		elapsed_ns + least_ns > LONG_NS ? " (--budget 5m would end it then)" : "");
}

/* Of this phase, or of all that may follow; all benchmarks are looked at for that. */
static void set_left(struct run *run, uint64_t now)
{
	struct progress *p = &run->progress;
	double elapsed_ns = (double)(now - p->started_ns), least, most;

	p->left_ns = ledger_left_ns(&run->ledger, run->phase.workers, elapsed_ns);
	if (run->clock.deadline_ns)
		p->left_ns = fmin(p->left_ns, run->clock.deadline_ns > now
						      ? (double)(run->clock.deadline_ns - now)
						      : 0);
	if (run->settings.budget_ns || now - run->phase.looked_ns < LOOK_NS)
		return;
	run->phase.looked_ns = now;
	time_left(run, elapsed_ns, &least, &most);
	run->phase.ends_ns = isfinite(most) ? now + (uint64_t)most : 0;
	say_time(run, elapsed_ns, least, most);
	p->left_after_ns = time_left_goes_on(run) ? fmax(0, least - p->left_ns) : 0;
	p->left_most_ns = time_left_goes_on(run) || !isfinite(most) ? most : 0;
}

void console_set_left(struct run *run)
{
	uint64_t now = bd_clock_ns(), end;

	set_left(run, now);
	end = run->phase.ends_ns ? run->phase.ends_ns : now + (uint64_t)run->progress.left_ns;
	if (run->clock.deadline_ns && (end > run->clock.deadline_ns || time_left_goes_on(run)))
		end = run->clock.deadline_ns;
	lock_expect(&run->cpus.lock, end);
}

static void init_progress(struct run *run, size_t launches)
{
	const struct run_settings *s = &run->settings;

	progress_release(&run->progress);
	progress_init(&run->progress, stderr, s->shared.quiet, s->shared.verbose,
		run->cpus.workers, launches);
	console_set_left(run);
}

static void say_plain(const struct run *run, size_t launches, const char *time)
{
	const struct run_settings *s = &run->settings;

	fprintf(stderr, "%zu benchmark%s", run->subject_count, PLURAL(run->subject_count));
	if (s->budget_ns)
		fprintf(stderr, " on %u worker%s, as many rounds as fit: %s, %lld rounds\n",
			run->cpus.workers, PLURAL(run->cpus.workers), time,
			(long long)s->rounds);
	else
		fprintf(stderr, ", %lld round%s, %zu launch%s on %u worker%s: %s\n",
			(long long)s->rounds, PLURAL(s->rounds), launches,
			launches == 1 ? "" : "es", run->cpus.workers, PLURAL(run->cpus.workers),
			time);
}

void console_begin(struct run *run, size_t launches)
{
	char time[TIME_SIZE];

	init_progress(run, launches);
	if (run->settings.shared.quiet)
		return;
	groups_say(run);
	all_cpus_say(run);
	run->phase.time_said = time_text(run, time);
	if (run->builds.count < 2)
		say_plain(run, launches, time);
	else
		fprintf(stderr,
			"%zu benchmark%s of %zu builds on %u worker%s, %zu launches%s: %s\n",
			run->subject_count, PLURAL(run->subject_count), run->builds.count,
			run->cpus.workers, PLURAL(run->cpus.workers), launches,
			time_left_goes_on(run) ? " to begin with" : "", time);
}

void console_begin_phase(struct run *run, const char *what, size_t launches)
{
	char time[TIME_SIZE];

	init_progress(run, launches);
	run->phase.time_said = true; /* of all phases nothing is known */
	if (run->settings.shared.quiet)
		return;
	time_text(run, time);
	fprintf(stderr, "%s: %zu launch%s on %u worker%s, %s\n", what, launches,
		launches == 1 ? "" : "es", run->phase.workers, PLURAL(run->phase.workers),
		time);
}

static char *resume_command(const struct run *run)
{
	const char *path = run->config.path;
	AUTO_FREE char *log = terminal_word(run->logs.path);
	AUTO_FREE char *config =
		path && strcmp(path, CONFIG_DEFAULT) != 0 ? terminal_word(path) : NULL;

	return memory_format("bdriver %s --resume %s%s%s%s", run->kind->resume_with, log,
		config ? " -c " : "", config ? config : "",
		run->settings.log.replaces ? " --force" : "");
}

void console_interrupted(const struct run *run)
{
	bool resumes = run->kind->resume_with != NULL;
	AUTO_FREE char *text =
		resumes ? resume_command(run) : terminal_word(run->builds.items[0].part);

	if (resumes)
		fprintf(stderr, "bdriver: interrupted; go on with: %s\n", text);
	else
		fprintf(stderr, "bdriver: interrupted; what was measured: bdriver %s %s\n",
			run->kind->read_with, text);
}
