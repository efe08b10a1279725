/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef COMPARE_PRINT_GITHUB_H
#define COMPARE_PRINT_GITHUB_H

#include <stdio.h>

/* An annotation of a GitHub workflow. level: "notice", "warning" or "error"; file "" and line
 * 0: not known. GitHub shows ten of a level and a step, so the worst ones come first. */
void github_annotate(FILE *out, const char *level, const char *file, unsigned line,
	const char *title, const char *text);
/* Of no place; frees the text. NULL: nothing. */
void github_say(FILE *out, const char *level, const char *title, char *text);

#endif
