/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One launch after the other, and what all ways that leave rows do with them. */
#include "driver/measure/alone.h"

#include "driver/measure/next.h"
#include "driver/measure/row.h"
#include "driver/measure/ways.h"

/* Writes the row and reports the launch. */
static int pass_on(struct measure *m, struct worker *worker, unsigned build,
	const struct log_row *row, const struct job_result *result)
{
	const struct measure_options *o = m->options;
	struct job_result own = *result;
	struct measure_event event = { .worker = worker_index(m, worker),
		.slot = worker->slot,
		.build = build,
		.subject = slot_of(m, worker)->benchmark,
		.row = row,
		.result = &own };

	if (worker->kind == REPEAT_BIAS)
		return 0;
	own.wall_ns = slot_cost_ns(worker, result);
	if ((!o->writes || o->writes(o->ctx, row)) &&
		log_writer_row(m->builds[build].writer, row, m->state->e))
		return -1;
	if (o->ended)
		o->ended(o->ctx, &event);
	return 0;
}

int alone_keep(struct measure *m, struct worker *worker, const struct measure_end *end,
	struct log_row *row)
{
	bool failed;

	row_complete(m, worker, end, row);
	failed = row->launch.status != OUTCOME_OK && row->launch.status != OUTCOME_SKIPPED;
	worker->failed |= failed;
	worker->timed_out |=
		row->launch.status == OUTCOME_TIMEOUT && m->options->settings->timeout_guessed;
	subject_of(m, worker)->stumbled |= failed && worker->way->together;
	if (row->launch.status == OUTCOME_OK)
		next_judge(m, worker, end->build, row);
	return pass_on(m, worker, end->build, row, end->result);
}

int alone_keep_hung(struct measure *m, struct worker *worker, const struct measure_end *end,
	struct log_row *row)
{
	m->state->hung[worker->slot] |= (uint8_t)(1U << end->build);
	return alone_keep(m, worker, end, row);
}

static bool is_made_again(struct measure *m, struct worker *worker,
	const struct measure_end *end, const struct log_row *row)
{
	if (!row_search_was_cut(m, worker, row) || !row_again(m, worker, end))
		return false;
	if (m->options->tried)
		m->options->tried(m->options->ctx, slot_of(m, worker)->benchmark,
			(double)slot_cost_ns(worker, end->result));
	return true;
}

int alone_took(struct measure *m, struct worker *worker, const struct measure_end *end)
{
	struct log_row row;

	row_judge(m, worker, end, &row);
	return is_made_again(m, worker, end, &row) ? 0 : alone_keep(m, worker, end, &row);
}

static bool is_retried(const struct measure *m, const struct worker *worker)
{
	int64_t retries = subject_of(m, worker)->settings->retries;

	/* A minute once more would end as this one. */
	return worker->failed && !worker->timed_out && worker->kind == REPEAT_PLANNED &&
	       worker->attempt <= slot_attempts_before(m, worker) + retries;
}

bool alone_over(struct measure *m, struct worker *worker)
{
	bool again = is_retried(m, worker);

	worker->attempt += again;
	if (again)
		m->state->hung[worker->slot] = 0;
	else
		next_over(m, worker);
	return again;
}

const struct way way_alone = { .took = alone_took, .over = alone_over };
