/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_SUITE_H
#define DRIVER_SUITE_SUITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compare/base/string_list.h"
#include "driver/suite/adapter.h"

struct config_suite;

/* A suite: an executable that was asked for its benchmarks. */

struct suite_benchmark {
	char *name;
	struct string_list tags; /* its own and those of the suite's configuration */
	char *file;              /* "" if not known */
	unsigned line;           /* 0 if not known */
	char *code;              /* fingerprint, see driver/code/suite_code.h; "": not known */
	int64_t code_bytes;      /* that it reaches; -1: not known */
	bool reads_files;        /* that its fingerprint does not cover */
	bool selected;           /* by builds_find() */
	bool threads;            /* it starts some */
};

struct suite {
	char *name; /* unique */
	char *path;
	char *build; /* what --old and --new name, of a command; or NULL */
	const struct config_suite *settings; /* the config's; never NULL */
	const struct adapter *adapter;       /* never NULL */
	struct suite_benchmark *benchmarks;  /* in the order of the suite */
	size_t benchmark_count, benchmark_capacity;
	/* For the log's metadata; "" where not known. */
	char *build_id, *compiler, *flags;
	int optimized, assertions, sanitized; /* 1, 0; -1: not known */
	long object_alignment; /* bytes: how the code of each object is aligned; 0: it is not */
	bool threads;          /* each of its benchmarks may start some */
	bool turns;            /* knows --turn-fd */
	enum adapter_counts counts;
	double start_ns;  /* what its start takes, as its list and adapter show; 0: not known */
	unsigned dialect; /* in which it gave its list */
	bool profile;     /* knows --profile */
	bool returns_count;      /* its exit code is how many benchmarks it has run or listed */
	struct string_list left; /* what it is to be asked for next, of its adapter */
	bool few_relocations;    /* -Wl,--emit-relocs would tell more of its code */
};

struct suites {
	struct suite *items; /* in the order of the configuration or the command line */
	size_t count, capacity;
	/* With a directory: names of suites that are configured, but are not in it. */
	struct string_list missing;
	/* Names of suites that did not answer, and the sentence on each. */
	struct string_list broken, broken_why;
	struct string_list skipped; /* of suite_tree_find() */
	int64_t list_timeout_ns;    /* of each suite that is asked */
	bool shortage; /* the driver itself could not ask: driver/base/shortage.h */
};

/* Warns of each suite that was left out, if others are there. */
void suites_warn_broken(const struct suites *suites);
/* Names one that was skipped; `skipped` of suite_tree_find(). */
void suites_warn_skipped(const struct string_list *skipped);
void suites_release(struct suites *suites);
void suite_release(struct suite *suite);
/* Drops its benchmarks. */
void suite_forget(struct suite *suite);
/* Appends a benchmark. Returns -1 with a sentence if the name is empty or longer than
 * SUITE_NAME_MAX bytes, or if there are SUITE_BENCHMARKS_MAX. */
#define SUITE_NAME_MAX       1000
#define SUITE_BENCHMARKS_MAX 1000000
int suite_add_benchmark(struct suite *suite, const char *name, struct err *e);
/* The same for several, each once: two of one name cannot be told apart, and the first is
 * measured. */
int suite_add_benchmarks(struct suite *suite, const struct string_list *names, struct err *e);
/* Appends the names that stand there in the answer (driver/base/where.h), each once. */
int suite_add_found(struct suite *suite, const struct suite_answer *answer, const char *where,
	struct err *e);

/*
 * Adds the lines of a list without those that the program prints where it lists nothing: a
 * banner before it, a report behind it, also with other numbers or arguments in them. Empty
 * lines are left out.
 */
void listed_lines(const char *list, const char *nothing, struct string_list *lines);

#endif
