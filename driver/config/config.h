/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CONFIG_CONFIG_H
#define DRIVER_CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/base/string_list.h"
#include "compare/verdict/comparison.h"
#include "doctor/base/settings.h"
#include "harness/base/err.h"

/*
 * bdriver.ini. A number that is not given is -1, a fraction NAN, a text NULL. All text is owned
 * by the config and lives until config_release(). Paths are absolute or relative to the working
 * directory: those in the file were relative to the file.
 */

/* [suite NAME] */
struct config_suite {
	char *name;
	char *path;              /* with globs; joined with the folder of the file */
	char *written_path;      /* as written: what is taken relative to --old and --new */
	char *adapter;           /* "bdriver" */
	struct string_list args; /* before the options that the driver adds */
	struct string_list env;  /* NAME=VALUE, in addition to the driver's own environment */
	struct string_list tags; /* every benchmark of the suite has these too */
	int64_t timeout_ns;      /* of a launch */
	bool serial;             /* never beside others */
	int64_t retries;         /* of a failed launch */
	/* Limits of a launch: */
	int64_t memory_kib, cpu_ns, files, output_kib;
	unsigned line; /* of the section; 0: not from a file */
};

/* [profile NAME], and the built-in smoke and nightly */
struct config_profile {
	char *name;
	int64_t rounds, samples, iterations, launch_time_ns, budget_ns;
	int64_t stage2_rounds; /* fresh rounds for suspects; 0 or -1: no second stage */
	int64_t interleave;    /* both launches of a slot live at once, in turn: 1, 0 */
};

struct config {
	char *path; /* NULL: no file */
	/* [driver] */
	int64_t workers, timeout_ns, seed;
	char *output;                 /* folder of logs without -o */
	struct config_suite **suites; /* each stays where it is */
	size_t suite_count, suite_capacity;
	struct config_profile *profiles;
	size_t profile_count, profile_capacity;
	struct settings doctor; /* [doctor]: limits, waivers, the form of names */
	/* [compare] */
	double threshold, fdr, equivalence;
	struct threshold_glob *thresholds; /* threshold.GLOB; the globs are owned */
	size_t threshold_count, threshold_capacity;
};

/*
 * Reads the file; path NULL: ./bdriver.ini, or nothing at all where there is none. Returns 0,
 * or -1 with file, line and what to do. *config need not be initialised and may be released in
 * either case.
 */
int config_read(struct config *config, const char *path, struct err *e);
/* The same from memory, for tests and fuzzing. Does not look for the suites' files. */
int config_read_buffer(
	struct config *config, const char *path, const char *data, size_t size, struct err *e);
void config_release(struct config *config);

/* What the file says, before anything is read: all "not given", profiles built in. */
void config_init(struct config *config);
/* For a suite without configuration, and for the reader. Valid until config_release(). */
struct config_suite *config_add_suite(
	struct config *config, const char *name, const char *path, unsigned line);
/* With everything "not given". */
extern const struct config_profile config_profile_none;
/* The same with a name, in the configuration. Valid until the next one is added. */
struct config_profile *config_add_profile(struct config *config, const char *name);

/* NULL if there is none of this name. */
const struct config_profile *config_profile(const struct config *config, const char *name);

#endif
