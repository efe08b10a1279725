/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "compare/formats/read.h"
#include "driver/measure/measure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "compare/log/log.h"

/* Plans of real launches: a shell script stands for the suite. */

static const char suite[] =
	"#!/bin/sh\n"
	"name=$1 n=0 tuned=\n"
	"while [ $# -gt 0 ]; do [ $1 != --iterations ] || n=$2; shift; done\n"
	"case $name in\n"
	"Dies) kill -SEGV $$ ;;\n"
	"Hangs) exec sleep 1000 ;;\n"
	"Flaky) [ -e $0.seen ] || { : >$0.seen; exit 3; } ;;\n"
	"Replaced) [ -e $0.new ] || { cp $0 $0.new && mv $0.new $0; } ;;\n"
	"esac\n"
	"[ $n != 0 ] || n=7 tuned=7\n"
	"printf '# bdriver-row: 1\\nbenchmark,status,iterations,tuned_iterations,samples\\n"
	"%s,ok,%s,%s,5 6\\n# end: 1\\n' $name $n \"$tuned\" >&3\n";

#define EVENTS_MAX 64
#define NAMES_MAX  3

struct event {
	size_t slot;
	unsigned build;
	enum outcome status;
	uint16_t round, attempt;
	uint8_t position;
	int64_t iterations, tuned;
};

struct run {
	char folder[32], paths[2][64];
	struct config_suite settings;
	struct subject items[NAMES_MAX];
	struct subjects subjects;
	struct plan plan;
	struct event events[EVENTS_MAX];
	size_t count, stop_after;
	const char *never;         /* no slot of it begins */
	struct log_writer *writer; /* NULL: no log */
};

static bool writes(struct run *w, const struct log_row *row)
{
	(void)row;
	return w->writer != NULL;
}

static void ended(struct run *w, const struct measure_event *event)
{
	assert_true(w->count < EVENTS_MAX);
	w->events[w->count++] = (struct event){ .slot = event->slot,
		.build = event->build,
		.status = event->row->launch.status,
		.round = (uint16_t)event->row->launch.round,
		.attempt = event->row->launch.attempt,
		.position = event->row->launch.position,
		.iterations = event->row->launch.iterations,
		.tuned = event->row->evidence.tuned_iterations };
}

static bool goes_on(struct run *w, size_t subject)
{
	return (!w->stop_after || w->count < w->stop_after) &&
	       (!w->never || strcmp(w->items[subject].name, w->never) != 0);
}

static void started(struct run *w, unsigned worker, size_t subject)
{
	(void)w;
	(void)worker;
	(void)subject;
}

static void tried(struct run *w, size_t subject, double took_ns)
{
	(void)w;
	(void)subject;
	assert_true(took_ns > 0);
}

static int setup(void **state)
{
	struct run *w = calloc(1, sizeof(*w));

	strcpy(w->folder, "/tmp/measure_XXXXXX");
	if (!mkdtemp(w->folder))
		return -1;
	for (int i = 0; i < 2; i++) {
		FILE *out;

		snprintf(w->paths[i], sizeof(w->paths[i]), "%s/suite%d", w->folder, i);
		out = fopen(w->paths[i], "we");
		fputs(suite, out);
		fclose(out);
		chmod(w->paths[i], 0755);
	}
	w->settings.timeout_ns = -1;
	w->plan.seed = 1;
	*state = w;
	return 0;
}

static int teardown(void **state)
{
	struct run *w = *state;
	char command[64];
	int code;

	snprintf(command, sizeof(command), "rm -r %s", w->folder);
	code = system(command);
	plan_release(&w->plan);
	free(w);
	return code;
}

/* Plans so many rounds of these benchmarks. */
static struct measure planned(
	struct run *w, const char *const *names, size_t count, unsigned builds, uint32_t rounds)
{
	const struct plan_options options = {
		.benchmark_count = count, .first_round = 1, .rounds = rounds
	};
	struct measure m = { .plan = &w->plan,
		.subjects = &w->subjects,
		.build_count = builds,
		.builds = { { .name = builds > 1 ? "old" : "" }, { .name = "new" } } };

	w->subjects = (struct subjects){ w->items, count };
	for (size_t i = 0; i < count; i++) {
		w->items[i] = (struct subject){ .counts = COUNTS_ANY,
			.suite = "suite",
			.name = names[i],
			.settings = &w->settings };
		for (unsigned b = 0; b < builds; b++) {
			w->items[i].builds[b].path = w->paths[b];
			w->items[i].builds[b].adapter = &adapter_bdriver;
		}
	}
	plan_add_rounds(&w->plan, &options);
	m.builds[0].writer = w->writer;
	return m;
}

static void measure(struct run *w, struct measure *m, unsigned workers)
{
	static const int cpus[] = { -1, -1 };
	const struct run_settings settings = {
		.samples = 2, .launch_time_ns = 1000000, .timeout_ns = INT64_C(600000000000)
	};
	const struct measure_options options = { .workers = workers,
		.cpus = cpus,
		.own_cpu = -1,
		.goes_on = goes_on,
		.writes = writes,
		.ended = ended,
		.started = started,
		.tried = tried,
		.run = w };
	struct err e = { "" };

	m->options = &options;
	m->settings = &settings;
	if (measure_run(m, &e))
		fail_msg("%s", e.text);
	measure_release(m);
}

/* In the order of the plan, each slot once; the first launch of a benchmark tunes it. */
static void test_a_plan_is_measured(void **state)
{
	static const char *const names[] = { "A", "B", "C" };
	struct run *w = *state;
	struct measure m = planned(w, names, 3, 1, 3);

	measure(w, &m, 1);
	assert_int_equal(w->count, 9);
	for (size_t i = 0; i < 9; i++) {
		const struct event *event = &w->events[i];

		assert_int_equal(event->slot, i);
		assert_int_equal(event->status, OUTCOME_OK);
		assert_int_equal(event->round, 1 + i / 3);
		assert_int_equal(event->attempt, 1);
		assert_int_equal(event->iterations, 7);
		assert_int_equal(event->tuned, i < 3 ? 7 : -1);
	}
	assert_int_equal(w->items[0].iterations, 7);
}

static void test_rows_are_written(void **state)
{
	static const char *const names[] = { "A", "B" };
	struct run *w = *state;
	struct log_writer writer = { 0 };
	struct log log = { 0 };
	struct measure m;
	char path[64];
	struct err e = { "" };

	snprintf(path, sizeof(path), "%s/log", w->folder);
	assert_int_equal(log_writer_create(&writer, path, &e), 0);
	assert_int_equal(log_writer_header(&writer, &e), 0);
	w->writer = &writer;
	m = planned(w, names, 2, 1, 2);
	measure(w, &m, 2);
	assert_int_equal(log_writer_end(&writer, &e), 0);
	log_writer_release(&writer);
	if (log_read(&log, path, LOG_KEEP_SUMMARIES, &e))
		fail_msg("%s", e.text);
	assert_int_equal(log.row_count, 4);
	assert_true(log.complete);
	assert_int_equal(log_find(&log, "suite", "B", NULL)->launch_count, 2);
	log_release(&log);
}

/* A failure costs its own row. Only failures are tried again. */
static void test_failures(void **state)
{
	static const char *const names[] = { "Dies", "Flaky", "A" };
	struct run *w = *state;
	struct measure m;
	unsigned dies = 0, flaky = 0;

	w->settings.retries = 2;
	m = planned(w, names, 3, 1, 1);
	measure(w, &m, 1);
	assert_int_equal(w->count, 3 + 2 + 1);
	for (size_t i = 0; i < w->count; i++) {
		const struct event *event = &w->events[i];

		switch (w->plan.slots[event->slot].benchmark) {
		case 0:
			assert_int_equal(event->status, OUTCOME_SIGNAL);
			assert_int_equal(event->attempt, ++dies);
			break;
		case 1:
			assert_int_equal(event->attempt, ++flaky);
			assert_int_equal(event->status, flaky == 1 ? OUTCOME_EXIT : OUTCOME_OK);
			break;
		default:
			assert_int_equal(event->status, OUTCOME_OK);
		}
	}
	assert_int_equal(dies, 3);
	assert_int_equal(flaky, 2);
}

static void test_time_limit_of_the_suite(void **state)
{
	static const char *const names[] = { "Hangs" };
	struct run *w = *state;
	struct measure m;

	w->settings.timeout_ns = 50000000;
	m = planned(w, names, 1, 1, 1);
	measure(w, &m, 1);
	assert_int_equal(w->count, 1);
	assert_int_equal(w->events[0].status, OUTCOME_TIMEOUT);
}

static void test_a_file_that_changes_during_the_run(void **state)
{
	static const char *const names[] = { "Replaced" };
	struct run *w = *state;
	struct measure m = planned(w, names, 1, 1, 1);

	measure(w, &m, 1);
	assert_int_equal(w->events[0].status, OUTCOME_GARBLED);
}

/* What a resumed run has already, and what does not fit into the budget. */
static void test_slots_that_are_left_out(void **state)
{
	static const char *const names[] = { "A", "B" };
	struct run *w = *state;
	struct measure m = planned(w, names, 2, 1, 2);

	w->plan.slots[0].done = w->plan.slots[2].done = true;
	measure(w, &m, 1);
	assert_int_equal(w->count, 2);
	assert_int_equal(w->events[0].slot, 1);
	assert_int_equal(w->events[1].slot, 3);

	w->plan.slots[0].done = w->plan.slots[2].done = false;
	w->count = 0;
	w->stop_after = 3;
	measure(w, &m, 1);
	assert_int_equal(w->count, 3);
}

/* The builds of a slot run one after the other, in the order of the plan. The trial launches,
 * which tune, leave no rows. */
static void test_two_builds(void **state)
{
	static const char *const names[] = { "A", "B" };
	struct run *w = *state;
	struct measure m = planned(w, names, 2, 2, 4);

	measure(w, &m, 1);
	assert_int_equal(w->count, 16);
	for (size_t i = 0; i < 16; i++) {
		const struct event *event = &w->events[i];

		assert_int_equal(event->slot, i / 2);
		assert_int_equal(event->position, 1 + i % 2);
		assert_int_equal(event->build,
			plan_build_at(&w->plan, &w->plan.slots[i / 2], 2, (unsigned)(i % 2)));
		assert_int_equal(event->iterations, 7);
		assert_int_equal(event->tuned, -1);
	}
}

/* A disturbed slot for which there is no time is left out; that of the other worker is not. */
static void test_repetitions_that_do_not_fit(void **state)
{
	static const char *const names[] = { "A", "B" };
	struct run *w = *state;
	struct measure m = planned(w, names, 2, 1, 1);
	const struct repeat_options options = {
		.subject_count = 2, .build_count = 1, .workers = 2, .max_repeats = 1
	};
	struct repeat_policy policy;

	repeat_policy_init(&policy, &options);
	repeat_policy_begin(&policy, &w->plan);
	for (unsigned i = 0; i < 2; i++) {
		struct repeat_slot slot = { .slot = i,
			.subject = w->plan.slots[i].benchmark,
			.worker = !i,
			.attempt = 1 };

		w->plan.slots[i].done = true;
		repeat_policy_slot_over(&policy, &slot, false, true);
	}
	w->never = names[w->plan.slots[0].benchmark];
	m.policy = &policy;
	measure(w, &m, 2);
	assert_int_equal(w->count, 1);
	assert_int_equal(w->events[0].slot, 1);
	assert_int_equal(w->events[0].attempt, 2);
	repeat_policy_release(&policy);
}

/* A benchmark that one build does not have is measured in the other. */
static void test_a_benchmark_of_one_build(void **state)
{
	static const char *const names[] = { "A" };
	struct run *w = *state;
	struct measure m = planned(w, names, 1, 2, 2);

	w->items[0].builds[0].path = NULL;
	measure(w, &m, 1);
	assert_int_equal(w->count, 2);
	assert_int_equal(w->events[0].build, 1);
	assert_int_equal(w->events[1].build, 1);
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH(test_a_plan_is_measured),
		WITH(test_rows_are_written),
		WITH(test_failures),
		WITH(test_time_limit_of_the_suite),
		WITH(test_a_file_that_changes_during_the_run),
		WITH(test_slots_that_are_left_out),
		WITH(test_two_builds),
		WITH(test_repetitions_that_do_not_fit),
		WITH(test_a_benchmark_of_one_build),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
