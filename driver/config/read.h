/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CONFIG_READ_H
#define DRIVER_CONFIG_READ_H

#include <stddef.h>

struct config;
struct err;
struct shared_options;

/*
 * Reads the file of --config, else ./bdriver.ini if it exists, and adds what the options say of
 * suites: commands, and how these are asked. Returns 0, or -1 with a sentence that names file,
 * line and what to do. *config need not be initialised and may be released in either case.
 */
int config_read(struct config *config, const struct shared_options *options, struct err *e);
/* Only a file, from memory, for tests and fuzzing. Does not look for the suites' files. */
int config_read_buffer(
	struct config *config, const char *path, const char *data, size_t size, struct err *e);

#endif
