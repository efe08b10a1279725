/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVER_SUITE_COMMAND_H
#define DRIVER_SUITE_COMMAND_H

#include <stddef.h>

#include "harness/base/err.h"

struct config_suite;
struct string_list;

/*
 * [command NAME] and --command: a command line, measured as a suite. Each combination of its
 * parameters is a benchmark: NAME/LEVEL=9/FILE=a; without parameters the only one is NAME. With
 * a list, each name that it prints takes the place of NAME.
 */

/* Only for a command that asks for it: `shell = yes`. */
#define COMMAND_SHELL "/bin/sh"

size_t command_count(const struct config_suite *command);
/* Of one combination, with this name in front. The caller frees it. */
char *command_name(const struct config_suite *command, size_t index, const char *name);
/* Frees `text` where it gives another one back. */
char *command_replace(char *text, const char *what, const char *with);
/* The text with {PARAMETER}, {name} and {build} (which may be NULL) filled in. The caller frees
 * it. */
char *command_fill(const struct config_suite *command, size_t index, const char *name,
	const char *build, const char *text);
/* Adds the words of its line, filled in. -1 with a sentence. */
int command_words(const struct config_suite *command, size_t index, const char *name,
	const char *build, struct string_list *words, struct err *e);
/* The file of a program. A name without a slash is looked for in $PATH, as a shell does. NULL:
 * there is none. The caller frees it. */
char *command_find_program(const char *word);
/*
 * The file that is executed: COMMAND_SHELL, or the absolute path of the program. build: a
 * folder or word of --old and --new, or NULL. Returns NULL with a sentence if there is no such
 * program, or if nothing in the command differs between builds. The caller frees it.
 */
char *command_program(const struct config_suite *command, const char *build, struct err *e);

#endif
