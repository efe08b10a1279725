/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "compare/base/memory.h"
#include "driver/base/message.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/run/run.h"
#include "harness/base/clock.h"

/* What every form of run does while it goes on. */

#define TICK_MS 500

size_t run_summary_item(const struct run *run, size_t subject, unsigned build)
{
	return run->build_count > 1 ? subject * run->build_count + build : subject;
}

static void on_started(void *ctx, unsigned worker, size_t subject, unsigned build)
{
	struct run *run = ctx;

	(void)build;
	progress_started(&run->progress, worker, run->subjects[subject].suite,
		run->subjects[subject].name);
}

/* What the launch would have taken without tuning: as long as its samples took, and a little.
 */
static double next_ns(const struct measure_event *event)
{
	const struct log_row *row = event->row;
	double took = (double)event->result->wall_ns, rest = RUN_LAUNCH_EXTRA_NS;

	if (row->evidence.tuned_iterations <= 0 || !(row->evidence.wall_ns > 0))
		return took;
	if (row->evidence.setup_ns > 0)
		rest += (double)row->evidence.setup_ns;
	return fmin(took, (double)row->evidence.wall_ns + rest);
}

static void on_ended(void *ctx, const struct measure_event *event)
{
	struct run *run = ctx;
	const struct log_row *row = event->row;
	struct subject *subject = &run->subjects[event->subject];
	bool ok = row->launch.status == OUTCOME_OK;
	bool tuned = row->evidence.tuned_iterations > 0;

	if (ok && tuned && run->build_count < 2)
		tuned_set(&run->tuned, subject->suite, subject->name,
			row->evidence.tuned_iterations);
	run_summary_add(&run->summary, run_summary_item(run, event->subject, event->build),
		&row->launch, row->evidence.detail, event->result);
	if (!ok && row->launch.status != OUTCOME_SKIPPED)
		error_file_add(&run->errors, row, event->result);
	estimate_done(
		&run->estimate, event->subject, (double)event->result->wall_ns, next_ns(event));
	run->progress.left_ns = estimate_left_ns(&run->estimate, run->settings.workers,
		(double)(bd_clock_ns() - run->progress.started_ns));
	progress_ended(&run->progress, event->worker, row);
	run_isolate_check(run);
	if (run->notes)
		run_clock_note(run, run->notes, false);
}

static void on_tick(void *ctx)
{
	struct run *run = ctx;

	progress_tick(&run->progress);
}

static void on_stopping(void *ctx, int signal, bool again)
{
	struct run *run = ctx;

	(void)signal;
	if (run->progress.kind == PROGRESS_QUIET)
		return;
	if (again)
		progress_say(&run->progress, "Stopping now.");
	else
		progress_say(&run->progress,
			"Finishing the launches that run; once more to stop at once.");
}

static bool on_goes_on(void *ctx, size_t subject)
{
	return run_clock_has_time(ctx, subject);
}

struct measure_options run_measure_options(struct run *run)
{
	return (struct measure_options){ .workers = run->settings.workers,
		.cpus = run->cpus,
		.own_cpu = topology_driver_cpu(&run->topology, run->settings.workers),
		.samples = run->settings.samples,
		.launch_time_ns = run->settings.launch_time_ns,
		.timeout_ns = run->settings.timeout_ns,
		.timeout_guessed = run->settings.timeout_guessed,
		.tick_ms = run->progress.kind == PROGRESS_BAR ? TICK_MS : 0,
		.goes_on = run->deadline_ns ? on_goes_on : NULL,
		.started = on_started,
		.ended = on_ended,
		.tick = on_tick,
		.stopping = on_stopping,
		.ctx = run };
}

static void on_waiting(void *ctx, const char *sentence)
{
	(void)ctx;
	fprintf(stderr, "bdriver: %s\n", sentence);
}

/* Asked for, so it is done; but not in silence. */
static void warn_crowded(const struct run *run)
{
	unsigned workers = run->settings.workers;
	const struct topology *t = &run->topology;

	if (workers > t->cpu_count)
		message_warning("%u workers share %zu CPU%s: launches wait for each other, and "
				"many will be marked as disturbed",
			workers, t->cpu_count, PLURAL(t->cpu_count));
	else if (workers > t->core_count)
		message_warning("%u workers on %zu core%s: some launches share a core with "
				"another one (SMT), which slows both",
			workers, t->core_count, PLURAL(t->core_count));
}

void run_say_resume(const struct run *run)
{
	char *log = terminal_word(run->log);

	fprintf(stderr, "bdriver: interrupted; go on with: bdriver %s --resume %s\n",
		run->options->calibrates ? "calibrate" : "run", log);
	free(log);
}

int run_take_lock(struct run *run, struct err *e)
{
	uint64_t start = bd_clock_ns();
	int rc;

	if (!run->options->shared.quiet)
		warn_crowded(run);
	if (lock_take(&run->lock, run->cpus, run->settings.workers,
		    !run->options->shared.no_wait,
		    run->options->shared.quiet ? NULL : on_waiting, NULL, e))
		return -1;
	rc = run_wait_quiet(run, e) ? -1 : run_isolate(run, e);
	run->began_ns += bd_clock_ns() - start;
	return rc;
}

char *run_default_name(const struct config *config, const char *ending)
{
	time_t now = time(NULL);
	struct tm local;
	char name[64];

	localtime_r(&now, &local);
	strftime(name, sizeof(name), "bdriver-%Y%m%d-%H%M%S", &local);
	if (!config->output)
		return memory_format("%s%s", name, ending);
	return memory_format("%s/%s%s", config->output, name, ending);
}

char *run_session(const struct run *run)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return memory_format("%s-%llx%09lx-%llx", run->machine.host,
		(unsigned long long)now.tv_sec, (unsigned long)now.tv_nsec,
		(unsigned long long)run->settings.seed);
}
