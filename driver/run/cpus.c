/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/run/cpus.h"

#include <stdio.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/units.h"
#include "driver/exec/job.h"
#include "driver/machine/watch.h"
#include "driver/request/settings.h"
#include "driver/run/clock.h"
#include "harness/base/clock.h"

#define WATCH_NS 2000000000
/* A machine that is not quiet by then will not be soon. */
#define WAIT_MAX_NS  1800000000000u
#define SAY_EVERY_NS 60000000000u

/* The first quantity that has the worst grade. */
static enum watched worst_of(const struct watch *watch)
{
	enum grade worst = grade_worst(watch->values);
	int i = 0;

	while (i < WATCHED_COUNT - 1 && grade_of((enum watched)i, watch->values[i]) != worst)
		i++;
	return (enum watched)i;
}

static int refuse(const struct watch *watch, enum grade wanted, const char *when, struct err *e)
{
	enum watched worst = worst_of(watch);

	return bd_err(e,
		"the machine has grade %c, not the %c that --require-quiet asks for%s: %s is "
		"%.2f %s; %s",
		grade_letter(grade_worst(watch->values)), grade_letter(wanted), when,
		watched_infos[worst].name, watch->values[worst], watched_infos[worst].unit,
		watched_infos[worst].advice);
}

static void say(const struct watch *watch, enum grade wanted)
{
	enum watched worst = worst_of(watch);

	fprintf(stderr, "bdriver: waiting for grade %c; the machine has %c (%s is %.2f %s)\n",
		grade_letter(wanted), grade_letter(grade_worst(watch->values)),
		watched_infos[worst].name, watch->values[worst], watched_infos[worst].unit);
}

/*
 * --require-quiet: watches the machine until it has the grade; with --no-wait fails where it
 * does not have it now. Without the option: 0 at once.
 */
static int run_wait_quiet(struct run_cpus *cpus, const struct run_settings *s, struct err *e)
{
	uint64_t began = bd_clock_ns(), said = 0;
	struct watch watch;
	enum grade wanted;

	if (!s->require_quiet)
		return 0;
	wanted = grade_parse(s->require_quiet);
	for (;;) {
		if (watch_machine(&watch, &cpus->topology, WATCH_NS, e))
			return -1;
		cpus->quiet_grade[0] = grade_letter(grade_worst(watch.values));
		if (grade_worst(watch.values) <= wanted)
			return 0;
		if (!s->wait)
			return refuse(&watch, wanted, "", e);
		if (bd_clock_ns() - began > WAIT_MAX_NS)
			return refuse(&watch, wanted, ", for half an hour", e);
		if (!s->quiet && (!said || bd_clock_ns() - said > SAY_EVERY_NS)) {
			say(&watch, wanted);
			said = bd_clock_ns();
		}
	}
}

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
	fprintf(stderr, "bdriver: %s\n", sentence);
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

int run_cpus_take(struct run_cpus *c, const struct run_settings *s, struct run_clock *clock,
	struct err *e)
{
	uint64_t start = bd_clock_ns();
	const struct lock_wait wait = { .allowed = s->wait,
		.stranger_ms = LOCK_STRANGER_MS,
		.say = on_waiting,
		.again_ms = LOCK_AGAIN_MS };

	if (c->taken)
		return 0;
	if (!s->quiet)
		warn_crowded(c);
	if (lock_take(&c->lock, c->cpus, c->workers, &wait, e) || run_wait_quiet(c, s, e))
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
