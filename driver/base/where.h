/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_BASE_WHERE_H
#define DRIVER_BASE_WHERE_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/base/err.h"

struct string_list;

/*
 * Where texts stand in the output of a program: a JSON pointer (RFC 6901) if it begins with a
 * slash, in which * is each element or member; else a regular expression with one group.
 */

/* -1 with a sentence if it is neither. */
int where_check(const char *where, struct err *e);
/* Adds the texts and numbers that stand there. -1 with a sentence that says what is there
 * instead. numbers: what a regular expression finds must not be only a part of a number. */
int where_find(const char *where, const char *text, size_t size, bool numbers,
	struct string_list *found, struct err *e);
/* {name} becomes this name, as it is. The caller frees it. */
char *where_fill(const char *where, const char *name);
/* A regular expression that matches these texts alone, in POSIX, std::regex and Rust. The
 * caller frees it. */
char *where_exact(const char *const *names, size_t count);

/* ns of a unit of time. Of "1/s" the rate: -1. NAN: not a unit. */
double where_unit_ns(const char *unit);
#define WHERE_UNITS "ns, us, ms, s, 1/s"

#endif
