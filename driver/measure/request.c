/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/request.h"

#include "driver/measure/launch_args.h"
#include "driver/measure/slot.h"
#include "driver/measure/trial.h"
#include "driver/plan/brief.h"

static int64_t launch_time_of(const struct measure *m, const struct worker *worker)
{
	int64_t ns = m->options->settings->launch_time_ns;
	int64_t turn_ns = measure_subject_of(m, worker)->length.slice_ns;
	int64_t turns_ns = TURNS_LEAST * turn_ns;

	if (measure_slot_of(m, worker)->brief)
		return brief_turns(turn_ns) * turn_ns;
	if (measure_slot_of(m, worker)->launch_time_ns)
		return measure_slot_of(m, worker)->launch_time_ns;
	return worker->interleaves && m->options->settings->turns.short_turns && turns_ns > ns
		       ? turns_ns
		       : ns;
}

static struct launch_request request_of(
	const struct measure *m, const struct worker *worker, unsigned build)
{
	int64_t launch_time_ns = launch_time_of(m, worker);
	const struct plan_slot *slot = measure_slot_of(m, worker);
	const struct subject *subject = measure_subject_of(m, worker);

	return (struct launch_request){ .adapter = subject->builds[build].adapter,
		.path = subject->builds[build].path,
		.build = subject->builds[build].named,
		.benchmark = subject->name,
		.settings = subject->settings,
		.iterations = slot->iterations ? slot->iterations : subject->iterations,
		.samples = slot->samples ? slot->samples : m->options->settings->samples,
		.launch_time_ns = launch_time_ns,
		.usual_time_ns = launch_time_ns,
		.iteration_ns = subject->iteration_ns,
		.any_count = subject->counts == COUNTS_ANY,
		.way = subject->builds[build].way,
		.in_turns = worker->interleaves,
		.cpu_time = subject->time == TIME_CPU ||
			    (worker->trial && measure_times_cpu(m, worker)),
		.slice_ns = subject->length.slice_ns,
		.settle_ns = subject->length.settle_ns };
}

/* Only suites that know how to take turns know what to do with BD_HEAP_PAGES and the like. */
static bool all_take_turns(const struct measure *m, const struct subject *subject)
{
	for (unsigned build = 0; build < m->build_count; build++)
		if (subject->builds[build].path && !subject->builds[build].turns)
			return false;
	return true;
}

/* Of the stack, the heap and the libraries in memory. */
static void set_place(const struct measure *m, const struct worker *worker, unsigned build,
	struct launch_request *request)
{
	const struct plan_slot *slot = measure_slot_of(m, worker);
	uint64_t draw = plan_random(
		m->plan, PLAN_PLACE, slot->benchmark, slot->round, m->same_layout ? 0 : build);

	launch_args_place(request, draw,
		m->same_layout && all_take_turns(m, measure_subject_of(m, worker)));
}

struct launch_request measure_request(
	const struct measure *m, const struct worker *worker, unsigned build)
{
	struct launch_request request = request_of(m, worker, build);

	set_place(m, worker, build, &request);
	trial_request(worker, &request);
	trial_batch(m, worker, &request);
	return request;
}
