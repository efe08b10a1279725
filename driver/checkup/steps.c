/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/checkup/steps.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare/base/memory.h"
#include "compare/base/number.h"
#include "compare/log/log.h"
#include "doctor/checks.h"
#include "driver/base/message.h"
#include "driver/checkup/plan.h"
#include "driver/checkup/waivers.h"
#include "driver/cli/options.h"
#include "driver/code/suite_code.h"
#include "driver/explain/work.h"
#include "driver/request/targets.h"
#include "driver/run/console.h"
#include "driver/run/steps.h"
#include "driver/suite/find.h"

/* Of a launch under valgrind; its start takes more. */
#define COUNTED_NS   200000
#define COUNTED_MOST 100000

/* Plans the next step, which may have no launches. 0: that was the last one. */
static int plan_step(struct checkup *c, const char **what, struct err *e)
{
	struct run *run = &c->run;

	run->phase.workers = run->cpus.workers;
	switch (c->steps++) {
	case 0:
		*what = "Calibrating";
		checkup_plan_calibration(c);
		return 1;
	case 1:
		*what = "Measuring";
		c->stage = CHECKUP_STAGE;
		checkup_plan_rounds(c);
		return 1;
	case 2:
		*what = "On all CPUs";
		run->phase.workers = 1;
		c->stage = CHECKUP_STAGE_ANYWHERE;
		checkup_plan_anywhere(c);
		return 1;
	case 3:
		if (recheck_find_doubts(c, e))
			return -1;
		break;
	default:
		break;
	}
	*what = c->passes ? "Until quiet" : "Again, alone";
	run->phase.workers = 1;
	return recheck_plan(c);
}

static const struct suite *suite_of(const struct checkup *c, const struct subject *subject)
{
	const struct suites *suites = &c->run.builds.items[0].suites;
	size_t i = 0;

	while (i < suites->count && strcmp(suites->items[i].name, subject->suite) != 0)
		i++;
	return i < suites->count ? &suites->items[i] : NULL;
}

/* Into the metadata. Returns the signal that ended it; -1 with *e set. */
static int count_subject(struct checkup *c, size_t i, struct err *e)
{
	const struct subject *subject = &c->run.subjects.items[i];
	const struct suite *suite = suite_of(c, subject);
	double n = fmin(fmax(COUNTED_NS / fmax(c->of[i].one_ns, 1), 1), COUNTED_MOST);
	AUTO_FREE char *key = log_fact_key(LOG_INSTRUCTIONS, subject->suite, subject->name);
	double totals[WORK_LAUNCHES];
	struct err why = { "" };
	char text[WORK_LAUNCHES * NUMBER_TEXT_MAX];
	int rc = suite ? work_totals(
				 &(struct work_request){ suite, subject->name, (int64_t)n, 0 },
				 totals, &why)
		       : 0;

	if (rc < 0)
		message_warning("%s: instructions: %s", subject->name, why.text);
	if (rc || !suite)
		return rc > 0 ? rc : 0;
	snprintf(text, sizeof(text), "%.0f %.0f %.0f", totals[0], totals[1], totals[2]);
	return log_writer_meta(&c->run.builds.items[0].writer, key, text, e);
}

static int count_all(struct checkup *c, struct err *e)
{
	bool wanted = audit_chosen(&c->choice, check_find("counts"));

	for (size_t i = 0; wanted && i < c->run.subjects.count; i++) {
		int rc = c->of[i].broken ? 0 : count_subject(c, i, e);

		/* The run holds signals until its log is whole. */
		if (rc > 0)
			return raise(rc);
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int plan_next(struct run *run, struct err *e)
{
	const char *what = "";
	int rc;

	do {
		plan_clear(&run->phase.plan);
		rc = plan_step(run->ctx, &what, e);
	} while (rc > 0 && !run->phase.plan.slot_count);
	if (rc > 0)
		console_begin_phase(run, what, run->phase.plan.slot_count);
	return rc ? rc : count_all(run->ctx, e);
}

/* Rows of the calibration are not for the log, as other numbers of samples need other memory;
 * but a failure is a finding. */
static bool is_written(struct run *run, const struct log_row *row)
{
	const struct checkup *c = run->ctx;

	return c->stage != CHECKUP_STAGE_CALIBRATION || row->launch.status != OUTCOME_OK;
}

/* What the launch took beside each of its samples, to prepare them; 0 in our own suites, which
 * prepare once. */
static double rest_ns(const struct log_row *row, uint64_t wall_ns)
{
	double samples = (double)row->launch.sample_count + 1;

	return row->evidence.setup_ns >= 0
		       ? 0
		       : fmax((double)wall_ns / samples - row->launch.time.min, 0);
}

static void on_launch_ended(struct run *run, const struct measure_event *event)
{
	struct checkup *c = run->ctx;
	struct checked *of = &c->of[event->subject];
	const struct log_row *row = event->row;
	bool ok = row->launch.status == OUTCOME_OK;

	if (c->stage == CHECKUP_STAGE_CALIBRATION && !ok) {
		of->broken = true;
	} else if (c->stage == CHECKUP_STAGE_CALIBRATION && row->launch.iterations == 1) {
		of->one_ns = row->launch.time.min;
		of->rest_ns = rest_ns(row, event->result->wall_ns);
	} else if (c->stage == CHECKUP_STAGE_CALIBRATION) {
		of->many_ns = row->launch.time.min;
	}
	if (ok)
		recheck_note(c, event->subject, row);
}

/* Of the benchmarks whose timed loop does no work. */
static void put_loops(struct build *build, const struct suite *suite)
{
	AUTO(string_list_release) struct string_list names = { 0 };
	AUTO_FREE char **loops = memory_zeroed(suite->benchmark_count + 1, sizeof(*loops));

	for (size_t i = 0; i < suite->benchmark_count; i++)
		if (suite->benchmarks[i].selected)
			string_list_add(&names, suite->benchmarks[i].name);
	if (!suite->adapter->program)
		suite_code_read_loops(suite->path, &names, loops, NULL);
	for (size_t i = 0; i < names.count; i++) {
		AUTO_FREE char *key = log_fact_key(LOG_LOOP, suite->name, names.items[i]);

		if (loops[i])
			log_writer_put(&build->writer, key, "%s", loops[i]);
		free(loops[i]);
	}
}

static void put_doctor_metadata(struct run *run, struct build *build)
{
	const struct checkup *c = run->ctx;

	log_writer_put(&build->writer, DOCTOR_META, "1");
	for (size_t i = 0; i < build->suites.count; i++)
		if (audit_chosen(&c->choice, check_find("removed-work")))
			put_loops(build, &build->suites.items[i]);
	waivers_put(build);
}

static const struct run_kind doctor_kind = { .ending = "-doctor.log",
	.folder = "bdriver-doctor",
	.read_with = "doctor --from",
	.plan = plan_next,
	.writes = is_written,
	.ended = on_launch_ended,
	.metadata = put_doctor_metadata };

int checkup_names(struct config *config, const char *suite, struct table *names, struct err *e)
{
	AUTO(string_list_release) struct string_list wanted = { 0 };
	AUTO(suites_release) struct suites suites = { 0 };
	int rc;

	string_list_add(&wanted, suite);
	rc = suites_find(&suites, config, &wanted, NULL, e);
	for (size_t i = 0; !rc && i < suites.count; i++)
		for (size_t k = 0; k < suites.items[i].benchmark_count; k++)
			table_add(names, suites.items[i].benchmarks[k].name, 0, NULL);
	return rc;
}

static struct suites *suites_of(const struct checkup *c)
{
	return (struct suites *)&c->run.builds.items[0].suites;
}

/* Deselects what the other suite has as well. */
static int leave_out(struct checkup *c, const char *other, struct err *e)
{
	AUTO_TABLE struct table *names = table_new();
	int rc = checkup_names(&c->run.config, other, names, e);

	for (size_t i = 0; !rc && i < suites_of(c)->count; i++) {
		struct suite *suite = &suites_of(c)->items[i];

		for (size_t k = 0; k < suite->benchmark_count; k++)
			if (table_find(names, suite->benchmarks[k].name))
				suite->benchmarks[k].selected = false;
	}
	return rc;
}

int checkup_find(struct checkup *c, struct run_settings *given, char **words, int count,
	const char *added)
{
	struct shared_options *shared = &given->shared;
	struct run *run = &c->run;
	struct err e;

	run->kind = &doctor_kind;
	run->ctx = c;
	given->builds.each = true;
	run_clock_begin(&run->clock);
	if (targets_read(&run->config, &run->builds, given, words, &count, &e) ||
		run_find(run, shared, words, count, &e) || (added && leave_out(c, added, &e)))
		return message_error(run_unfound_code(&run->builds), "%s", e.text);
	return 0;
}

bool checkup_any(const struct checkup *c)
{
	const struct suites *suites = suites_of(c);

	for (size_t i = 0; i < suites->count; i++)
		for (size_t k = 0; k < suites->items[i].benchmark_count; k++)
			if (suites->items[i].benchmarks[k].selected)
				return true;
	return false;
}

int checkup_measure(struct checkup *c, const struct run_settings *given)
{
	struct run *run = &c->run;
	struct err e;
	int code;

	if (run_settings_one(&run->settings, given, &run->config, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	if (run_prepare(run, NULL, &e))
		return message_error(EXIT_USAGE, "%s", e.text);
	for (size_t i = 0; i < run->subjects.count; i++)
		run->subjects.items[i].iterations = 0; /* the calibration tunes */
	c->of = memory_zeroed(run->subjects.count, sizeof(*c->of));
	code = run_measure(run);
	return code ? code : run_finish(run);
}

void checkup_release(struct checkup *c)
{
	run_release(&c->run);
	free(c->of);
	core_floor_release(&c->floor);
}
