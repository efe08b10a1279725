/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Two ways. One launch of the first build tunes the iterations, one of each other build tries
 * them; then a pair in turns finds how long the benchmark takes to settle after a switch.
 */
#include "driver/measure/trial.h"

#include <math.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "driver/measure/alone.h"
#include "driver/measure/batch.h"
#include "driver/measure/row.h"

/* A sample that is shorter than so many steps of the clock says little ... */
#define SAMPLE_STEPS 20
/* ... but a launch shall have room for so many samples. */
#define SAMPLES_LEAST 5
/* Of the wall time may be missing in the CPU time. */
#define MISSING_MOST 0.05
/* What a process sleeps of the time that is missing, from its start to the driver's notice. */
#define SLEPT_MOST 0.25
/* Of the time that a search asks for: what it computes, what passes before it ends anyway. */
#define SEARCH_MOST   0.9
#define SEARCH_PASSED 4
/* After so many a search for longer samples is cut by no others but the worst. */
#define LONGER_MOST 4
/* A longer launch is not repeated for that. */
#define AGAIN_MOST_NS 1e9

/* Before the noise of a benchmark in turns is taken as it is, or its CPU time as not its time.
 */
#define TRIALS_MAX 3

/* Fills the row. What fails in a trial will show again in the slot, and is logged there. */
static void take(const struct measure_end *end, struct log_row *row)
{
	struct worker *worker = end->worker;
	bool failed;

	row_complete(end, row);
	failed = row->launch.status != OUTCOME_OK;
	worker->failed |= failed;
	subject_of(worker)->no_turns |= failed;
	slot_tried(end);
}

/* Another minute would show the same: it is the build's launch of the slot. */
static int take_hanging(const struct measure_end *end, struct log_row *row)
{
	end->worker->trial.probes = false;
	subject_of(end->worker)->no_turns = true;
	return alone_keep_hung(end, row);
}

/* What comes next is another trial, or the slot itself. */
static bool finish(struct worker *worker)
{
	subject_of(worker)->tried = true;
	subject_of(worker)->tuning = false;
	return true;
}

static bool needs_trial(const struct worker *worker)
{
	const struct measure *m = worker->m;
	const struct subject *subject = subject_of(worker);
	bool needed = m->build_count > 1;

	for (unsigned b = 0; b < m->build_count; b++)
		needed |= subject->builds[b].path && subject->builds[b].adapter->needs_trial;
	return needed && !slot_of(worker)->iterations;
}

static bool iterations_may(const struct worker *worker)
{
	return needs_trial(worker) && !subject_of(worker)->tried;
}

/* The first one is a probe: one call of one iteration, as each call may prepare for long. */
static void iterations_request(struct worker *worker, struct launch_request *r, struct job *job)
{
	struct trial *trial = &worker->trial;

	(void)job;
	r->samples = r->launch_time_ns = 1;
	r->usual_time_ns <<=
		worker->short_searches < LONGER_MOST ? worker->short_searches : LONGER_MOST;
	r->batch = subject_of(worker)->set_up.costly;
	trial->probes = !trial->probed && r->adapter->batches;
	if (trial->probes)
		r->iterations = r->batch = 1;
	trial->probed = true;
}

enum trial_cpu trial_cpu_of(const struct evidence *e, const struct job_result *result)
{
	double missing = e->wall_ns - e->cpu_ns;
	double slept = (double)result->wall_ns - (double)result->cpu_ns - result->delay_ns;

	if (result->cpu < 0 || !(e->wall_ns > 0) || !(e->cpu_ns > 0))
		return CPU_PART;
	if (missing <= MISSING_MOST * e->wall_ns)
		return CPU_ALL;
	if (missing - result->delay_ns > MISSING_MOST * e->wall_ns)
		return CPU_PART;
	if (slept <= SLEPT_MOST * missing)
		return CPU_ALL;
	return (double)result->wall_ns > AGAIN_MOST_NS ? CPU_PART : CPU_UNSURE;
}

/*
 * The iterations were tuned on one build. Where the other is so much faster that the clock can
 * hardly measure its sample, they are raised for all builds, while five samples of the
 * slowest still fit into a launch.
 */
static void check_iterations(const struct measure_end *end, const struct log_row *row)
{
	const struct run_settings *settings = end->worker->m->settings;
	struct subject *subject = subject_of(end->worker);
	const struct adapter *adapter = subject->builds[end->build].adapter;
	double *slowest_ns = &end->worker->trial.slowest_ns;
	double sample_ns = SAMPLE_STEPS * row->launch.clock_step_ns, most, need;

	/* Something else on the CPU may end the search of another framework too early. */
	if (adapter->needs_trial)
		sample_ns = launch_sample_ns(settings->launch_time_ns,
			!adapter->batches         ? INFINITY
			: subject->set_up.at_once ? 0
						  : subject->set_up.ns);
	if (!subject->iterations || isnan(sample_ns) || subject->counts == COUNTS_OWN)
		return;
	*slowest_ns = fmax(*slowest_ns, row->launch.time.min);
	need = sample_ns / fmax(row->launch.time.min, 1e-3);
	most = (double)settings->launch_time_ns / SAMPLES_LEAST / *slowest_ns;
	need = ceil(fmin(need, most));
	if (need > (double)subject->iterations)
		subject->iterations = (int64_t)need;
}

void trial_check(const struct measure_end *end, const struct log_row *row)
{
	enum trial_cpu cpu = trial_cpu_of(&row->evidence, end->result);
	struct trial *trial = &end->worker->trial;

	if (trial->probes)
		return;
	if (cpu > trial->cpu)
		trial->cpu = cpu;
	check_iterations(end, row);
}

bool trial_others_ended(
	const struct log_row *row, double delay_ns, double asked_ns, double least)
{
	double passed_ns = (double)row->evidence.wall_ns, work_ns = row_work_ns(row);

	return passed_ns >= SEARCH_PASSED * asked_ns &&
	       (work_ns < least * asked_ns ||
		       (work_ns < SEARCH_MOST * asked_ns &&
			       passed_ns - delay_ns < SEARCH_PASSED * asked_ns));
}

static bool is_made_again(const struct measure_end *end, const struct log_row *row)
{
	struct subject *subject = subject_of(end->worker);
	double asked_ns = launch_sample_ns(end->worker->m->settings->launch_time_ns, 0);
	double least = SEARCH_PART;
	bool again;

	if (subject->set_up.costly) {
		asked_ns = LAUNCH_SEARCH_NS;
		least = SEARCH_MOST;
	}
	if (!end->process->tunes || !subject->builds[end->build].adapter->batches ||
		!trial_others_ended(row, end->result->delay_ns, asked_ns, least) ||
		(double)end->result->wall_ns > AGAIN_MOST_NS)
		return false;
	again = row_again(end);
	/* Where it never ends by itself, each launch chooses. */
	if (again || !subject->set_up.costly)
		subject->iterations = 0;
	return again;
}

/* The code says how many iterations a call has, and these are long enough: a search would find
 * them again. */
static bool is_batch(const struct worker *worker, const struct log_row *row)
{
	return worker->trial.probes && row->launch.iterations > 1 &&
	       row_work_ns(row) > launch_sample_ns(worker->m->settings->launch_time_ns, 0);
}

static int iterations_took(const struct measure_end *end)
{
	struct worker *worker = end->worker;
	struct subject *subject = subject_of(worker);
	struct log_row row;

	row_judge(end, &row);
	if (row.launch.status == OUTCOME_TIMEOUT)
		return take_hanging(end, &row);
	take(end, &row);
	if (row.launch.status == OUTCOME_OK) {
		if (is_made_again(end, &row))
			return 0;
		batch_learn(end, &row);
		if (is_batch(worker, &row)) {
			worker->trial.probes = false;
			subject->iterations = subject->chosen = row.launch.iterations;
		}
		trial_check(end, &row);
	}
	/* Each launch of a costly one takes long. */
	if (worker->trial.probes ||
		(subject->set_up.costly && subject->builds[end->build].adapter->batches))
		worker->position = worker->m->build_count;
	return 0;
}

static bool iterations_over(struct worker *worker)
{
	struct subject *subject = subject_of(worker);
	enum trial_cpu cpu = worker->trial.cpu;
	bool can = !worker->failed && slot_times_cpu(worker) && subject->time != TIME_WALL;

	if (worker->trial.probes)
		return true;
	worker->trial.cpu = CPU_ALL;
	/* Another launch of each build is to tell. */
	if (can && cpu == CPU_UNSURE && ++worker->trial.count < TRIALS_MAX)
		return true;
	worker->trial.count = 0;
	subject->time = can && cpu == CPU_ALL ? TIME_CPU : TIME_WALL;
	return finish(worker);
}

const struct way way_trial_iterations = { .tries = true,
	.may = iterations_may,
	.request = iterations_request,
	.took = iterations_took,
	.over = iterations_over };

/* The two launches of a slot live at once, on one CPU, and measure in turn (harness/turn.h). */
static bool turns_may(const struct worker *worker)
{
	const struct subject *subject = subject_of(worker);

	return slot_has_pair(worker->m) &&
	       (subject->iterations || slot_of(worker)->iterations) &&
	       subject->builds[0].path && subject->builds[1].path && subject->builds[0].turns &&
	       subject->builds[1].turns && !subject->no_turns;
}

/* The two ends of a socket over which the launches pass the turn; the first one has it. A
 * launch that waits longer than its time limit continues alone: a property of the socket, which
 * it inherits. */
static bool turns_begin(struct worker *worker)
{
	int64_t limit_ns = slot_timeout_ns(worker), ms = limit_ns / 1000000;
	struct timeval patience = { ms / 1000, ms ? ms % 1000 * 1000 : 1000 };
	int *ends = worker->turns;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return false;
	for (int i = 0; i < PROCESSES_MAX; i++)
		setsockopt(ends[i], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
	send(ends[1], "t", 1, MSG_NOSIGNAL);
	return true;
}

/* The waiting launch needs twice the time limit: its partner may use all of its own first. */
static void turns_request(
	struct worker *worker, struct launch_request *request, struct job *job)
{
	int *end = &worker->turns[worker->position];

	request->in_turns = true;
	job->timeout_ms *= 2;
	job->turn_fd = *end;
	*end = -1;
}

const struct way way_turns = { .together = true,
	.may = turns_may,
	.begin = turns_begin,
	.request = turns_request,
	.took = alone_took,
	.over = alone_over };

static bool pair_may(const struct worker *worker)
{
	return worker->m->settings->turns.interleave && needs_trial(worker) &&
	       !subject_of(worker)->length.slice_ns && turns_may(worker);
}

static void pair_request(struct worker *worker, struct launch_request *r, struct job *job)
{
	turns_request(worker, r, job);
	r->samples = SETTLE_SAMPLES;
	r->launch_time_ns = SETTLE_LAUNCH_NS;
	r->slice_ns = SETTLE_SLICE_NS;
	r->settle_ns = 1;
}

static int pair_took(const struct measure_end *end)
{
	struct log_row row;

	row_judge(end, &row);
	take(end, &row);
	if (row.launch.status == OUTCOME_OK)
		settle_add(&end->worker->trial.settle[end->build], row.evidence.samples,
			row.launch.sample_count, row.evidence.turn_samples,
			row.launch.iterations);
	return 0;
}

/* After a failure the launches take no turns, and the next run tries again. */
static bool pair_over(struct worker *worker)
{
	struct settle *settle = worker->trial.settle;

	/* Another pair is to tell whether turns can be shorter. */
	if (!worker->failed && ++worker->trial.count < TRIALS_MAX &&
		settle_may_shorten(settle, PROCESSES_MAX))
		return true;
	if (!worker->failed)
		subject_of(worker)->length = settle_length(settle, PROCESSES_MAX);
	return finish(worker);
}

const struct way way_trial_turns = { .tries = true,
	.together = true,
	.may = pair_may,
	.begin = turns_begin,
	.request = pair_request,
	.took = pair_took,
	.over = pair_over };

void trial_reset(struct trial *trial)
{
	for (unsigned i = 0; i < PROCESSES_MAX; i++)
		settle_release(&trial->settle[i]);
	*trial = (struct trial){ 0 };
}
