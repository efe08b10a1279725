/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_REQUEST_TARGETS_H
#define DRIVER_REQUEST_TARGETS_H

#include "driver/cli/options.h"

struct builds;
struct config;

/* As `usage:` has them. */
#define TARGETS "[SUITE|FOLDER|'COMMAND LINE'|BENCH]..."

/*
 * Words of a command line that name what is measured, instead of benchmarks in it: a suite, a
 * folder of suites, a command line. A word that begins with "/", "./" or "../" or ends with "/"
 * does so if it exists. Where an option names suites, any other word is a benchmark of these.
 * Where bdriver.ini does, a word that one of its benchmarks has is that benchmark; else a file,
 * a folder or a command line with a blank is measured. Without both, so is a program alone.
 */

/*
 * Reads the configuration, takes such words away from `words`, and names the builds. Two
 * folders, or suites of one name in two folders, are --old and --new, more are --build; so are
 * several command lines, unless asked->builds.each: then they are measured one by one. -1 with
 * *e set where words contradict each other or options.
 */
int targets_read(struct config *config, struct builds *builds, struct run_settings *asked,
	char **words, int *count, struct err *e);

#endif
