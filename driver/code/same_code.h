/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_CODE_SAME_CODE_H
#define DRIVER_CODE_SAME_CODE_H

#include <stddef.h>

#include "harness/base/err.h"

/*
 * Negative controls: the benchmarks whose machine code is the same in two builds of a suite. A
 * difference measured in one of them is a fault of the measurement, not of the code.
 *
 * Two benchmarks are the same when set-up, the hook before a sample and the timed function have
 * the same bytes apart from relocated fields, and what these fields refer to is the same as
 * well: dynamic symbols by name, functions and data by name and, recursively, by content. Calls
 * inside an object file that need no relocation are followed too. What cannot be proven (no
 * relocations kept, a machine other than x86-64) is "not the same", unless the two files have
 * one build id. Placement (alignment, distance) is not looked at: that is what a control
 * reveals.
 */
struct same_code {
	char **names; /* of benchmarks, a family's members as NAME/ARG; in registration order */
	size_t count, capacity;
	char *reason; /* why nothing could be proven, or NULL */
};

/* Returns 0, or -1 with *e set when a file cannot be read as a suite. */
int same_code_find(
	struct same_code *same, const char *old_path, const char *new_path, struct err *e);
void same_code_release(struct same_code *same);

#endif
