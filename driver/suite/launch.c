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
/* It may choose 1.4 times the iterations that it needs: five samples and a warm-up fit. */
#define SAMPLES_FEW   8
#define SAMPLES_MANY  32
#define SAMPLE_MIN_NS 1e5
#define SAMPLE_MAX_NS 5e6
/* Of a search where each call prepares for long. */
#define SEARCH_ENOUGH_NS 2e5
#define SEARCH_MOST      100

int64_t launch_request_samples(const struct launch_request *request)
{
	double sample_ns = request->iteration_ns * (double)request->iterations;
	double room = (double)request->launch_time_ns;
	double fit = room / (sample_ns + request->set_up.ns);
	int64_t most = request->samples > 0 ? request->samples : BD_SAMPLES_DEFAULT;
	int64_t least = SAMPLES_LEAST;

	if (sample_ns > room)
		least = 1;
	else if (sample_ns > 0 && fit > SAMPLES_LEAST)
		least = fit < (double)most ? (int64_t)fit : most;
	return least < most ? least : most;
}

double launch_sample_ns(int64_t usual_time_ns, double setup_ns)
{
	double room = (double)usual_time_ns, ns = fmax(room / SAMPLES_MANY, setup_ns);

	if (room <= 0)
		return SAMPLE_MAX_NS;
	return fmin(fmax(fmin(ns, room / SAMPLES_FEW), SAMPLE_MIN_NS), SAMPLE_MAX_NS);
}

double launch_search_iterations(double sample_ns, int64_t iterations)
{
	double trial_ns = sample_ns / (double)iterations, n = 1;

	while (n * trial_ns < (n < SEARCH_MOST ? SEARCH_ENOUGH_NS : LAUNCH_SEARCH_NS))
		n *= 10;
	return n;
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

int launch_reading_launch(struct launch_reading *reading, const struct launch *launch,
	size_t first, struct log_row *row, struct err *e)
{
	const struct evidence *evidence = launch->evidence;

	if (launch->status != OUTCOME_OK)
		return launch_reading_fail(reading, row,
			launch->status == OUTCOME_SKIPPED ? OUTCOME_SKIPPED : OUTCOME_VERIFY,
			evidence ? evidence->detail : "");
	if (!evidence || !evidence->samples || launch->iterations == 0)
		return bd_err(e, "the result has no times or no iterations");
	/* Sorted samples would look like a trend: taken from both ends in turn. */
	for (size_t i = first; i < launch->sample_count; i++) {
		size_t turned = i % 2 ? launch->sample_count - 1 - i / 2 : i / 2;

		launch_reading_add(
			reading, evidence->samples[evidence->samples_sorted ? turned : i]);
	}
	row->launch.iterations = launch->iterations;
	row->launch.clock_step_ns = launch->clock_step_ns;
	row->evidence.clock_step_ns = evidence->clock_step_ns;
	row->evidence.memory = evidence->memory;
	row->evidence.setup_ns = evidence->setup_ns;
	row->evidence.switches = evidence->switches;
	launch_reading_take(reading, row);
	return 0;
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
