/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/cpus.h"

#include <stdio.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "compare/base/string_list.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/exec/job.h"
#include "driver/measure/measure.h"
#include "driver/request/settings.h"
#include "driver/run/clock.h"
#include "harness/base/clock.h"

int run_cpus_choose(struct run_cpus *c, int64_t workers, struct err *e)
{
	if (topology_read(&c->topology, e))
		return -1;
	if (!workers)
		workers = (int64_t)topology_default_workers(&c->topology);
	if (workers < 1 || workers > JOB_WORKERS_MAX)
		return bd_err(e, "--workers: %lld are out of range: give 1 to %d",
			(long long)workers, JOB_WORKERS_MAX);
	c->workers = (unsigned)workers;
	c->cpus = memory_zeroed((size_t)workers, sizeof(*c->cpus));
	for (size_t i = 0; i < (size_t)workers; i++)
		c->cpus[i] = topology_worker_cpu(&c->topology, i);
	return 0;
}

static void on_waiting(void *ctx, const char *sentence)
{
	(void)ctx;
	message_line(stderr, "bdriver: %s", sentence);
}

/* The user asked for it, so it is done; but not in silence. */
static void warn_crowded(const struct run_cpus *c)
{
	const struct topology *t = &c->topology;

	if (c->workers > t->cpu_count)
		message_warning("%u workers share %zu CPU%s: launches wait for each other, and "
				"many will be marked as disturbed",
			c->workers, t->cpu_count, PLURAL(t->cpu_count));
	else if (c->workers > t->core_count)
		message_warning("%u workers on %zu core%s: some launches share a core with "
				"another one (SMT), which slows both",
			c->workers, t->core_count, PLURAL(t->core_count));
}

/* With the CPUs that no worker has, if launches may run there. */
static int take_lock(struct run_cpus *c, const struct lock_wait *wait, struct err *e)
{
	size_t count = c->all ? c->topology.cpu_count : c->workers;
	AUTO_FREE int *cpus = memory_zeroed(count, sizeof(*cpus));

	for (size_t i = 0; i < count; i++)
		cpus[i] = c->all ? c->topology.cpus[i].cpu : c->cpus[i];
	return lock_take(&c->lock, cpus, count, wait, e);
}

int run_cpus_take(struct run_cpus *c, const struct run_settings *s, struct run_clock *clock,
	struct err *e)
{
	uint64_t start = bd_clock_ns();
	const struct lock_wait wait = { .most_ns = s->cpus.no_wait ? 0 : s->cpus.wait_ns,
		.stranger_ms = LOCK_STRANGER_MS,
		.say = on_waiting,
		.again_ms = LOCK_AGAIN_MS };

	if (c->taken)
		return 0;
	if (!s->shared.quiet)
		warn_crowded(c);
	if (take_lock(c, &wait, e))
		return -1;
	run_clock_pause(clock, bd_clock_ns() - start);
	c->taken = true;
	return 0;
}

void run_cpus_release(struct run_cpus *c)
{
	lock_release(&c->lock);
	topology_release(&c->topology);
	free(c->cpus);
}

void all_cpus_choose(struct run_cpus *c, int64_t workers, struct subjects *subjects)
{
	bool beside = workers > 1;

	for (size_t i = 0; i < subjects->count; i++) {
		struct subject *s = &subjects->items[i];
		int64_t wish = s->settings->all_cpus;

		s->all_cpus = wish > 0 ||
			      (wish < 0 && s->threads && !(s->settings->command && beside));
		s->alone = s->settings->serial || s->all_cpus;
		c->all |= s->all_cpus;
	}
}

void all_cpus_say(const struct subjects *subjects)
{
	size_t all = 0, one = 0;

	for (size_t i = 0; i < subjects->count; i++) {
		const struct subject *s = &subjects->items[i];
		bool threads = s->threads && !s->settings->command;

		all += threads && s->all_cpus;
		one += threads && !s->all_cpus;
	}
	if (all)
		fprintf(stderr, "%zu benchmark%s %s threads: measured alone, on all CPUs\n",
			all, PLURAL(all), all == 1 ? "has" : "have");
	if (one)
		fprintf(stderr,
			"%zu benchmark%s %s threads, but launches keep to one CPU: all_cpus = "
			"no\n",
			one, PLURAL(one), one == 1 ? "has" : "have");
}

void all_cpus_report(const struct subjects *subjects, FILE *out)
{
	AUTO(string_list_release) struct string_list names = { 0 };

	for (size_t i = 0; i < subjects->count; i++) {
		const struct subject *s = &subjects->items[i];

		if (s->seen_threads && !s->threads)
			string_list_addf(&names, "%s/%s", s->suite, s->name);
	}
	if (names.count) {
		AUTO_FREE char *first = terminal_clean(names.items[0]);

		fprintf(out,
			"%zu benchmark%s, such as %s, started threads on one CPU; `all_cpus = "
			"yes` "
			"in [suite NAME] gives them all\n",
			names.count, PLURAL(names.count), first);
	}
}
