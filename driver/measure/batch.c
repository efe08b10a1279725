/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The samples of a costly benchmark are one batch, the same in all its launches: each sample
 * would pay the set-up again.
 */
#include "driver/measure/batch.h"

#include "driver/measure/alone.h"
#include "driver/measure/ways.h"

/* Beside its samples a trial launch takes 20 to 50 ms, and a few times that on a busy machine.
 */
#define COSTLY_LEAST_NS 1.6e8
#define COSTLY_TIMES    5

bool batch_is_costly(double wall_ns, double timed_ns, double launch_time_ns)
{
	double rest_ns = wall_ns - timed_ns;

	return rest_ns > COSTLY_LEAST_NS && rest_ns > COSTLY_TIMES * launch_time_ns;
}

void batch_learn(const struct measure *m, const struct worker *worker,
	const struct log_row *row, const struct job_result *result)
{
	const struct launch *launch = &row->launch;
	double timed_ns =
		launch->time.median * (double)launch->iterations * (double)launch->sample_count;

	subject_of(m, worker)->set_up.costly |=
		batch_is_costly((double)result->wall_ns - result->delay_ns, timed_ns,
			(double)m->options->settings->launch_time_ns);
}

static bool may(const struct measure *m, const struct worker *worker)
{
	return subject_of(m, worker)->set_up.costly && !slot_of(m, worker)->iterations;
}

static void request(
	struct measure *m, struct worker *worker, struct launch_request *r, struct job *job)
{
	struct subject *subject = subject_of(m, worker);

	(void)job;
	if (!subject->set_up.batch)
		subject->set_up.batch = launch_request_samples(r);
	r->batch = subject->set_up.batch;
}

const struct way way_batch = {
	.may = may, .request = request, .took = alone_took, .over = alone_over
};
