/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/console.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "compare/base/memory.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/run/cpus.h"
#include "driver/run/forecast.h"
#include "driver/run/groups.h"
#include "driver/run/run.h"
#include "harness/base/clock.h"

#define TIME_SIZE 48
/* A run that takes longer may want an end. */
#define LONG_NS 600e9
/* How often the time until the end of the run is estimated. */
#define ESTIMATE_NS 500000000u

/* "at most 20 m", of the budget: before launches were seen, nothing else is known. */
static void time_text(int64_t budget_ns, bool resumed, char text[TIME_SIZE])
{
	char budget[16];

	duration_text((double)budget_ns, budget, sizeof(budget));
	if (budget_ns)
		snprintf(text, TIME_SIZE, "at most %s", budget);
	else if (resumed)
		snprintf(text, TIME_SIZE, "each as long as before");
	else
		snprintf(text, TIME_SIZE, "their length is not known yet");
}

void console_plan(const struct run *run, size_t launches)
{
	const struct run_settings *s = &run->settings;
	const struct plan *plan = &run->phase.plan;
	unsigned rounds = plan->slot_count ? plan->slots[plan->slot_count - 1].round : 0;
	unsigned workers = run->cpus.workers;
	bool paired = run->builds.count > 1;
	char builds[32] = "", time[TIME_SIZE];

	time_text(s->budget_ns, run->logs.resumed, time);
	if (paired)
		snprintf(builds, sizeof(builds), " of %zu builds", run->builds.count);
	printf("%s%zu launch%s%s: %zu benchmark%s%s, %u round%s, %u worker%s, seed %llu; %s\n",
		s->budget_ns && !paired ? "at most " : "", launches, PLURAL_ES(launches),
		forecast_goes_on(s, run->phase.in_second_stage) ? " to begin with" : "",
		run->subjects.count, PLURAL(run->subjects.count), builds, rounds,
		PLURAL(rounds), workers, PLURAL(workers), (unsigned long long)s->seed, time);
	for (size_t i = 0; !s->shared.quiet && i < plan->slot_count; i++) {
		const struct plan_slot *slot = &plan->slots[i];
		const struct subject *subject = &run->subjects.items[slot->benchmark];
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
	char least[16], most[16];

	if (run->phase.time_said || !run->ledger.met_count || !isfinite(most_ns))
		return;
	run->phase.time_said = true;
	duration_text(elapsed_ns + least_ns, least, sizeof(least));
	duration_text(elapsed_ns + most_ns, most, sizeof(most));
	progress_say(&run->progress, "In all: %s to %s%s", least, most,
		elapsed_ns + least_ns > LONG_NS ? " (--budget 5m would end it then)" : "");
}

/* All benchmarks are looked at for that, so not at each launch. */
void console_set_left(struct run *run)
{
	struct progress *p = &run->progress;
	uint64_t now = bd_clock_ns();
	double until_ns = INFINITY, elapsed_ns = (double)(now - p->started_ns);
	struct forecast f;

	if (now - run->phase.estimated_ns < ESTIMATE_NS)
		return;
	if (run->clock.deadline_ns)
		until_ns = run->clock.deadline_ns > now ? (double)(run->clock.deadline_ns - now)
							: 0;
	run->phase.estimated_ns = now;
	f = forecast_of(run, elapsed_ns);
	p->least_ns = fmin(f.least_ns, until_ns);
	p->most_ns = fmin(f.most_ns, until_ns);
	say_time(run, elapsed_ns, p->least_ns, p->most_ns);
	lock_expect(&run->cpus.lock, now + (uint64_t)p->least_ns,
		isfinite(p->most_ns) ? now + (uint64_t)p->most_ns : 0);
}

static void init_progress(struct run *run, size_t launches)
{
	const struct run_settings *s = &run->settings;

	progress_release(&run->progress);
	progress_init(&run->progress, stderr, s->shared.quiet, s->shared.verbose,
		run->cpus.workers, launches);
	run->phase.estimated_ns = 0;
	console_set_left(run);
}

static void say_begin(const struct run *run, size_t launches)
{
	const struct run_settings *s = &run->settings;
	const char *left = run->logs.resumed ? " left" : "";
	size_t count = run->subjects.count;
	unsigned workers = run->cpus.workers;
	bool paired = run->builds.count > 1,
	     more = paired && forecast_goes_on(s, run->phase.in_second_stage);
	char time[TIME_SIZE];

	groups_say(&run->builds.items[0].suites, &run->subjects);
	all_cpus_say(&run->subjects);
	time_text(s->budget_ns, run->logs.resumed, time);
	fprintf(stderr, "%zu benchmark%s", count, PLURAL(count));
	if (paired)
		fprintf(stderr, " of %zu builds", run->builds.count);
	else if (!s->budget_ns)
		fprintf(stderr, ", %lld round%s, %zu launch%s%s", (long long)s->rounds,
			PLURAL(s->rounds), launches, PLURAL_ES(launches), left);
	fprintf(stderr, " on %u worker%s", workers, PLURAL(workers));
	/* Of a resumed run the next phase may not be planned yet. */
	if (paired && (launches || !more))
		fprintf(stderr, ", %zu launches%s%s", launches, left,
			more ? " to begin with" : "");
	if (s->budget_ns && !paired)
		fprintf(stderr, ", as many rounds as fit: %s, %lld rounds\n", time,
			(long long)s->rounds);
	else
		fprintf(stderr, ": %s\n", time);
}

void console_begin(struct run *run, size_t launches)
{
	if (!run->settings.shared.quiet)
		say_begin(run, launches);
	run->phase.time_said = run->settings.budget_ns != 0;
	init_progress(run, launches);
}

void console_begin_phase(struct run *run, const char *what, size_t launches)
{
	init_progress(run, launches);
	run->phase.time_said = true; /* of all phases nothing is known */
	if (!run->settings.shared.quiet)
		fprintf(stderr, "%s: %zu launch%s on %u worker%s\n", what, launches,
			PLURAL_ES(launches), run->phase.workers, PLURAL(run->phase.workers));
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
