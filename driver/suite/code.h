/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_CODE_H
#define DRIVER_SUITE_CODE_H

#include "driver/base/file_hash.h"
#include "harness/base/err.h"

struct config;
struct suite;

/*
 * Fills in the fingerprints of the suite's benchmarks, and whether they read files that these
 * do not cover. `args` and `env` in the configuration count. With `inputs` in the
 * configuration, the fingerprint of a benchmark that opens files stands for them, too: for
 * their names and contents. directory: what they are relative to; NULL or "": the folder of the
 * configuration. -1 with a sentence if inputs cannot be had.
 */
int suite_read_code(
	struct suite *suite, const struct config *config, const char *directory, struct err *e);

/* Stands for `args` and `env` of the suite's section. */
void suite_settings_hash(const struct suite *suite, char hash[FILE_HASH_SIZE]);

#endif
