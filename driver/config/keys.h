/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CONFIG_KEYS_H
#define DRIVER_CONFIG_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "driver/cli/options.h"

struct config;

/* The tables of sections and keys: what is not in them is an error. */

/* Besides the kinds of options that are numbers: enum option_kind. */
enum value_kind {
	VALUE_SIZE = OPTION_KINDS, /* int64_t, KiB */
	VALUE_YES_NO,              /* int64_t: 1 or 0 */
	VALUE_PATH,                /* char *, joined with the folder of the file */
	VALUE_SUITE,               /* as VALUE_PATH; what was written goes to written_path */
	VALUE_TEXT,                /* char * */
	VALUE_REGEX,               /* char *, a valid regular expression */
	VALUE_WHERE,               /* struct config_where */
	VALUE_UNIT,                /* the same, or a unit */
	VALUE_PARAMETER,           /* struct string_list of "NAME=VALUE": key is "param.NAME" */
	VALUE_WORDS,     /* struct string_list, split at blanks; "..." and '...' hold blanks */
	VALUE_ENV,       /* the same, each NAME=VALUE */
	VALUE_LIST,      /* struct string_list, split at commas and blanks */
	VALUE_THRESHOLD, /* to config->thresholds: key is "threshold.GLOB" or "threshold.METRIC"
			  */
	VALUE_BETTER,    /* to config->better: key is "better.COUNTER" */
	VALUE_WAIVER,    /* to config->doctor: CHECK:BENCH ... */
	VALUE_LIMIT,     /* to config->doctor: CHECK or CHECK.NAME, as the check declares it */
};

struct config_key {
	const char *name; /* one that ends with '.' takes any further text: "threshold.GLOB"; ""
			     takes all */
	const char *shows; /* form of the value, for the man page: "DURATION" */
	unsigned kind;     /* enum value_kind or option_kind */
	size_t offset;     /* in struct config, config_suite or config_profile */
	int64_t least;     /* of a count or duration */
	int64_t most;      /* of a count; 0: any */
};

struct config_section {
	const char *name;
	bool named; /* "[suite NAME]" */
	const struct config_key *keys;
	/* Rows of option_rows that are keys too, and where their struct run_settings is. */
	enum source source;
	size_t settings;
};

extern const struct config_section config_sections[]; /* ends with a NULL name */

/* Fills *found; -1 with a sentence that offers the nearest one. */
int config_key_find(const struct config_section *section, const char *name,
	struct config_key *found, struct err *e);

/* Where a value was read. */
struct config_place {
	const char *folder; /* of the file; "" for the working directory */
	const char *origin; /* "bdriver.ini:12" */
	struct config *config;
	void *target; /* the struct that the section fills */
};

/* Stores the value. name: the whole key. -1 with a sentence without file and line. */
int config_key_store(const struct config_key *key, const char *name, const char *value,
	const struct config_place *place, struct err *e);

#endif
