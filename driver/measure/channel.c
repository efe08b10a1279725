/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/measure/channel.h"

#include <string.h>

#include "driver/base/units.h"

static void fail(struct channel *channel, struct log_row *row, enum outcome outcome)
{
	log_row_init(row);
	row->launch.status = (uint8_t)outcome;
	row->evidence.detail = channel->detail.text;
}

static void judge_exit(struct channel *channel, const struct adapter *adapter,
	const struct job_result *result, const char *benchmark, struct log_row *row)
{
	int bad = adapter->read(&channel->reading, result, benchmark, row, &channel->detail);

	if (!bad && row->launch.status != OUTCOME_OK)
		return;
	if (result->code) {
		bd_err(&channel->detail, "%d", result->code);
		fail(channel, row, OUTCOME_EXIT);
	} else if (bad) {
		fail(channel, row, OUTCOME_GARBLED);
	} else {
		launch_summarise(&row->launch, row->evidence.samples, row->launch.sample_count);
		if (row->evidence.memory.peak_kib < 0)
			row->evidence.memory.peak_kib = result->peak_kib;
	}
}

void channel_judge(struct channel *channel, const struct adapter *adapter,
	const struct job_result *result, const char *benchmark, struct log_row *row)
{
	const char *name;
	char limit[16];

	switch (result->end) {
	case JOB_EXITED:
		judge_exit(channel, adapter, result, benchmark, row);
		break;
	case JOB_SIGNALLED:
		name = sigabbrev_np(result->code);
		if (name)
			bd_err(&channel->detail, "SIG%s", name);
		else
			bd_err(&channel->detail, "signal %d", result->code);
		fail(channel, row, OUTCOME_SIGNAL);
		break;
	case JOB_TIMEOUT:
		duration_text(1e6 * (double)result->timeout_ms, limit, sizeof(limit));
		bd_err(&channel->detail,
			result->unending ? "not even SIGKILL ended it: left behind; its time "
					   "limit was %s"
					 : "ended by the driver at its time limit of %s",
			limit);
		fail(channel, row, OUTCOME_TIMEOUT);
		break;
	case JOB_NOT_RUN:
		bd_err(&channel->detail, "cannot be started: %s", strerror(result->code));
		fail(channel, row, OUTCOME_EXIT);
		break;
	case JOB_CANCELLED:
		bd_err(&channel->detail, "cancelled");
		fail(channel, row, OUTCOME_SKIPPED);
		break;
	}
}
