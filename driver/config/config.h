/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CONFIG_CONFIG_H
#define DRIVER_CONFIG_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/base/arena.h"
#include "compare/base/string_list.h"
#include "compare/verdict/compared.h"
#include "doctor/base/settings.h"
#include "driver/cli/options.h"

/*
 * bdriver.ini. A number that is not given is -1, a fraction NAN, a text NULL. All text lives
 * until config_release(). Paths are absolute or relative to the working
 * directory: those in the file were relative to the file.
 */

struct job_limits;

/* As driver/base/where.h wants it. */
struct config_where {
	const char *text, *origin; /* NULL; the origin is "bdriver.ini:12" */
};

/* [suite NAME] */
struct config_suite {
	const char *name;
	const char *adapter; /* NULL: as the file shows */
	const char *command; /* [command NAME]: its line; NULL: a suite */
	struct {
		const char *setup, *prepare, *cleanup;
	} hooks;          /* of a command: lines; NULL: none */
	const char *list; /* of a command: a line that prints names, or NULL */
	/* Of a command: where its output has names and times, and their unit or where it is. */
	struct config_where listed;
	struct {
		struct config_where value, unit;
	} printed;
	const char *directory;         /* of a command: where it runs; NULL: here */
	struct string_list exits;      /* of a command: codes, or "any"; empty: 0 */
	struct string_list parameters; /* of a command: "NAME=VALUE", by name */
	int64_t shell;                 /* of a command: run by sh: 1, 0 */
	int64_t all_cpus; /* launches are not pinned, and run alone: 1, 0; -1: if threads show
			   */
	const char *path; /* with globs; joined with the folder of the file */
	const char *written_path;  /* as written: what is taken relative to --old and --new */
	struct string_list args;   /* before the options that the driver adds */
	struct string_list env;    /* NAME=VALUE, in addition to the driver's own environment */
	struct string_list inputs; /* globs of files that benchmarks read, as written */
	struct string_list tags;   /* every benchmark of the suite has these too */
	int64_t timeout_ns;        /* of a launch */
	int64_t serial;            /* never beside others: 1, 0 */
	int64_t retries;           /* of a failed launch */
	int64_t group; /* benchmarks that share a launch, "no", which is 1, or more; 0: not
			  given */
	struct {
		int64_t memory_kib, cpu_ns, files, output_kib;
	} limits;      /* of a launch; 0: none */
	unsigned line; /* of the section; 0: not from a file */
	bool given;    /* by --command */
};

/* [profile NAME], and the built-in smoke and nightly */
struct config_profile {
	const char *name;
	struct run_settings settings;
};

struct config {
	struct arena texts; /* and what else is the config's, but lists */
	const char *path;   /* NULL: no file */
	char *hash;         /* of its text; NULL: no file */
	/* [driver] */
	struct run_settings settings;
	const char *adapter; /* of suites without configuration; NULL: as the file shows */
	const char *output;  /* folder of logs without -o */
	struct config_suite **suites; /* each stays where it is */
	size_t suite_count, suite_capacity;
	struct config_profile *profiles;
	size_t profile_count, profile_capacity;
	struct settings doctor; /* [doctor]: limits, waivers, the form of names */
	/* [compare] */
	double threshold, fdr, equivalence;
	/* threshold.GLOB and threshold.METRIC */
	struct threshold_list thresholds, metric_thresholds;
	struct string_list better; /* better.COUNTER: key, "less" or "more" ... */
};

bool config_has_commands(const struct config *config);
/* Is there a command that prints no times of its own, so that its start is part of them? */
bool config_times_starts(const struct config *config);
/* Of each process of the suite. */
struct job_limits config_suite_limits(const struct config_suite *suite);
/* Adds a threshold of a glob, or of a metric if it is a key of one. */
int config_add_threshold(
	struct config *config, const char *of, const char *text, struct err *e);
void config_release(struct config *config);

/* What is read where none is named. */
#define CONFIG_DEFAULT "bdriver.ini"

/* A copy that is the config's. */
char *config_text(struct config *config, const char *text);
/* An empty configuration: all "not given", with the built-in profiles. */
void config_init(struct config *config);
/* For a suite without configuration, and for the reader. Valid until config_release(). */
struct config_suite *config_add_suite(
	struct config *config, const char *name, const char *path, unsigned line);
void config_add_command(struct config *config, const char *name, const char *line, bool shell);
/* Adds commands, each as "NAME: PROGRAM ARGUMENT..." or without a name, which is then that of
 * the program. -1 with a sentence. */
int config_add_commands(struct config *config, const struct string_list *texts, struct err *e);
/* How suites are asked for their lists: the adapter of those without configuration and the time
 * limit, where the options, which outlive the config, say it. */
void config_set_asking(struct config *config, const struct shared_options *options);
/* With everything not given. Valid until the next one is added. */
struct config_profile *config_add_profile(struct config *config, const char *name);

/* NULL if there is none of this name. */
struct config_profile *config_profile(const struct config *config, const char *name);

#endif
