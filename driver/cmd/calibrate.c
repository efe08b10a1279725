/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "driver/cli/command.h"
#include "driver/cmd/run.h"
#include "driver/request/settings.h"

static int calibrate_run(void *given, char **words, int count)
{
	struct run_settings *now = given, run;

	if (now->log.resume)
		return run_resume(&calibrate_option_set, now, count);
	run = run_settings_calibrate(now, words, count);
	return run_start(&run, words, 0);
}

const struct command command_calibrate = {
	.summary = "measure which changes this machine can detect",
	.arguments = "[SUITE...]",
	.details = "Compares every benchmark with itself, as a paired run does, so that every "
		   "change found is false. Reports the noise, and the smallest change that 8 "
		   "and 20 rounds can detect. SUITE is a configured name or the path of an "
		   "executable "
		   "(default: all configured suites).",
	.min_arguments = 0,
	.max_arguments = -1,
	.options = &calibrate_option_set,
	.run = calibrate_run,
};
