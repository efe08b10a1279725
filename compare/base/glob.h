/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_BASE_GLOB_H
#define COMPARE_BASE_GLOB_H

#include <stdbool.h>

/* Is the benchmark named by the pattern: its name or SUITE/NAME, as it stands or as a glob? A
 * pattern without '/' is for the name alone. */
bool glob_names(const char *pattern, const char *suite, const char *name);

#endif
