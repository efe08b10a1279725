/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/row.h"

#include <math.h>

#include "driver/measure/files.h"
#include "harness/turn.h"

/* A search goes by steps of ten; one that sleeps in its iterations does not compute. */
#define SEARCH_STEPS 5
/* Launches of a slot that are made again, on a busy machine. */
#define SHORT_MOST        16
#define SHORT_COSTLY_MOST 4

static void refuse(struct log_row *row, const char *why)
{
	row->launch.status = OUTCOME_GARBLED;
	row->launch.sample_count = 0;
	row->samples_text = NULL;
	row->evidence.samples = NULL;
	row->evidence.turn_samples = (char *)"";
	row->evidence.detail = (char *)why;
}

/* A suite that was replaced measures something else than the rows before. */
static void check_file(const struct measure_end *end, struct log_row *row)
{
	if (row->launch.status == OUTCOME_OK &&
		!files_are_same(end->worker->m, slot_of(end->worker)->benchmark, end->build))
		refuse(row, "the suite's file changed during the run");
}

double row_work_ns(const struct log_row *row)
{
	double ns = row->launch.time.median * (double)row->launch.iterations;
	double cpu_ns = (double)row->evidence.cpu_ns / row->launch.sample_count;

	return cpu_ns > 0 ? fmin(ns, cpu_ns) : ns;
}

static double sample_ns(const struct worker *worker)
{
	return launch_sample_ns(
		worker->m->settings->launch_time_ns, subject_of(worker)->set_up.ns);
}

bool row_search_is_short(const struct worker *worker, const struct log_row *row)
{
	const struct subject *subject = subject_of(worker);
	double wanted_ns = sample_ns(worker), wanted = (double)subject->chosen;

	if (row->launch.status != OUTCOME_OK || subject->counts == COUNTS_OWN ||
		(subject->counts == COUNTS_ANY && !worker->group_count) || worker->way->tries ||
		slot_of(worker)->iterations)
		return false;
	/* A group has no trial. Whose code fixes its iterations is seen when it is alone. */
	if (worker->group_count && !subject->chosen)
		wanted = INFINITY;
	if (subject->set_up.costly)
		wanted = launch_search_iterations(wanted_ns, subject->iterations);
	return SEARCH_STEPS * (double)row->launch.iterations < wanted &&
	       (subject->set_up.costly || row_work_ns(row) < SEARCH_PART * wanted_ns);
}

bool row_again(const struct measure_end *end)
{
	struct worker *worker = end->worker;
	struct subject *subject = subject_of(worker);

	if (worker->short_searches++ >=
		(subject->set_up.costly ? SHORT_COSTLY_MOST : SHORT_MOST)) {
		/* The code of a costly one fixes its iterations. */
		if (subject->set_up.costly)
			subject->counts = COUNTS_OWN;
		return false;
	}
	/* Its first iteration, with empty caches, may have ended the search. */
	if (subject->set_up.costly)
		subject->iteration_ns *= 2;
	worker->position = end->process->position;
	return true;
}

/* The trial may have ended with its first iteration. */
static void learn_search(const struct worker *worker)
{
	struct subject *subject = subject_of(worker);
	double need = sample_ns(worker) / subject->iteration_ns;

	if (need < 1e15 && need > (double)subject->iterations)
		subject->iterations = (int64_t)need;
}

/* A launch that was not told its iterations says them itself. */
static bool chooses_itself(const struct subject *subject, const struct plan_slot *slot)
{
	return subject->counts == COUNTS_OWN ||
	       (subject->counts == COUNTS_ONE && slot->iterations != 1);
}

static void set_launch(const struct measure_end *end, struct log_row *row)
{
	const struct worker *worker = end->worker;
	const struct plan_slot *slot = slot_of(worker);
	const struct subject *subject = subject_of(worker);

	row->launch.stage = slot->stage;
	row->launch.round = slot->round;
	row->launch.attempt = worker->attempt;
	row->launch.position = (uint8_t)(end->process->position + 1);
	row->launch.node = worker->m->options->host;
	row->evidence.worker = (int)worker_index(worker);
	row->evidence.cpu = end->result->cpu;
	row->evidence.leftover = worker->m->state->sweeps ? (int64_t)end->result->leftover : -1;
	if (worker->way->together) {
		bool known = subject->length.slice_ns != 0;

		row->evidence.turn.length_ns =
			known ? subject->length.slice_ns : BD_TURN_SLICE_NS;
		row->evidence.turn.settle_ns =
			known ? subject->length.settle_ns : BD_TURN_SETTLE_NS;
	}
	if (end->process->cpu_time && !worker->way->tries) {
		row->evidence.turn.length_ns = 0;
		row->evidence.turn.settle_ns = 0;
	}
}

static void set_iterations(const struct worker *worker, const struct worker_process *process,
	const struct subject *subject, const struct plan_slot *slot, struct log_row *row)
{
	if (row->launch.iterations < 0 && slot->iterations)
		row->launch.iterations = slot->iterations;
	if (row->launch.status == OUTCOME_OK && row->evidence.tuned_iterations < 0 &&
		(chooses_itself(subject, slot) || process->tunes || worker->group_count))
		row->evidence.tuned_iterations = row->launch.iterations;
	/* A launch with given iterations does not know what the tuner chose. */
	if (slot->iterations && row->evidence.tuned_iterations < 0 && subject->iterations > 0)
		row->evidence.tuned_iterations = subject->iterations;
}

/* What others do is a little, as of a library that logs. */
#define THREADS_LEAST_NS 2e7
#define THREADS_PART     0.1

static bool has_threads(const struct adapter *adapter, const struct job_result *result)
{
	double ns = result->threads_ns;

	return !adapter->program && !adapter->script && !adapter->in_any_thread &&
	       result->cpu >= 0 && ns > THREADS_LEAST_NS &&
	       ns > THREADS_PART * (double)result->cpu_ns;
}

/* The code of a benchmark may fix its iterations. What was tuned is shared by its threads, not
 * always evenly. */
static void check_counts(const struct worker *worker, const struct worker_process *process,
	struct subject *subject, const struct plan_slot *slot, int64_t got)
{
	int64_t tuned = subject->iterations;
	bool is_tuned =
		tuned > 0 && !process->tunes && !worker->group_count && !subject->set_up.costly;

	if (slot->iterations ? got != slot->iterations
			     : is_tuned && (got < tuned / 2 || got / 2 > tuned)) {
		subject->counts = COUNTS_OWN;
		subject->iterations = slot->iterations ? tuned : got;
	}
}

void row_learn(const struct measure_end *end, const struct log_row *row)
{
	const struct worker *worker = end->worker;
	const struct plan_slot *slot = slot_of(worker);
	struct subject *subject = subject_of(worker);
	const struct launch *launch = &row->launch;
	bool ok = launch->status == OUTCOME_OK;

	subject->seen_threads |= has_threads(subject->builds[end->build].adapter, end->result);
	if (ok) {
		subject->iteration_ns = launch->time.median;
		subject->longest_ns = fmax(subject->longest_ns, (double)end->result->wall_ns);
	}
	if (ok && subject->set_up.costly && subject->counts == COUNTS_ONE &&
		!worker->way->tries)
		learn_search(worker);
	if (ok && !chooses_itself(subject, slot))
		check_counts(worker, end->process, subject, slot, launch->iterations);
	if (end->process->tunes) {
		int64_t chosen = launch->iterations;

		subject->tuning = worker->way->tries;
		/* It may have searched for longer. */
		if (ok && worker->short_searches && chosen > 1)
			chosen = (int64_t)fmin(
				(double)chosen, ceil(sample_ns(worker) / launch->time.median));
		if (ok && chosen > subject->chosen)
			subject->chosen = chosen;
		if (ok && launch->iterations > 0)
			subject->iterations = subject->chosen;
	}
}

void row_judge(const struct measure_end *end, struct log_row *row)
{
	const struct subject *subject = subject_of(end->worker);

	channel_judge(&end->worker->m->state->channel, subject->builds[end->build].adapter,
		end->result, subject->name, row);
}

void row_complete(const struct measure_end *end, struct log_row *row)
{
	const struct worker *worker = end->worker;
	const struct plan_slot *slot = slot_of(worker);
	struct subject *subject = subject_of(worker);

	check_file(end, row);
	if (row_search_is_short(worker, row))
		refuse(row, ROW_SHORT_SEARCH);
	row->suite = (char *)subject->suite;
	row->benchmark = (char *)subject->name;
	row->build = (char *)worker->m->builds[end->build].name;
	/* A launch that crashed wrote none. */
	if (!row->file[0] && subject->file) {
		row->file = (char *)subject->file;
		row->line = subject->line;
	}
	if (subject->builds[end->build].code) {
		row->code_fingerprint = (char *)subject->builds[end->build].code;
		row->evidence.code_bytes = subject->builds[end->build].code_bytes;
	}
	set_launch(end, row);
	set_iterations(worker, end->process, subject, slot, row);
	row_learn(end, row);
}
