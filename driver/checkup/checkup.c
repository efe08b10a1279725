/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/checkup/checkup.h"
#include "doctor/settings_read.h"
#include "driver/base/message.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare/base/memory.h"
#include "compare/base/table.h"
#include "driver/base/terminal.h"
#include "driver/base/units.h"
#include "driver/checkup/plan.h"
#include "driver/checkup/recheck.h"
#include "harness/base/clock.h"

/* Rows of the calibration are not for the log, as other numbers of samples need other memory;
 * but a failure is a finding. */
static bool on_writes(void *ctx, const struct log_row *row)
{
	const struct checkup *c =
		ctx; /* begins with its run: the context of the run's events */

	return c->stage > 0 || row->launch.status != OUTCOME_OK;
}

static void on_ended(void *ctx, const struct measure_event *event)
{
	struct checkup *c = ctx;
	const struct log_row *row = event->row;
	bool ok = row->launch.status == OUTCOME_OK;

	if (ok && c->stage == 0 && row->launch.iterations == 1)
		c->one_ns[event->subject] = row->launch.min_ns;
	if (!ok && c->stage == 0)
		c->broken[event->subject] = true;
	if (ok)
		checkup_note_quiet(c, event->subject, row);
	if (!ok && row->launch.status != OUTCOME_SKIPPED)
		error_file_add(&c->run.errors, row, event->result);
	estimate_done(&c->run.estimate, event->subject, (double)event->result->wall_ns,
		c->stage > 0 ? (double)event->result->wall_ns
			     : c->run.estimate.expected_ns[event->subject]);
	c->run.progress.left_ns = estimate_left_ns(&c->run.estimate, c->workers,
		(double)(bd_clock_ns() - c->run.progress.started_ns));
	progress_ended(&c->run.progress, event->worker, row);
}

static void begin_progress(struct checkup *c, const char *what, unsigned workers)
{
	const struct shared_options *shared = &c->run.options->shared;
	struct run *run = &c->run;
	char time[16];

	progress_release(&run->progress);
	progress_init(&run->progress, stderr, shared->quiet, shared->verbose, shared->color,
		run->settings.workers, run->plan.slot_count);
	run->progress.left_ns = estimate_left_ns(&run->estimate, workers, 0);
	duration_text(run->progress.left_ns, time, sizeof(time));
	if (!shared->quiet)
		fprintf(stderr, "%s: %zu launch%s on %u worker%s, about %s\n", what,
			run->plan.slot_count, run->plan.slot_count == 1 ? "" : "es", workers,
			workers == 1 ? "" : "s", time);
}

int checkup_launch(struct checkup *c, const char *what, unsigned workers)
{
	struct run *run = &c->run;
	struct measure_options options;
	struct measure m = { .options = &options,
		.plan = &run->plan,
		.subjects = run->subjects,
		.subject_count = run->subject_count,
		.builds = { { "", &run->writer } },
		.build_count = 1 };
	struct err e = { "" };
	int rc;

	if (!run->plan.slot_count)
		return 0;
	c->workers = workers;
	begin_progress(c, what, workers);
	options = run_measure_options(run);
	options.workers = workers;
	options.writes = on_writes;
	options.ended = on_ended;
	rc = measure_run(&m, &e);
	progress_clear(&run->progress);
	plan_release(&run->plan);
	run->plan.seed = run->settings.seed;
	if (rc < 0)
		return run_unwritable(&e, run->writer.lost, run->part);
	if (rc > 0) {
		char *part = terminal_word(run->part);

		log_writer_release(&run->writer);
		fprintf(stderr,
			"bdriver: interrupted; what was measured: bdriver doctor --from %s\n",
			part);
		free(part);
		return 128 + rc;
	}
	return 0;
}

static int put_tags(struct log_writer *writer, const struct suite *suite,
	const struct suite_benchmark *b, struct err *e)
{
	static const char tag[] = CHECKUP_WAIVER_TAG;
	int rc = 0;

	for (size_t i = 0; !rc && b->selected && i < b->tags.count; i++) {
		char *text;

		if (strncmp(b->tags.items[i], tag, sizeof(tag) - 1) != 0)
			continue;
		text = memory_format(
			"%s:%s/%s", b->tags.items[i] + sizeof(tag) - 1, suite->name, b->name);
		rc = log_writer_meta(writer, CHECKUP_WAIVER_META, text, e);
		free(text);
	}
	return rc;
}

/* What only the doctor's log has: that it is one, and the waivers that tags give. */
static int put_more(void *ctx, struct log_writer *writer, struct err *e)
{
	const struct suites *suites = ctx;
	int rc = log_writer_meta(writer, DOCTOR_META, "1", e);

	for (size_t i = 0; i < suites->count; i++)
		for (size_t k = 0; !rc && k < suites->items[i].benchmark_count; k++)
			rc = put_tags(
				writer, &suites->items[i], &suites->items[i].benchmarks[k], e);
	return rc;
}

static int name_log(struct run *run, struct err *e)
{
	struct stat info;
	bool there;

	run->log = run->options->output ? memory_text(run->options->output)
					: run_default_name(&run->config, "-doctor.log");
	run->part = memory_format("%s.part", run->log);
	there = !lstat(run->log, &info);
	if (there && !S_ISREG(info.st_mode))
		return bd_err(
			e, "%s is no regular file: -o names the log to be made", run->log);
	if (run->options->force)
		return 0;
	if (there || (!lstat(run->part, &info) && !log_writer_unbegun(run->part)))
		return bd_err(e, "%s exists already; give --force to replace it",
			there ? run->log : run->part);
	return 0;
}

static int begin_log(struct checkup *c, struct err *e)
{
	struct run *run = &c->run;
	struct run_log log = { .writer = &run->writer,
		.log = run->log,
		.part = run->part,
		.suites = &run->suites,
		.session = "",
		.build = "",
		.more = put_more,
		.ctx = &run->suites };

	if (run_log_create(run, &log, e))
		return -1;
	error_file_init(&run->errors, run->log);
	if (run->options->force)
		unlink(run->errors.path);
	return 0;
}

static int prepare(struct checkup *c)
{
	struct run *run = &c->run;
	struct err e;

	if (name_log(run, &e) || run_settle(run, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	run_collect(run);
	run->plan.seed = run->settings.seed;
	for (size_t i = 0; i < run->subject_count; i++)
		run->subjects[i].iterations = 0;
	c->broken = memory_zeroed(run->subject_count, sizeof(*c->broken));
	c->one_ns = memory_zeroed(run->subject_count, sizeof(*c->one_ns));
	c->alone = memory_zeroed(run->subject_count, sizeof(*c->alone));
	if (run_take_lock(run, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	if (begin_log(c, &e))
		return message_error(EXIT_WRITE, "%s", e.text);
	return 0;
}

int checkup_measure(struct checkup *c)
{
	struct run *run = &c->run;
	unsigned workers;
	struct err e;
	int code = prepare(c);

	if (code)
		return code;
	workers = run->settings.workers;
	signal(SIGPIPE, SIG_IGN);
	checkup_plan_calibration(c);
	code = checkup_launch(c, "Calibrating", workers);
	if (code)
		return code;
	c->stage = CHECKUP_STAGE;
	checkup_plan_rounds(c);
	code = checkup_launch(c, "Measuring", workers);
	if (code)
		return code;
	c->stage = CHECKUP_STAGE_ANYWHERE;
	checkup_plan_anywhere(c);
	code = checkup_launch(c, "On all CPUs", 1);
	if (code)
		return code;
	code = recheck(c);
	if (!code && run_finish_log(run, &e))
		code = message_error(EXIT_WRITE, "%s", e.text);
	return code;
}

int checkup_names(struct config *config, const char *suite, struct table *names, struct err *e)
{
	struct string_list wanted = { 0 };
	struct suites suites = { 0 };
	int rc;

	string_list_add(&wanted, suite);
	rc = suites_find(&suites, config, &wanted, NULL, e);
	for (size_t i = 0; !rc && i < suites.count; i++)
		for (size_t k = 0; k < suites.items[i].benchmark_count; k++)
			table_add(names, suites.items[i].benchmarks[k].name, 0, NULL);
	suites_release(&suites);
	string_list_release(&wanted);
	return rc;
}

/* Deselects what the other suite has as well. */
static int leave_out(struct checkup *c, const char *other, struct err *e)
{
	struct table *names = table_new();
	int rc = checkup_names(&c->run.config, other, names, e);

	for (size_t i = 0; !rc && i < c->run.suites.count; i++) {
		struct suite *suite = &c->run.suites.items[i];

		for (size_t k = 0; k < suite->benchmark_count; k++)
			if (table_find(names, suite->benchmarks[k].name))
				suite->benchmarks[k].selected = false;
	}
	table_free(names);
	return rc;
}

int checkup_find(struct checkup *c, char **words, int count, const char *added)
{
	struct err e;

	c->run.options = &c->options;
	c->run.replaces = c->options.force;
	if (run_find(&c->run, words, count, false, &e) || (added && leave_out(c, added, &e)))
		return message_error(EXIT_USAGE, "%s", e.text);
	return 0;
}

bool checkup_any(const struct checkup *c)
{
	for (size_t i = 0; i < c->run.suites.count; i++)
		for (size_t k = 0; k < c->run.suites.items[i].benchmark_count; k++)
			if (c->run.suites.items[i].benchmarks[k].selected)
				return true;
	return false;
}

void checkup_release(struct checkup *c)
{
	run_release(&c->run);
	free(c->broken);
	free(c->one_ns);
	free(c->alone);
	core_floor_release(&c->floor);
}

void checkup_waivers(struct settings *settings, const struct log *log, bool tells)
{
	for (size_t i = 0; i < log->meta_count; i++) {
		const char *value = log->meta[i].value;
		const char *colon = strchr(value, ':');
		char *origin;
		struct err e;

		if (strcmp(log->meta[i].key, CHECKUP_WAIVER_META) != 0)
			continue;
		origin = memory_format("tag " CHECKUP_WAIVER_TAG "%.*s of %s",
			colon ? (int)(colon - value) : 0, value, colon ? colon + 1 : value);
		if (!settings_has_waiver(settings, origin) &&
			settings_waive(settings, value, origin, &e) && tells)
			message_warning("%s: %s", origin, e.text);
		free(origin);
	}
}
