/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One launch after the other, and what all ways that leave rows do with them. */
#include "driver/measure/alone.h"

#include "driver/measure/next.h"
#include "driver/measure/row.h"

/* Writes the row and reports the launch. */
static int pass_on(const struct measure_end *end, const struct log_row *row)
{
	const struct worker *worker = end->worker;
	const struct measure *m = worker->m;
	const struct measure_options *o = m->options;
	struct job_result own = *end->result;
	struct measure_event event = { .worker = worker_index(worker),
		.slot = worker->slot,
		.build = end->build,
		.subject = slot_of(worker)->benchmark,
		.row = row,
		.result = &own };

	if (worker->kind == REPEAT_BIAS)
		return 0;
	own.wall_ns = slot_cost_ns(end);
	if ((!o->writes || o->writes(o->run, row)) &&
		log_writer_row(m->builds[end->build].writer, row, m->state->e))
		return -1;
	o->ended(o->run, &event);
	return 0;
}

int alone_keep(const struct measure_end *end, struct log_row *row)
{
	struct worker *worker = end->worker;
	bool failed;

	row_complete(end, row);
	failed = row->launch.status != OUTCOME_OK && row->launch.status != OUTCOME_SKIPPED;
	worker->failed |= failed;
	worker->timed_out |=
		row->launch.status == OUTCOME_TIMEOUT && worker->m->settings->timeout_guessed;
	subject_of(worker)->no_turns |= failed && worker->way->together;
	if (row->launch.status == OUTCOME_OK)
		next_judge(worker, end->build, row);
	return pass_on(end, row);
}

int alone_keep_hung(const struct measure_end *end, struct log_row *row)
{
	end->worker->m->state->slots[end->worker->slot].hung |= (uint8_t)(1U << end->build);
	return alone_keep(end, row);
}

static bool is_made_again(const struct measure_end *end, const struct log_row *row)
{
	if (!row_search_is_short(end->worker, row) || !row_again(end))
		return false;
	slot_tried(end);
	return true;
}

int alone_took(const struct measure_end *end)
{
	struct log_row row;

	row_judge(end, &row);
	return is_made_again(end, &row) ? 0 : alone_keep(end, &row);
}

static bool is_retried(const struct worker *worker)
{
	int64_t retries = subject_of(worker)->settings->retries;

	/* A minute once more would end as this one. */
	return worker->failed && !worker->timed_out && worker->kind == REPEAT_PLANNED &&
	       worker->attempt + __builtin_popcount(slot_of(worker)->failed) <=
		       slot_attempts_before(worker) + retries;
}

bool alone_over(struct worker *worker)
{
	bool again = is_retried(worker);

	worker->attempt += again;
	if (again)
		worker->m->state->slots[worker->slot].hung = 0;
	else
		next_over(worker);
	return again;
}

const struct way way_alone = { .took = alone_took, .over = alone_over };
