/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_REQUEST_SETTINGS_H
#define DRIVER_REQUEST_SETTINGS_H

#include "driver/cli/options.h"

struct config;

/* Of `run`, and of `calibrate`, which is a run of each suite against itself. */
extern const struct option_set run_option_set, calibrate_option_set;

/*
 * The run that `calibrate` makes of its options; the words are suites, which it adds to the
 * others. The result shares the lists, which stay with `given`.
 */
struct run_settings run_settings_calibrate(struct run_settings *given, char **words, int count);

/* What holds once command line, profile and configuration are taken together, for that many
 * builds. It shares what `given` has. */
int run_settings_make(struct run_settings *settings, const struct run_settings *given,
	const struct config *config, unsigned build_count, struct err *e);
/* The same where a launch of each benchmark is a round, as the doctor and fit plan it. */
int run_settings_one(struct run_settings *settings, const struct run_settings *given,
	const struct config *config, struct err *e);

#endif
