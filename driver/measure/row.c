/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/row.h"

#include <math.h>

#include "driver/measure/marks.h"
#include "driver/measure/trial.h"
#include "harness/turn.h"

/* A suite that was replaced measures something else than the rows before. */
static void check_file(
	struct measure *m, const struct worker *worker, unsigned build, struct log_row *row)
{
	if (row->launch.status != OUTCOME_OK ||
		marks_same_file(m, measure_slot_of(m, worker)->benchmark, build))
		return;
	row->launch.status = OUTCOME_GARBLED;
	row->launch.sample_count = 0;
	row->samples_text = NULL;
	row->evidence.samples = NULL;
	row->evidence.turn_samples = (char *)"";
	row->evidence.detail = "the suite's file changed during the run";
}

static void note_own_iterations(struct log_row *row)
{
	if (row->launch.status == OUTCOME_OK && row->evidence.tuned_iterations < 0)
		row->evidence.tuned_iterations = row->launch.iterations;
}

void row_complete(struct measure *m, const struct worker *worker,
	const struct worker_process *process, const struct job_result *result,
	struct log_row *row)
{
	unsigned position = process->position;
	unsigned build = measure_build_of(m, worker, position);
	const struct plan_slot *slot = measure_slot_of(m, worker);
	struct subject *subject = measure_subject_of(m, worker);

	check_file(m, worker, build, row);
	row->suite = (char *)subject->suite;
	row->benchmark = (char *)subject->name;
	row->build = (char *)m->builds[build].name;
	/* A launch that crashed wrote none. */
	if (!row->file[0] && subject->file) {
		row->file = (char *)subject->file;
		row->line = subject->line;
	}
	if (subject->builds[build].code)
		row->code_fingerprint = (char *)subject->builds[build].code;
	row->launch.stage = slot->stage;
	row->launch.round = slot->round;
	row->launch.attempt = worker->attempt;
	row->launch.position = (uint8_t)(position + 1);
	row->evidence.worker = (int)(worker - m->state->workers);
	row->evidence.cpu = result->cpu;
	row->launch.node = m->options->host;
	if (worker->interleaves) {
		row->evidence.turn_ns =
			subject->length.slice_ns ? subject->length.slice_ns : BD_TURN_SLICE_NS;
		row->evidence.settle_ns = subject->length.slice_ns ? subject->length.settle_ns
								   : BD_TURN_SETTLE_NS;
	}
	if (process->cpu_time && !worker->trial) {
		row->evidence.turn_ns = 0;
		row->evidence.settle_ns = 0;
	}
	row->evidence.leftover = m->state->sweeps ? (int64_t)result->leftover : -1;
	if (row->launch.iterations < 0 && slot->iterations)
		row->launch.iterations = slot->iterations;
	if (trial_chooses_itself(subject, slot) || process->tunes || worker->group_count)
		note_own_iterations(row);
	/* A launch with given iterations does not know what the tuner chose. */
	if (slot->iterations && row->evidence.tuned_iterations < 0 && subject->iterations > 0)
		row->evidence.tuned_iterations = subject->iterations;
}
