/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/command.h"
#include "driver/cmd/run.h"
#include "driver/run/paired.h"

static int calibrate_run(void *given, char **words, int count)
{
	struct run_options *now = given, run;

	if (now->resume)
		return run_resume(&calibrate_option_set, now, count);
	run = run_options_calibrate(now, words, count);
	return run_paired(&run, words, 0, NULL);
}

const struct command command_calibrate = {
	.summary = "what this machine can see: the same build on both sides",
	.arguments = "[SUITE...]",
	.details = "SUITE is a configured name or the path of an executable; without one, all "
		   "configured suites are measured. "
		   "Measures every benchmark against itself as a paired run does. What is "
		   "called changed is a false change. Tells the noise and the smallest change "
		   "that 8 and 20 rounds can see, and remembers both for each benchmark in "
		   "bdriver.calibration beside the folder of the logs, where compare finds "
		   "it.",
	.min_arguments = 0,
	.max_arguments = -1,
	.options = &calibrate_option_set,
	.run = calibrate_run,
};
