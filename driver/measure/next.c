/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/next.h"

#include "driver/measure/files.h"
#include "driver/plan/brief.h"
#include "harness/base/clock.h"

/* Two launches of a benchmark would tune it twice. */
static bool is_being_tuned(const struct measure *m, const struct plan_slot *slot)
{
	const struct subject *subject = &m->subjects->items[slot->benchmark];

	return !slot->iterations && subject->tuning &&
	       !(m->build_count == 1 && subject->iterations);
}

/* JOB_READY, and *found is its index. */
static enum job_answer find_planned(struct measure *m, size_t *found)
{
	struct measure_state *s = m->state;
	enum job_answer answer = JOB_NONE;
	size_t last;

	while (s->first < m->plan->slot_count && s->slots[s->first].taken)
		s->first++;
	if (s->first == m->plan->slot_count)
		return JOB_NONE;
	if (s->serial)
		return JOB_WAIT;
	last = s->first + LOOK_AHEAD;
	for (size_t i = s->first; i < m->plan->slot_count && i < last; i++) {
		const struct plan_slot *slot = &m->plan->slots[i];

		s->slots[i].taken = s->slots[i].taken || !slot_fits(m, i);
		if (s->slots[i].taken)
			continue;
		answer = JOB_WAIT;
		if (m->subjects->items[slot->benchmark].alone && s->active)
			break;
		if (is_being_tuned(m, slot))
			continue;
		s->slots[i].taken = true;
		*found = i;
		return JOB_READY;
	}
	return answer;
}

static struct repeat_slot repeat_slot_of(const struct worker *worker)
{
	return (struct repeat_slot){ .slot = worker->slot,
		.subject = slot_of(worker)->benchmark,
		.worker = worker_index(worker),
		.attempt = worker->attempt,
		.kind = worker->kind,
		.serial = worker->m->state->serial || worker->m->options->workers == 1 };
}

/* The plan is through: what m->policy wants to have once more, with nothing beside it. */
static enum job_answer find_repeated(struct worker *worker)
{
	struct measure *m = worker->m;
	const struct repeat_slot *again;

	if (!m->policy)
		return JOB_NONE;
	if (m->state->active)
		return JOB_WAIT;
	/* What shares its launches would pay a start for each. Whoever asks takes away what is
	 * not to be measured: its worker, which waits for nothing, asks no more. */
	while ((again = repeat_policy_first(m->policy)) &&
		(slot_may_share(m, again->slot) || !slot_fits(m, again->slot)))
		repeat_policy_take(m->policy);
	if (!again)
		return JOB_NONE;
	if (again->worker != worker_index(worker))
		return JOB_WAIT;
	worker->slot = again->slot;
	worker->attempt = again->attempt;
	worker->kind = again->kind;
	repeat_policy_take(m->policy);
	return JOB_READY;
}

enum job_answer next_slot(struct worker *worker)
{
	enum job_answer answer = find_planned(worker->m, &worker->slot);

	if (answer == JOB_NONE)
		return find_repeated(worker);
	worker->attempt = (uint16_t)(slot_attempts_before(worker) + 1);
	worker->kind = REPEAT_PLANNED;
	return answer;
}

void next_judge(struct worker *worker, unsigned build, struct log_row *row)
{
	struct repeat_policy *policy = worker->m->policy;
	struct repeat_slot launch = repeat_slot_of(worker);

	launch.build = build;
	worker->disturbed |= policy && repeat_policy_launch(policy, &launch, row);
}

void next_over(struct worker *worker)
{
	struct repeat_slot slot = repeat_slot_of(worker);

	if (worker->m->policy)
		repeat_policy_slot_over(
			worker->m->policy, &slot, worker->failed, worker->disturbed);
}

static int64_t launch_time_of(const struct worker *worker)
{
	const struct run_settings *settings = worker->m->settings;
	int64_t ns = settings->launch_time_ns;
	int64_t turns_ns = TURNS_LEAST * subject_of(worker)->length.slice_ns;

	if (slot_of(worker)->launch_time_ns)
		return slot_of(worker)->launch_time_ns;
	return worker->way->together && settings->turns.short_turns && turns_ns > ns ? turns_ns
										     : ns;
}

static struct launch_request request_of(const struct worker *worker, unsigned build)
{
	int64_t launch_time_ns = launch_time_of(worker);
	const struct plan_slot *slot = slot_of(worker);
	const struct subject *subject = subject_of(worker);

	return (struct launch_request){ .adapter = subject->builds[build].adapter,
		.path = subject->builds[build].path,
		.build = subject->builds[build].named,
		.benchmark = subject->name,
		.settings = subject->settings,
		.iterations = slot->iterations ? slot->iterations : subject->iterations,
		.samples = slot->samples ? slot->samples : worker->m->settings->samples,
		.launch_time_ns = launch_time_ns,
		.usual_time_ns = launch_time_ns,
		.iteration_ns = subject->iteration_ns,
		.set_up = { subject->set_up.ns, subject->set_up.at_once },
		.any_count = subject->counts == COUNTS_ANY,
		.dialect = subject->builds[build].dialect,
		.cpu_time = subject->time == TIME_CPU ||
			    (worker->way->tries && slot_times_cpu(worker)),
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
static void set_place(
	const struct worker *worker, unsigned build, struct launch_request *request)
{
	const struct plan_slot *slot = slot_of(worker);
	const struct measure *m = worker->m;
	bool same = m->settings->turns.same_layout;
	uint64_t draw = plan_random(
		m->plan, PLAN_PLACE, slot->benchmark, slot->round, same ? 0 : build);

	launch_args_place(request, draw, same && all_take_turns(m, subject_of(worker)));
}

/* A launch has no more time than the run, or than the subject is worth. */
static bool cut_short(const struct worker *worker, struct job *job)
{
	uint64_t end = worker->m->options->end_ns, now = bd_clock_ns();
	uint64_t left_ms = !end ? UINT64_MAX : end > now ? (end - now) / 1000000 + 1 : 1;
	uint64_t most_ms = (uint64_t)subject_of(worker)->most_ns / 1000000;

	if (most_ms && !worker->group_count && most_ms < left_ms)
		left_ms = most_ms;
	if (left_ms == UINT64_MAX || (job->timeout_ms && job->timeout_ms <= left_ms))
		return false;
	job->timeout_ms = left_ms;
	return true;
}

static struct launch_request whole_request(
	struct worker *worker, unsigned build, struct job *job)
{
	struct launch_request request = request_of(worker, build);

	set_place(worker, build, &request);
	job->timeout_ms = (uint64_t)slot_timeout_ns(worker) / 1000000;
	if (worker->way->request)
		worker->way->request(worker, &request, job);
	return request;
}

void next_launch(struct worker *worker, struct worker_process *process, struct job *job)
{
	struct measure *m = worker->m;
	const struct plan_slot *slot = slot_of(worker);
	struct subject *subject = subject_of(worker);
	unsigned build = slot_build_at(worker, worker->position);
	struct launch_request request = whole_request(worker, build, job);
	size_t group = request.group_count;

	request.worker = (unsigned)(worker_index(worker) * m->state->processes +
				    (size_t)(process - worker->processes));
	process->tunes = !request.iterations && !group;
	process->cpu_time = request.cpu_time;
	process->samples = request.samples;
	process->position = worker->position++;
	subject->tuning |= process->tunes || worker->way->tries;
	launch_args_job(&process->args, &request, job);
	if (m->build_count > 1 && !request.adapter->program && !group && !worker->way->tries)
		files_renew_pages(m, slot->benchmark, build, request.path);
	if (subject->builds[build].returns_count)
		job->fine_code = (int)(group ? group : 1);
	job->fixed_layout = m->settings->turns.same_layout || slot->fixed_layout;
	job->anywhere = slot->anywhere || subject->all_cpus;
	process->cut = cut_short(worker, job);
}
