/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The samples of a costly benchmark are one batch, the same in all its launches: each sample
 * would pay the set-up again.
 */
#include "driver/measure/batch.h"

#include <math.h>

#include "driver/measure/alone.h"
#include "driver/measure/row.h"

/* Beside its samples a trial launch takes 20 to 50 ms, and a few times that on a busy machine.
 */
#define COSTLY_LEAST_NS 1.6e8
#define COSTLY_TIMES    5

bool batch_is_costly(double wall_ns, double timed_ns, double launch_time_ns)
{
	double rest_ns = wall_ns - timed_ns;

	return rest_ns > COSTLY_LEAST_NS && rest_ns > COSTLY_TIMES * launch_time_ns;
}

/* From one launch to the next the start of a program differs by so much. */
#define START_NS 3e5

/* Of a trial that is no probe. */
#define LEAST_CALLS 2

/* What one more call takes. A search has calls of 1, 10, 100 ... iterations; where its first
 * one is long enough, the other build's launch has a call that is no sample before its own. */
static double setup_ns(
	const struct trial *trial, const struct log_row *row, double rest_ns, bool at_once)
{
	double calls = at_once ? 1 : ceil(log10((double)row->launch.iterations));

	if (at_once)
		rest_ns -= row_work_ns(row);
	return calls >= 1 && trial->probe_ns > 0
		       ? fmax(0, rest_ns - trial->probe_ns - START_NS) / calls
		       : 0;
}

/* What waits for the disk does so in one launch only: in two, the benchmark sleeps. */
void batch_learn(const struct measure_end *end, const struct log_row *row)
{
	const struct launch *launch = &row->launch;
	const struct job_result *result = end->result;
	struct subject *subject = subject_of(end->worker);
	struct trial *trial = &end->worker->trial;
	double launch_time_ns = (double)end->worker->m->settings->launch_time_ns;
	double timed_ns =
		launch->time.median * (double)launch->iterations * (double)launch->sample_count;
	double cpu_ns = (double)result->cpu_ns - fmax(0, (double)row->evidence.cpu_ns);
	double wall_ns = (double)result->wall_ns - result->delay_ns - timed_ns;

	if (trial->probes) {
		trial->probe_ns = cpu_ns;
		trial->probe_iterations = launch->iterations;
		trial->probe_wall_ns = wall_ns - subject->builds[end->build].start_ns;
		wall_ns = 0;
	} else {
		bool at_once = launch->iterations == trial->probe_iterations;

		subject->set_up.at_once = at_once;
		if (end->process->tunes == !at_once)
			subject->set_up.ns = setup_ns(trial, row, cpu_ns, at_once);
	}
	if (trial->probe_ns > 0)
		wall_ns = fmin(wall_ns, LEAST_CALLS * trial->probe_wall_ns);
	subject->set_up.costly |= batch_is_costly(fmax(cpu_ns, wall_ns), 0, launch_time_ns);
}

static bool may(const struct worker *worker)
{
	return subject_of(worker)->set_up.costly && !slot_of(worker)->iterations;
}

static void request(struct worker *worker, struct launch_request *r, struct job *job)
{
	struct subject *subject = subject_of(worker);

	(void)job;
	if (!subject->set_up.batch)
		subject->set_up.batch = launch_request_samples(r);
	r->batch = subject->set_up.batch;
}

const struct way way_batch = {
	.may = may, .request = request, .took = alone_took, .over = alone_over
};
