/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_LOG_REOPEN_H
#define COMPARE_LOG_REOPEN_H

#include "harness/base/err.h"

/*
 * Makes an interrupted log of a finished one, which gzip may have made: renames `path` to
 * `part`, takes its "# end" line off and adds "# key: value". A kill in between leaves the
 * finished log under either name. Returns 0, or -1 with *e set; `path` is then as it was,
 * unless the disk failed.
 */
int log_reopen(
	const char *path, const char *part, const char *key, const char *value, struct err *e);

#endif
