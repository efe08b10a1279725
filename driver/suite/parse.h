/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_PARSE_H
#define DRIVER_SUITE_PARSE_H

#include <stddef.h>

struct err;
struct suite;

/* Parses the answer of `--list --format json`, whatever is printed before and behind it. */
int suite_parse(struct suite *suite, const char *text, size_t size, struct err *e);

#endif
