/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/trial.h"

#include <math.h>

/* A sample that is shorter than so many steps of the clock says little ... */
#define SAMPLE_STEPS 20
/* ... but a launch shall have room for so many samples. */
#define SAMPLES_LEAST 5
/* Beside its samples a trial launch takes 20 to 50 ms, and a few times that on a busy machine.
 */
#define COSTLY_LEAST_NS 1.6e8
#define COSTLY_TIMES    5
/* Before the noise of a benchmark in turns is taken as it is, or its CPU time as not its time.
 */
#define TRIALS_MAX 3
/* Of the wall time may be missing in the CPU time. */
#define MISSING_MOST 0.05
/* What a process sleeps of the time that is missing, from its start to the driver's notice. */
#define SLEPT_MOST 0.25
/* A longer launch is not repeated for that. */
#define AGAIN_MOST_NS 1e9

void trial_request(const struct worker *worker, struct launch_request *request)
{
	if (worker->trial == TRIAL_ITERATIONS) {
		request->samples = request->launch_time_ns = 1;
	} else if (worker->trial == TRIAL_TURNS) {
		request->samples = SETTLE_SAMPLES;
		request->launch_time_ns = SETTLE_LAUNCH_NS;
		request->slice_ns = SETTLE_SLICE_NS;
		request->settle_ns = 1;
	}
}

bool trial_is_costly(double wall_ns, double timed_ns, double launch_time_ns)
{
	double rest_ns = wall_ns - timed_ns;

	return rest_ns > COSTLY_LEAST_NS && rest_ns > COSTLY_TIMES * launch_time_ns;
}

void trial_batch(
	const struct measure *m, const struct worker *worker, struct launch_request *request)
{
	struct subject *subject = measure_subject_of(m, worker);

	if (!subject->costly || measure_slot_of(m, worker)->iterations)
		return;
	if (!worker->trial && !subject->batch)
		subject->batch = launch_request_samples(request);
	request->batch = worker->trial ? 1 : subject->batch;
}

enum trial_share trial_share_of(const struct evidence *e, const struct job_result *result)
{
	double missing = e->wall_ns - e->cpu_ns;
	double slept = (double)result->wall_ns - (double)result->cpu_ns - result->delay_ns;

	if (result->cpu < 0 || !(e->wall_ns > 0) || !(e->cpu_ns > 0))
		return SHARE_PART;
	if (missing <= MISSING_MOST * e->wall_ns)
		return SHARE_ALL;
	if (missing - result->delay_ns > MISSING_MOST * e->wall_ns)
		return SHARE_PART;
	if (slept <= SLEPT_MOST * missing)
		return SHARE_ALL;
	return (double)result->wall_ns > AGAIN_MOST_NS ? SHARE_PART : SHARE_UNSURE;
}

static void learn_share(
	struct worker *worker, const struct log_row *row, const struct job_result *result)
{
	enum trial_share share = trial_share_of(&row->evidence, result);

	if (worker->trial == TRIAL_ITERATIONS && row->launch.status == OUTCOME_OK &&
		share > worker->share)
		worker->share = share;
}

/* The first trial launch calls the benchmark at least twice. */
static void learn_cost(const struct measure *m, const struct worker *worker,
	const struct log_row *row, const struct job_result *result)
{
	const struct launch *launch = &row->launch;
	double timed_ns =
		launch->time.median * (double)launch->iterations * (double)launch->sample_count;

	if (worker->trial == TRIAL_ITERATIONS && launch->status == OUTCOME_OK)
		measure_subject_of(m, worker)->costly |=
			trial_is_costly((double)result->wall_ns - result->delay_ns, timed_ns,
				(double)m->options->settings->launch_time_ns);
}

bool trial_chooses_itself(const struct subject *subject, const struct plan_slot *slot)
{
	return subject->counts == COUNTS_OWN ||
	       (subject->counts == COUNTS_ONE && slot->iterations != 1);
}

/* The code of a benchmark may fix its iterations. What was tuned is shared by its threads, not
 * always evenly. */
static void check_counts(const struct worker *worker, const struct worker_process *process,
	struct subject *subject, const struct plan_slot *slot, const struct log_row *row)
{
	int64_t got = row->launch.iterations, tuned = subject->iterations;
	bool is_tuned =
		tuned > 0 && !process->tunes && !worker->group_count && !subject->costly;

	if (trial_chooses_itself(subject, slot) || row->launch.status != OUTCOME_OK)
		return;
	if (slot->iterations ? got != slot->iterations
			     : is_tuned && (got < tuned / 2 || got / 2 > tuned)) {
		subject->counts = COUNTS_OWN;
		subject->iterations = slot->iterations ? tuned : got;
	}
}

void trial_learn(const struct measure *m, struct worker *worker,
	const struct worker_process *process, const struct log_row *row,
	const struct job_result *result)
{
	struct subject *subject = measure_subject_of(m, worker);

	if (row->launch.status == OUTCOME_OK)
		subject->iteration_ns = row->launch.time.median;
	check_counts(worker, process, subject, measure_slot_of(m, worker), row);
	learn_cost(m, worker, row, result);
	learn_share(worker, row, result);
	if (!process->tunes)
		return;
	subject->tuning = worker->trial;
	if (row->launch.status == OUTCOME_OK && row->launch.iterations > 0)
		subject->iterations = row->launch.iterations;
}

/*
 * The iterations were tuned on one build. Where the other is so much faster that the clock can
 * hardly measure its sample, they are raised for all builds, while five samples of the
 * slowest still fit into a launch.
 */
static void check_iterations(const struct measure *m, struct worker *worker, unsigned build,
	const struct log_row *row)
{
	struct subject *subject = measure_subject_of(m, worker);
	double sample_ns = SAMPLE_STEPS * row->launch.clock_step_ns, most, need;

	/* Something else on the CPU may end the search of another framework too early. */
	if (subject->builds[build].adapter->needs_trial)
		sample_ns = launch_sample_ns(m->options->settings->launch_time_ns);
	if (row->launch.status != OUTCOME_OK || !subject->iterations || isnan(sample_ns) ||
		subject->counts == COUNTS_OWN)
		return;
	worker->slowest_ns = fmax(worker->slowest_ns, row->launch.time.min);
	need = sample_ns / fmax(row->launch.time.min, 1e-3);
	most = (double)m->options->settings->launch_time_ns / SAMPLES_LEAST /
	       worker->slowest_ns;
	need = ceil(fmin(need, most));
	if (need > (double)subject->iterations)
		subject->iterations = (int64_t)need;
}

/* After a failure the launches take no turns, and the next run tries again. False if another
 * pair is to tell whether turns can be shorter. */
static bool choose_turns(struct worker *worker, struct subject *subject)
{
	if (!worker->failed && ++worker->trials < TRIALS_MAX &&
		settle_may_shorten(worker->settle, PROCESSES_MAX))
		return false;
	if (!worker->failed)
		subject->length = settle_length(worker->settle, PROCESSES_MAX);
	for (unsigned i = 0; i < PROCESSES_MAX; i++)
		settle_release(&worker->settle[i]);
	return true;
}

/* False if another launch of each build is to tell. */
static bool choose_time(const struct measure *m, struct worker *worker, struct subject *subject)
{
	enum trial_share share = worker->share;
	bool can = !worker->failed && measure_times_cpu(m, worker);

	worker->share = SHARE_ALL;
	if (can && share == SHARE_UNSURE && ++worker->trials < TRIALS_MAX)
		return false;
	worker->trials = 0;
	subject->time = can && share == SHARE_ALL ? TIME_CPU : TIME_WALL;
	return true;
}

static void take_launch(
	struct measure *m, struct worker *worker, unsigned build, const struct log_row *row)
{
	bool failed = row->launch.status != OUTCOME_OK;

	worker->failed |= failed;
	/* What fails in any launch will show again in the slot, and is logged there. */
	measure_subject_of(m, worker)->stumbled |= failed;
	if (worker->trial == TRIAL_ITERATIONS)
		check_iterations(m, worker, build, row);
	else if (!failed)
		settle_add(&worker->settle[build], row->evidence.samples,
			row->launch.sample_count, row->evidence.turn_samples,
			row->launch.iterations);
}

void trial_done(
	struct measure *m, struct worker *worker, unsigned build, const struct log_row *row)
{
	struct subject *subject = measure_subject_of(m, worker);
	enum trial last = worker->trial;

	take_launch(m, worker, build, row);
	if (measure_seek(m, worker) || worker->running)
		return;
	if ((last == TRIAL_TURNS && !choose_turns(worker, subject)) ||
		(last == TRIAL_ITERATIONS && !choose_time(m, worker, subject))) {
		measure_begin_attempt(m, worker);
		return;
	}
	subject->tried = true;
	worker->trial = TRIAL_NONE;
	worker->trial = measure_next_trial(m, worker, last);
	subject->tuning = worker->trial;
	measure_begin_attempt(m, worker);
}
