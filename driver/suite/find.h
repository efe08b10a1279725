/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_FIND_H
#define DRIVER_SUITE_FIND_H

struct config;
struct err;
struct string_list;
struct suites;

/* What to do where no suite is known. */
#define SUITES_HOW                                                                           \
	"write one with `bdriver init DIR`, or name what is measured: bdriver run ./SUITE, " \
	"OLD-DIR NEW-DIR or 'COMMAND LINE'"

/*
 * Finds the suites that `wanted` (-s) names: a configured name, the file name of a match of a
 * configured pattern, else the path of an executable; or all configured ones where wanted is
 * empty. Asks each one for its list, without a shell, with a time limit.
 *
 * directory (--old DIR), or NULL: paths are relative to it instead of to the configuration;
 * where nothing is configured, the suites are the files in it that an adapter recognises; those
 * whose list runs what is measured go to suites->skipped, unless they are named.
 * A configured suite that it does not hold goes to suites->missing.
 *
 * A suite that crashes, hangs or does not list its benchmarks is left out: see suites->broken.
 * Suites without configuration are added to *config, which must outlive the suites. Returns 0,
 * or -1 with the suite's name and what is wrong, also where no suite answers; *suites may be
 * released in either case.
 */
int suites_find(struct suites *suites, struct config *config, const struct string_list *wanted,
	const char *directory, struct err *e);

/* A suite that was found before, maybe on another machine. */
struct suite_known {
	const char *name, *path, *adapter;
	const char *section; /* of the configuration; "": it has none */
	const char *build;   /* of a command: what --old and --new name; or NULL */
};
/* Adds it under this name and asks it for its list. A suite that does not answer is an error.
 */
int suites_add_known(struct suites *suites, struct config *config,
	const struct suite_known *known, struct err *e);

/*
 * Adds the files below the directory that an adapter recognises, sorted. Executes nothing.
 * adapter: only its files; NULL: of any, but those whose list runs what is measured go to
 * *skipped, as "ADAPTER: PATH". skipped NULL: they are found as well.
 */
void suite_tree_find(const char *directory, const char *adapter, struct string_list *paths,
	struct string_list *skipped);

#endif
