/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The patterns of the regex benchmarks, from simple to nested. */
#ifndef LIBC_PATTERNS_H
#define LIBC_PATTERNS_H

#include <stddef.h>

struct pattern {
	const char *expression;
	size_t groups;
	const char *match; /* an example that it matches, and one that it does not */
	const char *miss;
};

static const struct pattern patterns[] = {
	{ "^error$", 0, "error", "errors" },
	{ "[a-z]+@[a-z]+\\.(com|org|net)", 1, "me@home.org", "me at home.org" },
	{ "^([0-9]{1,3}\\.){3}[0-9]{1,3}$", 1, "192.168.0.1", "192.168.0" },
	{ "^(GET|POST|HEAD) (/[a-z0-9]*)+(\\?[a-z]+=[^ &]*(&[a-z]+=[^ &]*)*)? HTTP/1\\.[01]$",
		4, "GET /a/b?x=1&y=2 HTTP/1.1", "GET a/b HTTP/1.1" },
};

#define PATTERNS (sizeof(patterns) / sizeof(patterns[0]))

#endif
