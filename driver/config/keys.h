/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CONFIG_KEYS_H
#define DRIVER_CONFIG_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

/* The tables of sections and keys: what is not in them is an error. */

enum value_kind {
	VALUE_COUNT = 1,  /* int64_t, least to most */
	VALUE_DURATION,   /* int64_t, ns, > 0 and >= least */
	VALUE_SIZE,       /* int64_t, KiB */
	VALUE_PERCENT,    /* double, fraction */
	VALUE_SHARE,      /* the same, at most 1 */
	VALUE_YES_NO,     /* int64_t: 1 or 0 */
	VALUE_INTERLEAVE, /* int64_t: enum interleave */
	VALUE_GROUP,      /* int64_t: group_parse() */
	VALUE_PATH,       /* char *, joined with the folder of the file */
	VALUE_SUITE,      /* as VALUE_PATH; what was written goes to written_path */
	VALUE_TEXT,       /* char * */
	VALUE_REGEX,      /* char *, a valid regular expression */
	VALUE_WHERE,      /* struct config_where */
	VALUE_UNIT,       /* the same, or a unit */
	VALUE_PARAMETER,  /* struct string_list of "NAME=VALUE": key is "param.NAME" */
	VALUE_WORDS,      /* struct string_list, split at blanks; "..." and '...' hold blanks */
	VALUE_ENV,        /* the same, each NAME=VALUE */
	VALUE_LIST,       /* struct string_list, split at commas and blanks */
	VALUE_THRESHOLD, /* to config->thresholds: key is "threshold.GLOB" or "threshold.METRIC"
			  */
	VALUE_WAIVER,    /* to config->doctor: CHECK:BENCH ... */
	VALUE_LIMIT,     /* to config->doctor: CHECK or CHECK.NAME, as the check declares it */
};

struct config_key {
	const char *name; /* one that ends with '.' takes any further text: "threshold.GLOB"; ""
			     takes all */
	const char *shows; /* form of the value, for the man page: "DURATION" */
	enum value_kind kind;
	size_t offset; /* in struct config, config_suite or config_profile */
	int64_t least; /* of a VALUE_COUNT or VALUE_DURATION */
	int64_t most;  /* of a VALUE_COUNT; 0: any */
};

struct config_section {
	const char *name;
	bool named; /* "[suite NAME]" */
	const struct config_key *keys;
};

extern const struct config_section config_sections[]; /* ends with a NULL name */

/* The key, or NULL with a sentence that offers the nearest one. */
const struct config_key *config_key_find(
	const struct config_section *section, const char *name, struct err *e);
#endif
