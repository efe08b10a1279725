/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_CHILD_H
#define DRIVER_BASE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "harness/base/err.h"

/* A program that is waited for, where nothing is measured. It dies with the thread that starts
 * it. */
struct child {
	const char *program;      /* a path, or a name that PATH has */
	const char *const *words; /* with the name of the program; NULL at the end */
	const char *folder;       /* where it runs; NULL: here */
	const char *const *env; /* "NAME=VALUE" besides our own; NULL at the end; NULL: none */
	const char *const *without; /* names of our variables it does not get; as env */
	const char *out;            /* file for its standard output; NULL: thrown away */
	const char *err; /* file for its standard error; NULL: where its output goes */
	bool in_group; /* of child_run(): a signal that ends us ends all its processes first */
	void (*after)(void);  /* with in_group: called once it has ended; NULL: nothing */
	uint64_t deadline_ns; /* of bd_clock_ns(), then these are killed; 0: never */
};

/* Its exit code, or 128 + the signal that ended it; -1 with *e set if it could not be started.
 */
int child_run(const struct child *child, struct err *e);
/* What it writes to its standard output; `out` is not used. NULL if it cannot be started or its
 * exit code is not 0. The caller frees it. */
char *child_output(const struct child *child);

/* The end of a process, whatever signals come: its status as of waitpid(). */
int child_wait(pid_t pid);

/* What a process wrote, with a NUL at its end, if anything was read. The owner frees the text.
 */
struct child_text {
	char *text;
	size_t size, capacity;
};

/* Reads to the end; false as soon as there is more than `most`. */
bool child_read(int fd, struct child_text *text, size_t most);

/* Does this errno of a start say that the driver itself lacks descriptors, processes or memory?
 * That is no fault of a benchmark, unless its own limit of memory does it. */
bool shortage(int error, uint64_t memory_kib);
/* What to do against it. */
#define SHORTAGE_ADVICE                                                       \
	"bdriver lacks descriptors, processes or memory: raise `ulimit -n`, " \
	"`ulimit -u` or `ulimit -v`, or end other programs"

#endif
