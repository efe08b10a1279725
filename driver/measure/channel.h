/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_MEASURE_CHANNEL_H
#define DRIVER_MEASURE_CHANNEL_H

#include "driver/suite/adapter.h"

/*
 * What became of a launch: its end as a process and what its adapter reads in its output,
 * together. Fills *row with everything the launch reported, status and detail; a launch that
 * reported nothing usable has no samples. `detail` is where a text that is made here is kept;
 * both it and what *row points into are valid until the next call with the same channel.
 */
struct channel {
	struct launch_reading reading; /* the caller releases it */
	struct err detail;
};

void channel_judge(struct channel *channel, const struct adapter *adapter,
	const struct job_result *result, const char *benchmark, struct log_row *row);

#endif
