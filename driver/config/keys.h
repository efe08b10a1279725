/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CONFIG_KEYS_H
#define DRIVER_CONFIG_KEYS_H

#include <stddef.h>

#include "driver/cli/options.h"

struct config;
struct config_key;

/* The tables of sections and keys: what is not in them is an error. */
struct config_section {
	const char *name;
	unsigned bit; /* in the table of keys */
	/* Rows of option_rows that are keys too, and where their struct run_settings is. */
	enum source source;
	size_t settings;
	/* Of "[suite NAME]": what its keys fill. NULL: it has no name, and fills the config. */
	void *(*open)(struct config *config, const char *name, unsigned line);
};

extern const struct config_section config_sections[]; /* ends with a NULL name */

/* A value where it was read. */
struct config_value {
	const char *text;
	const char *folder; /* of the file; "" for the working directory */
	const char *origin; /* "bdriver.ini:12" */
	struct config *config;
	/* Set by config_store(): */
	const struct config_key *key;
	const char *rest; /* "GLOB" of threshold.GLOB */
};

/* Stores a value in what the section fills. -1 with a sentence without file and line. */
int config_store(const struct config_section *section, const char *name, void *target,
	struct config_value *value, struct err *e);

#endif
