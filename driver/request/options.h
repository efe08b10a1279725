/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_REQUEST_OPTIONS_H
#define DRIVER_REQUEST_OPTIONS_H

#include "driver/cli/options.h"

/* The command line of `bdriver run` and `bdriver calibrate`. */
struct run_options {
	struct shared_options shared;
	const char *output;
	bool force, dry_run, adaptive, trust_log, changed, reached, all;
	bool replaces; /* no option: a run that is resumed may replace a finished log */
	/* No option: of the configuration that a resumed run must have; NULL: any. */
	const char *config_hash;
	bool calibrates; /* no option: each suite against itself */
	bool explain;
	const char *old_directory, *new_directory, *before_directory, *anchor_directory;
	struct string_list builds;    /* NAME=DIR */
	struct string_list revisions; /* REV, BUILD=REV */
	/* No option: rounds that the run had before --resume gave it more; 0: none. */
	uint32_t extended_from;
	int64_t rounds, iterations, budget_ns, controls;
	const char *profile, *resume, *shard;
	double repeat_disturbed, repeat_alone; /* shares */
};

/* Of `run`, and of `calibrate`, which is a run of each suite against itself. */
extern const struct option_set run_option_set, calibrate_option_set;

/*
 * The run that `calibrate` makes of its options; the words are suites, which it adds to the
 * others. The result shares the lists, which stay with `given`.
 */
struct run_options run_options_calibrate(struct run_options *given, char **words, int count);

#endif
