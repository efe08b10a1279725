/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/suite/launch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "compare/base/memory.h"
#include "driver/exec/job.h"
#include "harness/options.h"

/* A launch shall have so many samples. */
#define SAMPLES_LEAST 5
#define SAMPLE_PART   8
#define SAMPLE_MIN_NS 1e5
#define SAMPLE_MAX_NS 5e6

int64_t launch_request_samples(const struct launch_request *request)
{
	double sample_ns = request->iteration_ns * (double)request->iterations;
	double room = (double)request->launch_time_ns;
	int64_t most = request->samples > 0 ? request->samples : BD_SAMPLES_DEFAULT;
	int64_t least = SAMPLES_LEAST;

	if (sample_ns > room)
		least = 1;
	else if (sample_ns > 0 && room / sample_ns > SAMPLES_LEAST)
		least = room / sample_ns < (double)most ? (int64_t)(room / sample_ns) : most;
	return least < most ? least : most;
}

double launch_sample_ns(int64_t usual_time_ns)
{
	if (usual_time_ns <= 0)
		return SAMPLE_MAX_NS;
	return fmin(fmax((double)usual_time_ns / SAMPLE_PART, SAMPLE_MIN_NS), SAMPLE_MAX_NS);
}

void launch_reading_begin(struct launch_reading *reading, struct log_row *row)
{
	log_row_init(row);
	reading->sample_count = 0;
}

void launch_reading_add(struct launch_reading *reading, double sample_ns)
{
	char digits[32];

	snprintf(digits, sizeof(digits), "%.9g", sample_ns);
	*ARRAY_ADD(reading->samples, reading->sample_count, reading->sample_capacity) =
		strtod(digits, NULL);
}

void launch_reading_take(struct launch_reading *reading, struct log_row *row)
{
	row->launch.status = OUTCOME_OK;
	row->launch.sample_count = (uint32_t)reading->sample_count;
	row->evidence.samples = reading->samples;
}

int launch_reading_fail(struct launch_reading *reading, struct log_row *row,
	enum outcome outcome, const char *text)
{
	log_row_init(row);
	free(reading->detail);
	reading->detail = memory_text(text);
	row->launch.status = (uint8_t)outcome;
	row->evidence.detail = reading->detail;
	return 0;
}

int launch_reading_row(struct launch_reading *reading, const struct job_result *result,
	const char *benchmark, struct log_row *row, struct err *e)
{
	if (row_channel_parse(&reading->channel, result->row, result->row_size, benchmark, e))
		return -1;
	*row = reading->channel.row;
	return 0;
}

void launch_reading_release(struct launch_reading *reading)
{
	row_channel_release(&reading->channel);
	free(reading->samples);
	free(reading->detail);
	free(reading->counters);
	*reading = (struct launch_reading){ 0 };
}
